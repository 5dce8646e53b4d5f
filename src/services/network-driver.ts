import type { Json } from '../domain/json.ts'

/** The answer of another server. `text` is cut at a generous limit. */
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
  /** The lines of an answer as they come; an answer that is not a stream comes as one. @throws MailError as `ask` */
  follow(
    request: {
      readonly url: string
      readonly token: string | null
      readonly body: Json
      /** The last event that was received of a stream. */
      readonly since?: string | null
    },
    signal: AbortSignal,
  ): Promise<{ readonly status: number; readonly lines: AsyncIterable<string> }>
  /** The value of an environment variable, for secrets that are stored nowhere else. */
  secret(variable: string): string | null
}
