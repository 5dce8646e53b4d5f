import { isJsonObject } from '../domain/json.ts'
import { bytesOf, startWithin } from '../domain/prompt/bytes.ts'
import type { Context } from '../services/context.ts'

/** As much of one body as an agent is given unless it asks for all of it: bytes of UTF-8. */
export const longestBody = 65_536

/** The agent that reads what is printed: the actor, if it is an agent or an agent acts in its name; else `null`. */
export function agentReader({ actor, principal }: Pick<Context, 'actor' | 'principal'>): string | null {
  return actor.kind === 'agent' || principal?.kind === 'agent' ? actor.address : null
}

/**
 * Fields in which others write what they like. Names, addresses and tags are none: they have alphabets of their own. What is in
 * these fields is given as it is.
 */
export const othersFields: ReadonlySet<string> = new Set(
  (
    'subject preview body payload context fields meta snippet title text reason problem detail about asked lines response ' +
    'description metadata topic statement rationale evidence claim item decision approach summary words finish'
  ).split(' '),
)

/** Values whose words are the program's or the store's own, or fenced already. */
const ownValues = /^(?:statusLine|primed|injected|templates?|definition)$/u

/**
 * A value as its reader gets it. For an agent each object with words of others is marked as untrusted, and a body beyond the
 * limit is cut unless the input asks for it in full.
 */
export function forReader(
  agent: string | null,
  value: unknown,
  input: { readonly [name: string]: unknown },
  shape: string,
): unknown {
  if (agent === null) return value
  return marked(value, { full: input['full'] === true, marks: !ownValues.test(shape) })
}

type How = { readonly full: boolean; readonly marks: boolean }

function marked(value: unknown, how: How): unknown {
  if (Array.isArray(value)) return value.map((one) => marked(one, how))
  if (!isJsonObject(value)) return value
  const entries = Object.entries(value)
  const whole = Object.fromEntries(
    entries.map(([name, one]) => [name, othersFields.has(name) ? one : marked(one, how)]),
  )
  const says = entries.some(([name, one]) => othersFields.has(name) && isSaid(one))
  return { ...whole, ...cutBody(value, how), ...(says && how.marks ? { untrusted: true } : {}) }
}

function cutBody({ body }: Some, { full }: How): Some {
  if (full || typeof body !== 'string' || body.length <= longestBody / 3) return {}
  const bytes = bytesOf(body)
  if (bytes <= longestBody) return {}
  return { body: startWithin(body, longestBody), bodyCut: true, bodyBytes: bytes }
}

/** An empty list or text says nothing. */
function isSaid(value: unknown): boolean {
  return Array.isArray(value) ? value.length > 0 : value !== null && value !== ''
}

type Some = { readonly [name: string]: unknown }
