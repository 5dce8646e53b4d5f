import { isJsonObject, type Json, type JsonObject } from '../../domain/json.ts'
import type { Kind } from '../../domain/kind.ts'
import { given, UnreadableError } from '../fields.ts'
import type { Parcel } from '../parcel.ts'

/** CCCC's typed messages; a word that is none of them is told to people as a notification. */
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
  notification: 'DIRECTIVE',
  handoff: 'DIRECTIVE',
  broadcast: 'DIRECTIVE',
  interrupt: 'DIRECTIVE',
  complete: 'RESPONSE',
}

/** Where the text of each type stands. */
const textField: Readonly<Record<string, string>> = { DIRECTIVE: 'message', ESCALATE: 'reason' }
const textFields = ['statement', 'message', 'reason', 'response', 'text'] as const

export function kindOf(type: string): Kind {
  return kindOfType[type.toUpperCase()] ?? 'notification'
}

export function typeOf(kind: Kind): string {
  return typeOfKind[kind]
}

/** The text that people read, and the whole of it. @throws UnreadableError */
export function readContent(record: JsonObject): Pick<Parcel, 'subject' | 'body' | 'payload'> {
  const content = given(record, 'content')
  if (typeof content === 'string') return { subject: '', body: content, payload: null }
  if (!isJsonObject(content)) throw new UnreadableError('content is no object and no text')
  requireEvidence(content['evidence'])
  const text = given(content, ...textFields)
  const subject = content['subject']
  return {
    subject: typeof subject === 'string' ? subject : '',
    body: typeof text === 'string' ? text : JSON.stringify(content),
    payload: content,
  }
}

/** Evidence is a list of texts and of objects that say their type. */
function requireEvidence(evidence: Json | undefined): void {
  if (evidence === undefined || evidence === null || typeof evidence === 'string') return
  const good =
    Array.isArray(evidence) && evidence.every((item: Json) => typeof item === 'string' || isJsonObject(item))
  if (!good) throw new UnreadableError('content.evidence is no list of texts and objects')
}

export function printContent({ kind, subject, body, payload }: Parcel): Json {
  const field = textField[typeOf(kind)] ?? 'statement'
  if (isJsonObject(payload)) {
    const own = given(payload, ...textFields)
    if (own === body || (own === undefined && JSON.stringify(payload) === body)) return payload
    const { subject: _subject, ...rest } = payload
    return {
      ...(subject === '' ? {} : { subject }),
      [field]: body,
      ...(textFields.some((name) => name in rest) ? { data: rest } : rest),
    }
  }
  return {
    ...(subject === '' ? {} : { subject }),
    [field]: body,
    ...(payload === null ? {} : { data: payload }),
  }
}
