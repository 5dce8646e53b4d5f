import {
  type Box,
  boxes,
  type Delivery,
  type DeliveryState,
  type Status,
  statuses,
} from '../../../src/domain/delivery.ts'
import type { Json, JsonObject } from '../../../src/domain/json.ts'
import type { Kind } from '../../../src/domain/kind.ts'
import type { FullMessage, Imported, Message, Origin } from '../../../src/domain/message.ts'
import { idOfRank, idSpan, priorities, type Tier } from '../../../src/domain/priority.ts'
import type { Cells, Connection, Shape } from '../connection.ts'
import type { Work } from '../work.ts'
import { deadReasonOf } from './dead-letters.ts'
import { addressOf, knownAddress } from './names.ts'
import { mayHaveReturned, returnedOf } from './returned-rows.ts'
import type { CopyRow, MessageRow } from './row-types.ts'

export type { CopyRow, MessageRow }

const deadBox = boxes.indexOf('dead')

/** The columns of a message that lists show; never the body. */
export const messageColumns =
  'm.id, m.thread_id, m.reply_to, m.sender_id, m.principal, m.kind, m.rank, m.sent_at, m.expires_at, m.key, m.task, m.swarm, m.written, m.more, m.subject, m.preview'

/** The columns of a copy, beside those of its message. */
export const copyColumns =
  'd.agent_id, d.box, d.was, d.via, d.owes, d.expires_at AS ends_at, d.snoozed_until, d.pinned, d.read_at, d.ack_at, d.done_at, d.held_by, d.held_until, d.attempts'

const messageWidth = messageColumns.split(', ').length

/** Written out, and cell by cell: objects put together name by name are thirty times as slow to make. */
function messageRowOf(cells: Cells): MessageRow {
  const id = cells[0] ?? 0
  return {
    id,
    thread_id: cells[1] ?? id,
    reply_to: cells[2] ?? null,
    sender_id: cells[3] ?? 0,
    principal: cells[4] ?? null,
    kind: cells[5] ?? '',
    rank: cells[6] ?? 0,
    sent_at: cells[7] ?? 0,
    expires_at: cells[8] ?? null,
    key: cells[9] ?? null,
    task: cells[10] ?? null,
    swarm: cells[11] ?? null,
    written: cells[12] ?? '',
    more: cells[13] ?? null,
    subject: cells[14] ?? '',
    preview: cells[15] ?? '',
  }
}

/** A copy's own columns, from a place on; its rank stands apart. */
function copyRowFrom(rank: number, cells: Cells, at: number): CopyRow {
  return {
    agent_id: cells[at] ?? 0,
    rank,
    box: cells[at + 1] ?? 0,
    was: cells[at + 2] ?? null,
    via: cells[at + 3] ?? null,
    owes: cells[at + 4] ?? 0,
    ends_at: cells[at + 5] ?? null,
    snoozed_until: cells[at + 6] ?? null,
    pinned: cells[at + 7] ?? 0,
    read_at: cells[at + 8] ?? null,
    ack_at: cells[at + 9] ?? null,
    done_at: cells[at + 10] ?? null,
    held_by: cells[at + 11] ?? null,
    held_until: cells[at + 12] ?? null,
    attempts: cells[at + 13] ?? 0,
  }
}

export const messageShape: Shape<MessageRow> = { columns: messageColumns, rowOf: messageRowOf }

/** A copy without its message. */
export const copyShape: Shape<CopyRow> = {
  columns: `d.rank, ${copyColumns}`,
  rowOf: (cells) => copyRowFrom(cells[0] ?? 0, cells, 1),
}

export type LetterRow = { readonly message: MessageRow; readonly copy: CopyRow }

/** A message with one agent's copy. */
export const letterShape: Shape<LetterRow> = {
  columns: `${messageColumns}, ${copyColumns}`,
  rowOf(cells) {
    const message = messageRowOf(cells)
    return { message, copy: copyRowFrom(message.rank, cells, messageWidth) }
  },
}

/** The parts of a message without a column; absent parts are left out. */
export type More = {
  readonly payload?: Json
  readonly context?: JsonObject
  readonly attachments?: readonly string[]
  readonly tags?: readonly string[]
  readonly meta?: JsonObject
  readonly origin?: Origin
  readonly imported?: Imported
}

const nothingMore: More = {}

