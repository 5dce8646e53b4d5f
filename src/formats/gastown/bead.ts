import type { Status } from '../../domain/delivery.ts'
import type { JsonObject } from '../../domain/json.ts'
import { metaOf, restored } from '../exact.ts'
import {
  given,
  isoUtc,
  optionalText,
  requiredName,
  requiredText,
  requiredTime,
  texts,
  timeOf,
} from '../fields.ts'
import type { Found } from '../format.ts'
import { emptyParcel, type Parcel, type ParcelCopy, unreadCopy } from '../parcel.ts'
import { requireQueue, requireTarget } from './target.ts'
import { addressOf, kindOf, numberOf, placeIn, priorityOf, titleOf, typeOf } from './words.ts'

/** Labels whose value goes into a field; all others are tags. */
const named = [
  'from',
  'msg-type',
  'thread',
  'reply-to',
  'cc',
  'queue',
  'channel',
  'claimed-by',
  'claimed-at',
  'delivery-acked-by',
  'delivery-acked-at',
] as const
const bare = new Set(['gt:message', 'read', 'delivery:pending', 'delivery:acked'])

type Labels = {
  readonly all: readonly string[]
  one(name: (typeof named)[number]): string | null
  many(name: (typeof named)[number]): readonly string[]
}

function labelsOf(record: JsonObject): Labels {
  const all = texts(record, 'labels')
  const many = (name: string) =>
    all.filter((label) => label.startsWith(`${name}:`)).map((label) => decoded(label.slice(name.length + 1)))
  return { all, many, one: (name) => many(name)[0] ?? null }
}

/** A message bead with its labels. @throws UnreadableError */
export function readBead(record: JsonObject, where: string): readonly Found[] {
  const labels = labelsOf(record)
  const [queue, channel] = [labels.one('queue'), labels.one('channel')]
  const assignee = (optionalText(record, 'assignee') ?? '').trim()
  const to = requireTarget({ queue, channel, direct: assignee })
  if (labels.one('claimed-by') !== null) requireQueue(queue)
  const id = requiredName(record, 'id')
  const sentAt = requiredTime(record, 'created_at')
  if (record['status'] === 'tombstone')
    return [
      { type: 'mark', where, mark: { id, owner: to, status: 'archived', at: sentAt, isDeletion: true } },
    ]
  const parcel: Parcel = {
    ...emptyParcel,
    id,
    from: addressOf(labels.one('from') ?? requiredName(record, 'created_by')),
    to: [to],
    cc: labels.many('cc').map(addressOf),
    kind: kindOf(labels.one('msg-type')),
    priority: priorityOf(given(record, 'priority')),
    subject: requiredText(record, 'title'),
    body: optionalText(record, 'description') ?? '',
    tags: labels.all
      .filter((label) => !bare.has(label) && !named.some((name) => label.startsWith(`${name}:`)))
      .map(decoded),
    sentAt,
    replyTo: labels.one('reply-to'),
    thread: labels.one('thread'),
    copies: channel !== null ? [] : [copyOf(record, labels, to)],
  }
  const meta = metaOf('bead', beadOf(parcel), record)
  return [{ type: 'parcel', where, parcel: { ...parcel, meta: { ...meta, shape: 'bead' } } }]
}

/** The three statuses of mail; what is pinned or blocked is open. */
function statusOf(record: JsonObject): 'open' | 'hooked' | 'closed' {
  const status = optionalText(record, 'status')
  if (status === 'closed') return 'closed'
  return status === 'hooked' || status === 'in_progress' ? 'hooked' : 'open'
}

/** Gas Town's two steps of delivery: `acked` wins over `pending`; an unfinished step does not count. */
function copyOf(record: JsonObject, { all, one }: Labels, owner: string): ParcelCopy {
  const time = (name: 'claimed-at' | 'delivery-acked-at') => {
    const text = one(name)
    return text === null ? null : timeOf(text, name)
  }
  const status = statusOf(record)
  const read = all.includes('read')
  const claimedBy = one('claimed-by')
  return {
    ...unreadCopy,
    owner,
    status: status === 'closed' ? 'archived' : status === 'hooked' ? 'processing' : read ? 'read' : 'unread',
    was: status === 'closed' ? (read ? 'read' : 'unread') : null,
    acknowledgedAt: all.includes('delivery:acked') ? time('delivery-acked-at') : null,
    claimedBy: claimedBy === null ? null : addressOf(claimedBy),
    // Only items of queues are claimed.
    claimedAt: claimedBy === null ? null : time('claimed-at'),
  }
}

export function printBead(parcel: Parcel): JsonObject {
  return restored('bead', beadOf(parcel), parcel.meta)
}

