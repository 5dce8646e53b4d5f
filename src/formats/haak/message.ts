import { isJsonObject, type Json, type JsonObject } from '../../domain/json.ts'
import type { Kind } from '../../domain/kind.ts'
import { metaOf, restored } from '../exact.ts'
import {
  given,
  isoUtc,
  optionalText,
  requiredName,
  requiredText,
  requiredTime,
  texts,
  UnreadableError,
} from '../fields.ts'
import type { Found } from '../format.ts'
import { emptyParcel, everyone, type Parcel, type ParcelCopy, unreadCopy } from '../parcel.ts'

const hour = 3_600_000

/** A century: without a number, HAAK gives mail to a session 24 hours and a broadcast 4. */
const endless = 876_000

/** HAAK has two names for one field: those of its table (`recipient`, `content`) and of its script (`to`, `subject`, `body`). */
type Spelling = 'table' | 'script'

/** One line of `agent-mailbox.jsonl`, or of an archive, which holds mail archived for everyone. */
export function readMessage(archived: boolean): (record: JsonObject, where: string) => readonly Found[] {
  return (record, where) => {
    const id = requiredName(record, 'id')
    const to = recipientsOf(record)
    const sentAt = requiredTime(record, 'timestamp')
    const replyTo = optionalText(record, 'thread')
    const readers = texts(record, 'read_by').map(
      (owner): ParcelCopy => ({ ...unreadCopy, owner, status: 'read' }),
    )
    const parcel: Parcel = {
      ...emptyParcel,
      id,
      from: requiredName(record, 'sender', 'from'),
      to,
      kind: kindOf(to, replyTo),
      subject: optionalText(record, 'subject') ?? '',
      body: requiredText(record, 'content', 'body'),
      sentAt,
      expiresAt: expiryOf(record, sentAt),
      replyTo,
      copies: archived ? [{ ...unreadCopy, owner: everyone, status: 'archived' }, ...readers] : readers,
    }
    const spelling: Spelling = given(record, 'content') === undefined ? 'script' : 'table'
    const meta = metaOf('haak', lineOf(parcel, spelling), record)
    const spelt = spelling === 'script' ? { spelling } : {}
    return [
      {
        type: 'parcel',
        where,
        parcel: { ...parcel, meta: meta === null && spelling === 'table' ? null : { ...meta, ...spelt } },
      },
    ]
  }
}

/** A list, or tags separated by commas: any one of them may match. */
function recipientsOf(record: JsonObject): readonly string[] {
  const written = texts(record, 'recipient', 'to').flatMap((text) =>
    text.includes(',') ? text.split(',') : [text],
  )
  const to = written.map((text) => text.trim()).filter((text) => text !== '')
  if (to.length > 0) return to
  throw new UnreadableError('recipient or to is missing')
}

function kindOf(to: readonly string[], replyTo: string | null): Kind {
  if (to.every((address) => address === 'all' || /^(?:project|concern|domain):/u.test(address)))
    return 'notification'
  return replyTo === null ? 'request' : 'response'
}

function expiryOf(record: JsonObject, sentAt: number): number | null | 'default' {
  const hours = given(record, 'ttl_hours')
  if (hours === undefined) return 'default'
  if (typeof hours !== 'number' || !Number.isFinite(sentAt + hours * hour))
    throw new UnreadableError('ttl_hours is not a number of hours')
  if (hours === endless) return null
  return Math.min(sentAt + Math.round(hours * hour), 8e15)
}

export function printMessage(parcel: Parcel): JsonObject {
  const spelling = parcel.meta?.['spelling'] === 'script' ? 'script' : 'table'
  return restored('haak', lineOf(parcel, spelling), parcel.meta)
}

function lineOf(parcel: Parcel, spelling: Spelling): JsonObject {
  const { id, from, subject, body, sentAt, replyTo, expiresAt } = parcel
  const [only, ...more] = [...new Set([...parcel.to, ...parcel.cc])]
  const recipient: Json = more.length === 0 ? (only ?? '') : [only ?? '', ...more]
  const lasting = [...parcel.to, ...parcel.cc].every((text) =>
    /^(?:role|project|concern|domain):/u.test(text),
  )
  const whole = typeof expiresAt === 'number' ? Math.max(0, Math.ceil((expiresAt - sentAt) / hour)) : null
  const ttl_hours = expiresAt === null && !lasting ? endless : whole
  const timestamp = isoUtc(sentAt)
  return spelling === 'script'
    ? { id, from, to: recipient, timestamp, subject, body, thread: replyTo, ttl_hours, read_by: [] }
    : {
        id,
        sender: from,
        recipient,
        timestamp,
        ...(subject === '' ? {} : { subject }),
        content: body,
        thread: replyTo,
        ttl_hours,
        read_by: [],
      }
}

/** A line of `agent-mailbox-reads.jsonl`; the source's own text lost two of its underscores. */
export function readMark(record: JsonObject, where: string): readonly Found[] {
  const id = requiredName(record, 'message_id', 'messageid')
  const owner = requiredName(record, 'reader_session_id', 'readersession_id')
  const at = requiredTime(record, 'timestamp')
  return [{ type: 'mark', where, mark: { id, owner, status: 'read', at } }]
}

export function printMark(message_id: string, { owner, readAt }: ParcelCopy): JsonObject {
  return { message_id, reader_session_id: owner, timestamp: isoUtc(readAt ?? 0) }
}

/** An entry of a file of ours: the fields that it states itself. */
export function textIn(value: Json, ...names: readonly string[]): string {
  const text = isJsonObject(value) ? given(value, ...names) : undefined
  return typeof text === 'string' ? text : ''
}
