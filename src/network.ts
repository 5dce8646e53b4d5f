import { secretNamed } from './config.ts'
import { MailError } from './domain/errors.ts'
import type { Answer, NetworkDriver } from './operations/operation.ts'

/** More than any answer of the protocol needs. */
const longestAnswer = 4 * 1024 * 1024

export const network: NetworkDriver = {
  async ask({ url, token, body, timeout }): Promise<Answer> {
    const signal = AbortSignal.timeout(timeout)
    const response = await reach(url, token ?? null, body, signal)
    try {
      let text = ''
      for await (const chunk of decoded(response)) {
        text += chunk
        if (text.length > longestAnswer) break
      }
      return { status: response.status, text: text.slice(0, longestAnswer) }
    } catch (error) {
      throw unreachable(url, error)
    }
  },
  async follow({ url, token, body }, signal) {
    const response = await reach(url, token, body, signal)
    return { status: response.status, lines: linesOf(url, response) }
  },
  secret: (variable) => secretNamed(variable),
}

async function reach(
  url: string,
  token: string | null,
  body: unknown,
  signal: AbortSignal,
): Promise<Response> {
  try {
    return await fetch(url, {
      method: body === undefined ? 'GET' : 'POST',
      redirect: 'manual',
      signal,
      headers: {
        accept: 'application/json, text/event-stream',
        ...(token !== null && { authorization: `Bearer ${token}` }),
        ...(body !== undefined && { 'content-type': 'application/json' }),
      },
      ...(body !== undefined && { body: JSON.stringify(body) }),
    })
  } catch (error) {
    throw unreachable(url, error)
  }
}

async function* decoded(response: Response): AsyncIterable<string> {
  const decoder = new TextDecoder()
  for await (const chunk of response.body ?? []) yield decoder.decode(chunk as Uint8Array, { stream: true })
}

async function* linesOf(url: string, response: Response): AsyncIterable<string> {
  let rest = ''
  try {
    for await (const chunk of decoded(response)) {
      const lines = (rest + chunk).split(/\r\n|\n|\r(?!$)/u)
      rest = lines.pop() ?? ''
      yield* lines
      if (rest.length > longestAnswer) return
    }
  } catch (error) {
    throw unreachable(url, error)
  }
  if (rest !== '') yield rest
}

function unreachable(url: string, error: unknown): MailError {
  const name = error instanceof Error ? error.name : ''
  if (name === 'TimeoutError')
    return new MailError('timeout', `${url} did not answer in time.`, 'Try again later.')
  const cause = error instanceof Error && error.cause instanceof Error ? error.cause : error
  const why =
    cause instanceof Error ? cause.message || ('code' in cause ? String(cause.code) : '') : String(cause)
  return new MailError('not-found', `${url} cannot be reached: ${why}`, 'Is its server running?')
}
