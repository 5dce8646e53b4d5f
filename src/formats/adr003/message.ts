import { lightFormat } from 'date-fns/lightFormat'
import { isStatus, type Status } from '../../domain/delivery.ts'
import { isJsonObject, type JsonObject } from '../../domain/json.ts'
import type { Kind } from '../../domain/kind.ts'
import { dateOf } from '../../domain/moment.ts'
import type { Priority } from '../../domain/priority.ts'
import { metaOf, restored } from '../exact.ts'
import {
  given,
  optionalText,
  optionalTime,
  requiredName,
  requiredText,
  requiredTime,
  texts,
  UnreadableError,
} from '../fields.ts'
import type { Found } from '../format.ts'
import { emptyParcel, everyone, type Parcel, type ParcelCopy, unreadCopy } from '../parcel.ts'

/** ADR-003 §1.1 `MessagePriority`, 1 to 4. */
const priorities: readonly Priority[] = ['low', 'normal', 'high', 'urgent']
const types = ['request', 'response', 'notification', 'handoff', 'escalation'] as const
type Type = (typeof types)[number]

/** ADR-003 has five types; this is the nearest one for each of our kinds. */
const typeOf: Readonly<Record<Kind, Type>> = {
  request: 'request',
  response: 'response',
  notification: 'notification',
  handoff: 'handoff',
  escalation: 'escalation',
  broadcast: 'notification',
  interrupt: 'request',
  complete: 'notification',
  claim: 'request',
  counter: 'request',
  evidence: 'request',
  agree: 'response',
  concede: 'response',
  query: 'request',
  directive: 'request',
}

/** A `MSG-*.json` as ADR-003 §1.1 `from_dict` reads it. A file in `archive/` is archived, whatever its status was. */
export function readMessage(archived: boolean): (record: JsonObject, where: string) => readonly Found[] {
  return (record, where) => {
    const to = requiredName(record, 'to_agent')
    const parcel: Parcel = {
      ...emptyParcel,
      id: requiredName(record, 'id'),
      from: requiredName(record, 'from_agent'),
      to: [to],
      kind: kindOf(requiredText(record, 'type')),
      priority: priorityOf(record),
      subject: requiredText(record, 'subject'),
      body: requiredText(record, 'body'),
      payload: objectIn(record, 'payload'),
      context: objectIn(record, 'context'),
      attachments: texts(record, 'attachments'),
      tags: texts(record, 'tags'),
      swarm: optionalText(record, 'swarm_name'),
      sentAt: requiredTime(record, 'created_at', 'local'),
      expiresAt: optionalTime(record, 'expires_at', 'local'),
      replyTo: optionalText(record, 'reply_to'),
      thread: optionalText(record, 'thread_id'),
      copies: [copyOf(record, to, archived)],
    }
    return [
      {
        type: 'parcel',
        where,
        parcel: { ...parcel, meta: metaBeside(parcel, record, archived) },
      },
    ]
  }
}

/** Nobody has a copy of mail to the system: what its file says of one, and that it lies in the archive, is kept beside the message. */
function metaBeside(parcel: Parcel, record: JsonObject, archived: boolean): Parcel['meta'] {
  if (!parcel.to.includes('system')) return metaOf('adr003', fileOf(parcel, parcel.copies[0]), record)
  const kept = archived ? { ...record, status: 'archived' } : record
  return metaOf('adr003', fileOf(parcel, undefined), kept)
}

/** `MessageType(…)` raises an error for any other word. */
function kindOf(type: string): Kind {
  const kind = types.find((known) => known === type)
  if (kind !== undefined) return kind
  throw new UnreadableError(`unknown type: ${JSON.stringify(type.slice(0, 60))} (known: ${types.join(', ')})`)
}

/** `MessagePriority(…)` raises an error for any other number. */
function priorityOf(record: JsonObject): Priority {
  const value = given(record, 'priority')
  const priority = typeof value === 'number' ? priorities[value - 1] : undefined
  if (priority !== undefined) return priority
  throw new UnreadableError(`priority is ${JSON.stringify(value)?.slice(0, 60)}, not a number from 1 to 4`)
}

/** An empty dictionary counts as absent. */
function objectIn(record: JsonObject, name: string): JsonObject | null {
  const value = given(record, name)
  if (value === undefined) return null
  if (!isJsonObject(value)) throw new UnreadableError(`${name} is not an object`)
  return Object.keys(value).length === 0 ? null : value
}

function copyOf(record: JsonObject, to: string, archived: boolean): ParcelCopy {
  const word = optionalText(record, 'status') ?? 'unread'
  if (!isStatus(word)) throw new UnreadableError(`unknown status: ${JSON.stringify(word.slice(0, 60))}`)
  const readAt = optionalTime(record, 'read_at', 'local')
  const completedAt = optionalTime(record, 'completed_at', 'local')
  const status: Status = archived ? 'archived' : word
  const before =
    word === 'archived' ? (completedAt !== null ? 'completed' : readAt !== null ? 'read' : 'unread') : word
  return {
    ...unreadCopy,
    owner: to.startsWith('broadcast:') ? everyone : to,
    status,
    was: status === 'archived' ? before : null,
    readAt,
    completedAt,
  }
}

/** The file of one copy, as ADR-003 §1.1 `to_dict` writes it. */
export function printFile(parcel: Parcel, copy: ParcelCopy | undefined): JsonObject {
  return restored('adr003', fileOf(parcel, copy), parcel.meta)
}

function fileOf(parcel: Parcel, copy: ParcelCopy | undefined): JsonObject {
  const { payload } = parcel
  const owner = copy === undefined || copy.owner === everyone ? (parcel.to[0] ?? '') : copy.owner
  return {
    id: copy?.id ?? parcel.id,
    from_agent: parcel.from,
    to_agent: owner,
    swarm_name: parcel.swarm,
    type: typeOf[parcel.kind],
    subject: parcel.subject,
    body: parcel.body,
    payload: payload === null ? {} : isJsonObject(payload) ? payload : { value: payload },
    priority: priorities.indexOf(parcel.priority) + 1,
    created_at: naiveLocal(parcel.sentAt),
    expires_at: typeof parcel.expiresAt === 'number' ? naiveLocal(parcel.expiresAt) : null,
    status: copy?.status ?? 'unread',
    read_at: naiveOrNull(copy?.readAt),
    completed_at: naiveOrNull(copy?.completedAt),
    reply_to: parcel.replyTo,
    thread_id: parcel.thread,
    context: parcel.context ?? {},
    attachments: parcel.attachments,
    tags: parcel.tags,
  }
}

function naiveOrNull(at: number | null | undefined): string | null {
  return at === null || at === undefined ? null : naiveLocal(at)
}

/** Python's `datetime.now().isoformat()`: local time without a zone, with microseconds if there are any. */
function naiveLocal(at: number): string {
  const time = dateOf(at)
  const seconds = lightFormat(time, "yyyy-MM-dd'T'HH:mm:ss")
  return time.getMilliseconds() === 0 ? seconds : `${seconds}.${lightFormat(time, 'SSS')}000`
}
