import { createHash } from 'node:crypto'
import { isStatus, type Status } from '../../domain/delivery.ts'
import { isJsonObject, type Json, type JsonObject } from '../../domain/json.ts'
import { parseDate } from '../../domain/moment.ts'
import { metaOf, restored } from '../exact.ts'
import { given, isoUtc, optionalText, requiredText, requiredTime, texts, UnreadableError } from '../fields.ts'
import type { Due, Found } from '../format.ts'
import { emptyParcel, type Parcel, type ParcelCopy, unreadCopy, untimed } from '../parcel.ts'
import { kindOf, printContent, problemOfType, readContent, typeOf } from './content.ts'

/** The place of a message: a peer's inbox, outbox, archive or directives, a file of its own, or a shared file. */
export type Place = {
  readonly box: 'inbox' | 'outbox' | 'archive' | 'directives' | 'loose' | Shared
  readonly owner: string | null
}

export const sharedFiles = {
  consensus: 'shared/consensus.json',
  blockers: 'shared/blockers.json',
  topic: 'shared/current_topic.json',
} as const
export type Shared = keyof typeof sharedFiles

const known = new Set(['peera', 'peerb', 'foreman', 'auxiliary', 'human', 'aux'])

/** `PeerA` and `peera` are the same peer. */
export function normalName(name: string): string {
  const low = name.trim().toLowerCase()
  return known.has(low) ? low : name.trim()
}

/** The name of a peer's folder; a name that would lead elsewhere is made harmless. */
export function folderFor(owner: string): string {
  const safe = owner.replace(/[/\\\0]/gu, '_').slice(0, 200)
  return safe === '' || safe === '.' || safe === '..' ? `_${safe}` : safe
}

/**
 * One message at a place, which supplies the fields that its record may leave out.
 * @param around the fields of its document beside the list @throws UnreadableError
 */
export function readMessage(
  record: JsonObject,
  where: string,
  place: Place,
  around: JsonObject = {},
): readonly Found[] {
  const { owner, box } = place
  const from = optionalText(record, 'from') ?? (box === 'outbox' || box === 'directives' ? owner : null)
  if (from === null || from.trim() === '') throw new UnreadableError('from is missing')
  if (box === 'outbox' && owner !== null && folderFor(normalName(from)) !== owner)
    throw new UnreadableError(`from is ${from.slice(0, 60)}, but this is the outbox of ${owner}`)
  const sender = normalName(from)
  const named = texts(record, 'to').map(normalName)
  const to =
    named.length > 0
      ? named
      : (box === 'inbox' || (box === 'archive' && owner !== sender)) && owner !== null
        ? [owner]
        : box === 'directives'
          ? ['all']
          : []
  if (to.length === 0) throw new UnreadableError('to is missing')
  const kind = kindOf(requiredText(record, 'type'))
  const context = given(record, 'context')
  if (context !== undefined && !isJsonObject(context)) throw new UnreadableError('context is not an object')
  const task = context === undefined ? null : optionalText(context, 'task_id')
  const local = optionalText(record, 'id') ?? idFor(record)
  const parcel: Parcel = {
    ...emptyParcel,
    id: `${sender}/${local}`,
    aliases: [local],
    from: sender,
    to,
    kind,
    ...readContent(record),
    context: context ?? null,
    task,
    sentAt: given(record, 'timestamp') === undefined ? untimed : requiredTime(record, 'timestamp'),
    replyTo: optionalText(record, 'reply_to'),
    thread: optionalText(record, 'thread') ?? task,
    copies: copiesOf(record, place, sender, to),
  }
  const name = placeName(place)
  const meta = {
    ...metaOf(name, recordOf(parcel, place, parcel.copies[0]), record),
    places: [name],
    ...(Object.keys(around).length === 0 ? {} : { around: { [name]: around } }),
  }
  const copies = parcel.copies.map((copy) => ({ ...copy, readAt: readAtOf(copy, around, parcel.sentAt) }))
  return [{ type: 'parcel', where, parcel: { ...parcel, copies, meta } }]
}