function beadOf(parcel: Parcel): JsonObject {
  const { to } = parcel
  const copies = tellingCopies(parcel)
  const inPlace = placeIn(to, 'queue') !== null || placeIn(to, 'channel') !== null
  const closed = copies.length > 0 && copies.every(({ status }) => isOver(status))
  const hooked = copies.some(({ status, claimedBy }) => status === 'processing' && claimedBy === null)
  return {
    id: parcel.id,
    title: titleOf(parcel),
    description: parcel.body,
    status: closed ? 'closed' : hooked && !inPlace ? 'hooked' : 'open',
    priority: numberOf(parcel.priority),
    issue_type: 'message',
    assignee: to[0] ?? '',
    created_at: isoUtc(parcel.sentAt),
    labels: printedLabels(parcel),
  }
}

/** A bead has the state of its assignee's copy; without one, of all copies together. */
function tellingCopies({ to, copies }: Parcel): readonly ParcelCopy[] {
  const main = to[0] === undefined ? undefined : addressOf(to[0].replace(/^agent:/u, ''))
  const own = copies.filter(({ owner }) => owner === to[0] || owner === main)
  const telling = own.length > 0 ? own : copies
  if (placeIn(to, 'queue') !== null) return telling
  // Only items of queues are claimed.
  return telling.map((copy) => ({ ...copy, claimedBy: null, claimedAt: null }))
}

function isOver(status: Status): boolean {
  return status === 'archived' || status === 'completed'
}

function printedLabels(parcel: Parcel): readonly string[] {
  const { to, cc, tags, replyTo, thread, from, kind } = parcel
  const copies = tellingCopies(parcel)
  const label = (name: (typeof named)[number], value: string | null) =>
    value === null ? [] : [`${name}:${encoded(value)}`]
  const copy = copies.find(({ claimedBy }) => claimedBy !== null) ?? copies[0]
  const at = (time: number | null | undefined) => (time === null || time === undefined ? null : isoUtc(time))
  const seen =
    copies.length > 0 &&
    copies.every(
      ({ status, was, claimedBy }) =>
        // A claim has labels of its own.
        claimedBy === null && status !== 'unread' && !(status === 'archived' && was === 'unread'),
    )
  const acked = copy?.acknowledgedAt ?? null
  return [
    'gt:message',
    ...label('from', from),
    ...label('msg-type', typeOf(kind)),
    ...label('thread', thread),
    ...label('reply-to', replyTo),
    ...[...to.slice(1), ...cc].flatMap((one) => label('cc', one)),
    ...label('queue', placeIn(to, 'queue')),
    ...label('channel', placeIn(to, 'channel')),
    ...label('claimed-by', copy?.claimedBy ?? null),
    ...label('claimed-at', at(copy?.claimedAt)),
    ...(acked === null
      ? []
      : [
          ...label('delivery-acked-by', copy?.owner ?? ''),
          ...label('delivery-acked-at', at(acked)),
          'delivery:acked',
        ]),
    ...(seen ? ['read'] : []),
    ...tags.map(encoded),
  ]
}

/**
 * `closed`, `hooked`, `claimed:ADDRESS`, `read` or `unread`. A delivery that is acknowledged says nothing of its reader, and
 * whether mail was read matters only in the inbox.
 */
export function stateOfBead(parcel: Parcel): string {
  const record = printBead(parcel)
  const { all, one } = labelsOf(record)
  const status = statusOf(record)
  const claimedBy = one('claimed-by')
  if (status === 'closed') return status
  if (claimedBy !== null) return `claimed:${addressOf(claimedBy)}`
  return status === 'hooked' ? status : all.includes('read') ? 'read' : 'unread'
}

const stateLabels = /^(?:read$|claimed-(?:by|at):)/u

/** Their bead in our state. `bd` wants `closed_at` in closed beads only. */
export function restatedBead(theirs: JsonObject, ours: JsonObject, at: number): JsonObject {
  const kept = texts(theirs, 'labels').filter((label) => !stateLabels.test(label))
  const states = texts(ours, 'labels').filter((label) => stateLabels.test(label))
  const { closed_at: closedAt, ...rest } = theirs
  const status = statusOf(ours)
  return {
    ...rest,
    status: status === statusOf(theirs) ? (theirs['status'] ?? 'open') : status,
    labels: [...kept, ...states],
    ...('updated_at' in theirs ? { updated_at: isoUtc(at) } : {}),
    ...(status === 'closed' ? { closed_at: closedAt ?? isoUtc(at) } : {}),
  }
}

/** Gas Town joins labels with commas, so a comma within a value would make two labels. */
function encoded(value: string): string {
  return value.replaceAll(/%(?=(?:25)*2C)/gu, '%25').replaceAll(',', '%2C')
}

function decoded(value: string): string {
  return value.replaceAll(/%((?:25)*)2C/gu, (_whole, more: string) =>
    more === '' ? ',' : `%${more.slice(2)}2C`,
  )
}
