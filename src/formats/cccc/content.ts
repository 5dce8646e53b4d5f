import { contentText } from '../../domain/debates/debate-body.ts'
import { isJsonObject, type Json, type JsonObject } from '../../domain/json.ts'
import type { Kind } from '../../domain/kind.ts'
import { own } from '../../domain/own.ts'
import { given, UnreadableError } from '../fields.ts'
import type { Parcel } from '../parcel.ts'

/** CCCC's typed messages; an unknown type becomes a notification. */
const kindOfType: Readonly<Record<string, Kind>> = {
  CLAIM: 'claim',
  COUNTER: 'counter',
  EVIDENCE: 'evidence',
  AGREE: 'agree',
  CONCEDE: 'concede',
  QUERY: 'query',
  RESPONSE: 'response',
  DIRECTIVE: 'directive',
  ESCALATE: 'escalation',
}

const typeOfKind: Readonly<Record<Kind, string>> = {
  claim: 'CLAIM',
  counter: 'COUNTER',
  evidence: 'EVIDENCE',
  agree: 'AGREE',
  concede: 'CONCEDE',
  query: 'QUERY',
  response: 'RESPONSE',
  directive: 'DIRECTIVE',
  escalation: 'ESCALATE',
  request: 'QUERY',
  // Only the foreman and people give directives: news is sent like an answer, and work as a request.
  notification: 'RESPONSE',
  handoff: 'QUERY',
  broadcast: 'RESPONSE',
  interrupt: 'DIRECTIVE',
  complete: 'RESPONSE',
}

/** The field that holds the text of each type. */
const textField: Readonly<Record<string, string>> = { DIRECTIVE: 'message', ESCALATE: 'reason' }

/** Why a type cannot be delivered; `null` for one that the protocol has. */
export function problemOfType(type: string): string | null {
  if (Object.hasOwn(kindOfType, type.toUpperCase())) return null
  return `the type ${type.slice(0, 60)} is none of ${Object.keys(kindOfType).join(', ')}`
}

export function kindOf(type: string): Kind {
  return own(kindOfType, type.toUpperCase()) ?? 'notification'
}

export function typeOf(kind: Kind): string {
  return typeOfKind[kind]
}

/** The text for people, and the whole of it. @throws UnreadableError */
export function readContent(record: JsonObject): Pick<Parcel, 'subject' | 'body' | 'payload'> {
  const content = given(record, 'content')
  if (typeof content === 'string') return { subject: '', body: content, payload: null }
  if (!isJsonObject(content)) throw new UnreadableError('content is neither an object nor a string')
  requireEvidence(content['evidence'])
  const { subject, body } = content
  return {
    subject: typeof subject === 'string' ? subject : '',
    body: typeof body === 'string' ? body : contentText(content),
    payload: content,
  }
}

/** Evidence is a list of texts, or of objects with a type. */
function requireEvidence(evidence: Json | undefined): void {
  if (evidence === undefined || evidence === null || typeof evidence === 'string') return
  const good =
    Array.isArray(evidence) && evidence.every((item: Json) => typeof item === 'string' || isJsonObject(item))
  if (!good) throw new UnreadableError('content.evidence is not a list of strings and objects')
}

/** The fields of a debate's payload; text that they do not contain is kept beside them. */
export function printContent({ kind, subject, body, payload }: Parcel): Json {
  const fields = isJsonObject(payload) ? payload : payload === null ? {} : { data: payload }
  const { subject: other, ...rest } = fields
  const untitled = typeof other === 'string' ? rest : fields
  const content = subject === '' ? untitled : other === subject ? fields : { subject, ...rest }
  if (textOf(content) === body) return content
  const named = { [own(textField, typeOf(kind)) ?? 'statement']: body, ...content }
  return textOf(named) === body ? named : { ...named, body }
}

function textOf(content: JsonObject): string {
  return typeof content['body'] === 'string' ? content['body'] : contentText(content)
}
