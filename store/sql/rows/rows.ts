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
import { nameOf, placesOf, readerOf, shapeOf } from '../shapes.ts'
import { type CopyRow, copyNames, type StateRow, stateColumns } from '../tables/deliveries.ts'
import { type MessageRow, shownColumns } from '../tables/messages.ts'
import { cellsOf } from '../tables/table.ts'
import type { Work } from '../work.ts'
import { deadReasonOf } from './dead-letters.ts'
import { addressOf, knownAddress, learnNames, noteName } from './names.ts'
import { takenBackOf } from './retractions.ts'
import { mayHaveReturned, returnedOf } from './returned-rows.ts'

export type { CopyRow, MessageRow }

const deadBox = boxes.indexOf('dead')

/** The columns of a message that lists show; never the body. Hardly any was taken back: those are looked up one by one. */
const bare = [
  ...shownColumns.map((name) => `m.${name}`),
  '(SELECT 1 FROM retractions r WHERE r.message_id = m.id AND r.undone = 0) AS taken_back',
]
export const messageColumns = bare.join(', ')
const shown = [...bare, 'name_beside(m.sender_id) AS sender_name']
/** The columns of a copy, beside those of its message, which expires under the same name. */
export const copyColumns = copyNames
  .map((name) => (name === 'expires_at' ? 'd.expires_at AS ends_at' : `d.${name}`))
  .join(', ')

export const messageShape = shapeOf<MessageRow>(shown.join(', '))
/** A copy without its message. */
export const copyShape = shapeOf<CopyRow>(`d.rank, ${copyColumns}`)
/** A copy beside its message, which says its rank. */
const readCopy = readerOf<CopyRow>({
  rank: shownColumns.indexOf('rank'),
  ...placesOf(copyColumns.split(', ').map(nameOf), shown.length),
})

export type LetterRow = { readonly message: MessageRow; readonly copy: CopyRow }

/** A message with one agent's copy. */
export const letterShape: Shape<LetterRow> = {
  columns: `${messageShape.columns}, ${copyColumns}`,
  rowOf: (cells) => ({ message: messageShape.rowOf(cells), copy: readCopy(cells) }),
}

type OwnedRow = Pick<LetterRow, 'message'> & { readonly copy: CopyRow | null }

/** A message with one agent's copy, where it has one. */
export const ownedShape: Shape<OwnedRow> = {
  columns: letterShape.columns,
  rowOf(cells) {
    const owner: number | null = cells[shown.length] ?? null
    return {
      message: messageShape.rowOf(cells),
      copy: owner === null ? null : readCopy(cells),
    }
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

/** Learns the senders of these at once, as far as their rows do not tell them. */
export function* learnSenders(connection: Connection, rows: readonly MessageRow[]): Work<void> {
  const untold: number[] = []
  for (const row of rows) if (!noteSender(connection, row)) untold.push(row.sender_id)
  yield* learnNames(connection, untold)
}

/** Whether the row told its sender. */
export function noteSender(connection: Connection, { sender_id, sender_name }: MessageRow): boolean {
  if (sender_name == null) return false
  noteName(connection, sender_id, sender_name)
  return true
}

export function* messageOf(connection: Connection, row: MessageRow): Work<Message> {
  const { to, cc } = JSON.parse(row.written) as { to: readonly string[]; cc: readonly string[] }
  const more = row.more === null ? nothingMore : (JSON.parse(row.more) as More)
  const order = Math.floor(row.rank / idSpan)
  noteSender(connection, row)
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
    automatic: row.automatic === 1 ? true : undefined,
    hops: row.hops === 0 ? undefined : row.hops,
    replaces: row.replaces ?? undefined,
    takenBack: row.taken_back === 1 ? yield* takenBackOf(connection, row.id) : undefined,
  }
}

export function* fullMessageOf(connection: Connection, row: MessageRow, body: string): Work<FullMessage> {
  return Object.assign(yield* messageOf(connection, row), { body })
}

export function* deliveryOf(connection: Connection, row: CopyRow): Work<Delivery> {
  return Object.assign(stateOfRow(row), {
    owner: knownAddress(connection, row.agent_id) ?? (yield* addressOf(connection, row.agent_id)),
    message: idOfRank(row.rank),
    via: row.via ?? 'to',
    ...(row.also_via !== null && { alsoVia: JSON.parse(row.also_via) as readonly string[] }),
    expiresAt: row.ends_at,
    deadReason: row.box === deadBox ? yield* deadReasonOf(connection, row) : null,
    ...(mayHaveReturned(row) && (yield* returnedOf(connection, row))),
  })
}

function stateOfRow(row: StateRow): DeliveryState {
  return {
    box: boxAt(row.box),
    was: statusAt(row.was),
    owes: row.owes === 1,
    snoozedUntil: row.snoozed_until,
    pinned: row.pinned === 1,
    readAt: row.read_at,
    acknowledgedAt: row.ack_at,
    completedAt: row.done_at,
    heldBy: row.held_by,
    heldUntil: row.held_until,
    attempts: row.attempts,
  }
}

export function stateRow(state: DeliveryState): StateRow {
  return {
    box: boxes.indexOf(state.box),
    was: state.was === null ? null : statuses.indexOf(state.was),
    owes: Number(state.owes),
    snoozed_until: state.snoozedUntil,
    pinned: Number(state.pinned),
    read_at: state.readAt,
    ack_at: state.acknowledgedAt,
    done_at: state.completedAt,
    held_by: state.heldBy,
    held_until: state.heldUntil,
    attempts: state.attempts,
  }
}

/** A state as the log keeps it, in the order of `stateColumns`. */
export type StateCells = readonly (number | string | null)[]

export function stateCells(row: StateRow): StateCells {
  return cellsOf(stateColumns, row)
}

const readState = readerOf<StateRow>(placesOf(stateColumns))

export function stateOfCells(cells: StateCells): DeliveryState {
  return stateOfRow(readState(cells as Cells))
}

function boxAt(at: number): Box {
  const box = boxes[at]
  if (box === undefined) throw new Error(`Unknown box number: ${at}`)
  return box
}

const statusAt = (at: number | null): Status | null => (at === null ? null : (statuses[at] ?? null))
