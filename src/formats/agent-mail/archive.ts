import type { Json, JsonObject } from '../../domain/json.ts'
import { given, optionalText, requiredName, texts, UnreadableError } from '../fields.ts'
import type { Found } from '../format.ts'
import { emptyParcel } from '../parcel.ts'
import { reading } from '../reading.ts'
import { kindOf } from './row.ts'
import {
  addressOf,
  isOverseer,
  momentOf,
  type Names,
  nameMessage,
  pathsOf,
  priorityOf,
  threadOf,
} from './words.ts'

const form = /^---json\r?\n([\s\S]*?)\r?\n---\r?\n\r?\n?([\s\S]*)$/u

/** A message of the archive: its fields as JSON between two lines, then its text. It does not say who has read it. */
export function readFile(project: string, value: Json, where: string, names: Names): readonly Found[] {
  const [, fields, body] = typeof value === 'string' ? (form.exec(value) ?? []) : []
  if (fields === undefined || body === undefined)
    return [{ type: 'skipped', where, why: 'it does not begin with the fields of a message' }]
  let record: Json
  try {
    record = JSON.parse(fields) as Json
  } catch {
    return [{ type: 'skipped', where, why: 'it is not JSON: the fields of the message' }]
  }
  return reading((one, at) => [{ type: 'parcel', where: at, parcel: parcelOf(project, one, body, names) }])(
    record,
    where,
  )
}

function parcelOf(project: string, record: JsonObject, body: string, names: Names) {
  const id = given(record, 'id')
  if (typeof id !== 'number' && typeof id !== 'string') throw new UnreadableError('id is missing')
  const sender = requiredName(record, 'from')
  const named = (field: string) => texts(record, field).map((name) => addressOf(project, name))
  const sentAt = momentOf(given(record, 'created', 'created_ts'), 'created')
  const topic = optionalText(record, 'topic')
  return {
    ...emptyParcel,
    id: nameMessage(names, project, String(id), sentAt),
    from: addressOf(project, sender),
    fromKind: isOverseer(sender) ? ('user' as const) : null,
    to: named('to'),
    cc: named('cc'),
    kind: kindOf(given(record, 'ack_required')),
    priority: priorityOf(optionalText(record, 'importance')),
    subject: optionalText(record, 'subject') ?? '',
    body: body.replace(/\r?\n$/u, ''),
    attachments: pathsOf(record['attachments']),
    tags: topic === null || topic === '' ? [] : [topic],
    sentAt,
    ...threadOf(names, project, optionalText(record, 'thread_id'), String(id)),
    copies: [],
  }
}