export function* messageOf(connection: Connection, row: MessageRow): Work<Message> {
  const { to, cc } = JSON.parse(row.written) as { to: readonly string[]; cc: readonly string[] }
  const more = row.more === null ? nothingMore : (JSON.parse(row.more) as More)
  const order = Math.floor(row.rank / idSpan)
  return {
    id: row.id,
    thread: row.thread_id,
    replyTo: row.reply_to,
    from: knownAddress(connection, row.sender_id) ?? (yield* addressOf(connection, row.sender_id)),
    actor: row.principal,
    to,
    cc,
    kind: row.kind as Kind,
    priority: priorities[Math.floor(order / 8)] ?? 'low',
    tier: (order % 8) as Tier,
    subject: row.subject,
    preview: row.preview,
    payload: more.payload ?? null,
    context: more.context ?? null,
    attachments: more.attachments ?? [],
    tags: more.tags ?? [],
    swarm: row.swarm,
    task: row.task,
    sentAt: row.sent_at,
    expiresAt: row.expires_at,
    key: row.key,
    meta: more.meta ?? null,
    origin: more.origin ?? null,
    imported: more.imported,
  }
}

export function* fullMessageOf(connection: Connection, row: MessageRow, body: string): Work<FullMessage> {
  return Object.assign(yield* messageOf(connection, row), { body })
}

export function* deliveryOf(connection: Connection, row: CopyRow): Work<Delivery> {
  return {
    owner: knownAddress(connection, row.agent_id) ?? (yield* addressOf(connection, row.agent_id)),
    message: idOfRank(row.rank),
    box: boxAt(row.box),
    was: statusAt(row.was),
    via: row.via ?? 'to',
    owes: row.owes === 1,
    expiresAt: row.ends_at,
    snoozedUntil: row.snoozed_until,
    pinned: row.pinned === 1,
    readAt: row.read_at,
    acknowledgedAt: row.ack_at,
    completedAt: row.done_at,
    heldBy: row.held_by,
    heldUntil: row.held_until,
    attempts: row.attempts,
    deadReason: row.box === deadBox ? yield* deadReasonOf(connection, row) : null,
    ...(mayHaveReturned(row) && (yield* returnedOf(connection, row))),
  }
}

/** A state as the columns keep it, in the order of `stateColumns`. */
export type StateRow = readonly [
  box: number,
  was: number | null,
  owes: number,
  snoozed: number | null,
  pinned: number,
  read: number | null,
  ack: number | null,
  done: number | null,
  by: string | null,
  until: number | null,
  attempts: number,
]

export function stateOfCopy(row: CopyRow): StateRow {
  return [
    row.box,
    row.was,
    row.owes,
    row.snoozed_until,
    row.pinned,
    row.read_at,
    row.ack_at,
    row.done_at,
    row.held_by,
    row.held_until,
    row.attempts,
  ]
}

/** A copy in its new state. */
export function withState(row: CopyRow, state: StateRow): CopyRow {
  const [box, was, owes, snoozed_until, pinned, read_at, ack_at, done_at, held_by, held_until, attempts] =
    state
  return {
    ...row,
    ...{ box, was, owes, snoozed_until, pinned, read_at, ack_at, done_at, held_by, held_until, attempts },
  }
}

export function stateRow(state: DeliveryState): StateRow {
  return [
    boxes.indexOf(state.box),
    state.was === null ? null : statuses.indexOf(state.was),
    Number(state.owes),
    state.snoozedUntil,
    Number(state.pinned),
    state.readAt,
    state.acknowledgedAt,
    state.completedAt,
    state.heldBy,
    state.heldUntil,
    state.attempts,
  ]
}

export function stateOfRow(row: StateRow): DeliveryState {
  const [
    box,
    was,
    owes,
    snoozedUntil,
    pinned,
    readAt,
    acknowledgedAt,
    completedAt,
    heldBy,
    heldUntil,
    attempts,
  ] = row
  return {
    box: boxAt(box),
    was: statusAt(was),
    owes: owes === 1,
    snoozedUntil,
    pinned: pinned === 1,
    readAt,
    acknowledgedAt,
    completedAt,
    heldBy,
    heldUntil,
    attempts,
  }
}

function boxAt(at: number): Box {
  const box = boxes[at]
  if (box === undefined) throw new Error(`Unknown box number: ${at}`)
  return box
}

const statusAt = (at: number | null): Status | null => (at === null ? null : (statuses[at] ?? null))
