import type { Json } from '../domain/json.ts'

/** What came back from another server. `text` is cut where it grows beyond what anybody needs. */
export type Answer = { readonly status: number; readonly text: string }

/** Other servers, by HTTP. */
export type NetworkDriver = {
  /** @throws MailError `timeout` no answer in time · `not-found` nobody there */
  ask(request: {
    readonly url: string
    readonly token?: string | null
    readonly body?: Json
    readonly timeout: number
  }): Promise<Answer>
  /** The lines of an answer as they come; an answer that is no stream comes as one. @throws MailError as `ask` */
  follow(
    request: { readonly url: string; readonly token: string | null; readonly body: Json },
    signal: AbortSignal,
  ): Promise<{ readonly status: number; readonly lines: AsyncIterable<string> }>
  /** What an environment variable holds, for secrets that are kept nowhere else. */
  secret(variable: string): string | null
}