/** An entry of an outbox, as its writer hands it over. */
export function dueOf(entry: Json, writer: string): Due {
  const record = isJsonObject(entry) ? entry : {}
  const { delivered, ...written } = record
  const { id, type } = record
  const local = typeof id === 'string' && id !== '' ? id : idFor(entry)
  return {
    id: `${writer}/${local}`,
    local,
    writer,
    digest: digestOf(isJsonObject(entry) ? written : entry),
    delivered: delivered === true,
    problem: typeof type === 'string' ? problemOfType(type) : null,
  }
}

/** The id of an entry that has none. */
function idFor(entry: Json): string {
  return `cccc-${digestOf(entry)}`
}

function digestOf(value: Json): string {
  return createHash('sha256').update(JSON.stringify(value)).digest('hex').slice(0, 12)
}

function copiesOf(
  record: JsonObject,
  { box, owner: folder }: Place,
  sender: string,
  to: readonly string[],
): readonly ParcelCopy[] {
  const owner = to.find((one) => folderFor(one) === folder) ?? folder
  if (owner === null || owner === sender) return []
  if (box === 'archive') return [{ ...unreadCopy, owner, status: 'archived', was: 'read' }]
  return box === 'inbox'
    ? [{ ...unreadCopy, owner, status: statusOf(optionalText(record, 'status') ?? 'unread') }]
    : []
}

/** An inbox states when it was last read; a message that is no longer unread was read by then. */
function readAtOf({ status }: ParcelCopy, around: JsonObject, sentAt: number): number | null {
  const last = around['last_read']
  const at = typeof last === 'string' ? parseDate(last) : Number.NaN
  return status !== 'unread' && at >= sentAt ? at : null
}

export function statusOf(word: string): Status {
  if (isStatus(word)) return word
  return word === 'processed' || word === 'done' ? 'completed' : 'unread'
}

export function printMessage(parcel: Parcel, place: Place, copy: ParcelCopy | undefined): JsonObject {
  const record = recordOf(parcel, place, copy)
  // A message that arrived in an inbox with extra fields keeps them when it is archived.
  const inbox = place.box === 'archive' ? parcel.meta?.[placeName({ ...place, box: 'inbox' })] : undefined
  return restored(placeName(place), isJsonObject(inbox) ? { ...inbox, ...record } : record, parcel.meta)
}

function recordOf(parcel: Parcel, { box }: Place, copy: ParcelCopy | undefined): JsonObject {
  const [only, ...others] = parcel.to
  const context = contextOf(parcel)
  // The owner of the inbox is the recipient, unless the message says more.
  const isPlain = others.length === 0 && only === (copy?.owner ?? only) && folderFor(only ?? '') === only
  return {
    id: localId(parcel),
    ...(parcel.sentAt === untimed ? {} : { timestamp: isoUtc(parcel.sentAt) }),
    ...(box === 'outbox' && folderFor(parcel.from) === parcel.from ? {} : { from: parcel.from }),
    ...(box === 'inbox' && isPlain ? {} : { to: others.length > 0 ? parcel.to : (only ?? '') }),
    type: typeOf(parcel.kind),
    content: printContent(parcel),
    ...(context === null ? {} : { context }),
    ...(parcel.replyTo === null ? {} : { reply_to: parcel.replyTo }),
    ...(parcel.thread === null || parcel.thread === parcel.task ? {} : { thread: parcel.thread }),
    ...(box === 'inbox' ? { status: copy?.status ?? 'unread' } : {}),
    ...(box === 'outbox' ? { delivered: true } : {}),
  }
}

function contextOf({ context, task, round }: Parcel): JsonObject | null {
  const ours: JsonObject = {
    ...(task === null || context?.['task_id'] !== undefined ? {} : { task_id: task }),
    ...(round === null || context?.['round'] !== undefined ? {} : { round }),
  }
  return Object.keys(ours).length === 0 ? context : { ...context, ...ours }
}

/** The id without its sender's name. */
export function localId({ id, from }: Pick<Parcel, 'id' | 'from'>): string {
  const owner = normalName(from)
  return id.startsWith(`${owner}/`) ? id.slice(owner.length + 1) : id
}

export function placeName({ box, owner }: Place): string {
  return owner === null ? `cccc ${box}` : `cccc ${box} ${owner}`
}
