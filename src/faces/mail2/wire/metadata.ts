import { isJsonObject, type Json, type JsonObject } from '../../../domain/json.ts'
import { kinds } from '../../../domain/kind.ts'
import { priorities } from '../../../domain/priority.ts'
import type { FullMessageValue } from '../../../values/mail-schema.ts'
import { type BodyFields, readBody } from '../../http/fields.ts'
import { invalid } from '../statuses.ts'

/** The one key of `metadata` under which there is what MAIL 2.0 has no word for. */
export const ownKey = 'watchpost'

/** What the message says in fields of the protocol's own, and what only lists of ours need. */
const told = ['from', 'to', 'replyTo', 'subject', 'body', 'sentAt', 'preview', 'meta', 'untrusted'] as const

/** All else that is known of a message. */
export function ownMetadata(message: FullMessageValue): JsonObject {
  const rest = Object.entries(message).filter(
    ([name, value]) => !(told as readonly string[]).includes(name) && value !== undefined && value !== null,
  )
  return { [ownKey]: Object.fromEntries(rest) as JsonObject }
}

/** What a sender may say under that key. */
export type Said = {
  readonly priority?: (typeof priorities)[number] | undefined
  readonly kind?: (typeof kinds)[number] | undefined
  readonly task?: string | undefined
  readonly expires?: string | undefined
  readonly payload?: Json | undefined
  readonly option?: number | undefined
}

const sayable = ['priority', 'kind', 'task', 'expires', 'payload', 'option']
const path = ['body', 'metadata', ownKey]

/** @throws Refusal 422 */
export function readSaid(fields: BodyFields): Said {
  const metadata = fields.object('metadata') ?? {}
  const other = Object.keys(metadata).find((name) => name !== ownKey)
  if (other !== undefined) throw invalid(`metadata may have ${ownKey} alone`, ['body', 'metadata', other])
  const given = metadata[ownKey] ?? {}
  if (!isJsonObject(given)) throw invalid(`${ownKey} must be an object`, path)
  const strange = Object.keys(given).find((name) => !sayable.includes(name))
  if (strange !== undefined)
    throw invalid(`${ownKey} may have ${sayable.join(', ')}, and no ${strange}`, [...path, strange])
  const said = readBody(given, invalid, path)
  return {
    priority: said.word('priority', priorities),
    kind: said.word('kind', kinds),
    task: said.text('task'),
    expires: said.text('expires'),
    payload: said.any('payload'),
    option: optionIn(given),
  }
}

function optionIn(given: JsonObject): number | undefined {
  const option = given['option'] ?? undefined
  if (option === undefined || (typeof option === 'number' && Number.isSafeInteger(option) && option > 0))
    return option
  throw invalid('option must be a whole number above 0', [...path, 'option'])
}
