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
import type { Connection } from '../database/connection.ts'
import { deadReasonOf } from './dead-letters.ts'
import { namesOf } from './names.ts'
import { returnedOf } from './returned-rows.ts'

/** The columns of a message that lists show; never the body. */
export const messageColumns =
  'm.id, m.thread_id, m.reply_to, m.sender_id, m.principal, m.kind, m.rank, m.sent_at, m.expires_at, m.key, m.task, m.swarm, m.written, m.more, m.subject, m.preview'

/** The columns of a copy, beside those of its message. */
export const copyColumns =
  'd.agent_id, d.box, d.was, d.via, d.owes, d.expires_at AS ends_at, d.snoozed_until, d.pinned, d.read_at, d.ack_at, d.done_at, d.held_by, d.held_until, d.attempts'

export type MessageRow = {
  readonly id: number
  readonly thread_id: number
  readonly reply_to: number | null
  readonly sender_id: number
  readonly principal: string | null
  readonly kind: string
  readonly rank: number
  readonly sent_at: number
  readonly expires_at: number | null
  readonly key: string | null
  readonly task: string | null
  readonly swarm: string | null
  readonly written: string
  readonly more: string | null
  readonly subject: string
  readonly preview: string
}

export type CopyRow = {
  readonly agent_id: number
  readonly rank: number
  readonly box: number
  readonly was: number | null
  readonly via: string | null
  readonly owes: number
  readonly ends_at: number | null
  readonly snoozed_until: number | null
  readonly pinned: number
  readonly read_at: number | null
  readonly ack_at: number | null
  readonly done_at: number | null
  readonly held_by: string | null
  readonly held_until: number | null
  readonly attempts: number
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

export function messageOf(connection: Connection, row: MessageRow): Message {
  const { to, cc } = JSON.parse(row.written) as { to: readonly string[]; cc: readonly string[] }
  const more = row.more === null ? nothingMore : (JSON.parse(row.more) as More)
  const order = Math.floor(row.rank / idSpan)
  return {
    id: row.id,
    thread: row.thread_id,
    replyTo: row.reply_to,
    from: namesOf(connection).of(row.sender_id),
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

export function fullMessageOf(connection: Connection, row: MessageRow, body: string): FullMessage {
  return { ...messageOf(connection, row), body }
}

export function deliveryOf(connection: Connection, row: CopyRow): Delivery {
  return {
    owner: namesOf(connection).of(row.agent_id),
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
    deadReason: deadReasonOf(connection, row),
    ...returnedOf(connection, row),
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
