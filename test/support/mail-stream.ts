import type { JsonObject } from '../../src/domain/json.ts'

// What a server answers is checked by its schemas elsewhere.
// biome-ignore lint/suspicious/noExplicitAny: the body of any answer
export type Streamed = { readonly event: string; readonly id: string | null; readonly data: any }

/** Opens a stream and gives its events as they come. */
export async function* follow(
  swarm: { readonly url: string },
  token: string,
  body: JsonObject,
  headers: Readonly<Record<string, string>> = {},
  signal?: AbortSignal,
): AsyncGenerator<Streamed> {
  const response = await fetch(`${swarm.url}/message`, {
    method: 'POST',
    headers: { connection: 'close', authorization: `Bearer ${token}`, ...headers },
    body: JSON.stringify({ stream: true, ...body }),
    ...(signal !== undefined && { signal }),
  })
  if (response.status !== 200) throw new Error(`${response.status}: ${await response.text()}`)
  const decoder = new TextDecoder()
  let rest = ''
  for await (const chunk of response.body ?? []) {
    rest += decoder.decode(chunk as Uint8Array, { stream: true })
    const blocks = rest.split('\n\n')
    rest = blocks.pop() ?? ''
    for (const block of blocks) {
      const field = (name: string) => new RegExp(`^${name}: (.*)$`, 'mu').exec(block)?.[1]
      const [event, data] = [field('event'), field('data')]
      if (event !== undefined && data !== undefined)
        yield { event, id: field('id') ?? null, data: JSON.parse(data) }
    }
  }
}
