import { bytesOf, startWithin } from '../domain/prompt/bytes.ts'
import type { Context } from '../services/context.ts'

/** As much of one body as an agent is given unless it asks for all of it: bytes of UTF-8. */
export const longestBody = 65_536

/** The agent that reads what is printed: the actor, if it is an agent or an agent acts in its name; else `null`. */
export function agentReader({ actor, principal }: Pick<Context, 'actor' | 'principal'>): string | null {
  return actor.kind === 'agent' || principal?.kind === 'agent' ? actor.address : null
}

/**
 * A value as its reader gets it. For an agent each message with a body is marked as untrusted, and a body beyond the
 * limit is cut unless the input asks for it in full.
 */
export function forReader(
  agent: string | null,
  value: unknown,
  input: { readonly [name: string]: unknown },
): unknown {
  if (agent === null || !isObject(value)) return value
  const full = input['full'] === true
  const marked: { [name: string]: unknown } = { ...value }
  for (const name of ['message', 'messages'])
    if (name in marked) marked[name] = markedMessages(marked[name], full)
  return marked
}

function markedMessages(value: unknown, full: boolean): unknown {
  if (Array.isArray(value)) return value.map((message) => markedMessages(message, full))
  if (!isObject(value) || typeof value['body'] !== 'string') return value
  const { body } = value
  const bytes = full || body.length <= longestBody / 3 ? 0 : bytesOf(body)
  if (bytes <= longestBody) return { ...value, untrusted: true }
  return {
    ...value,
    body: startWithin(body, longestBody),
    untrusted: true,
    bodyCut: true,
    bodyBytes: bytes,
  }
}

function isObject(value: unknown): value is { [name: string]: unknown } {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}
