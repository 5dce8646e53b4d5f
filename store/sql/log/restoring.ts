import { isRemote } from '../../../src/domain/addressing/address.ts'
import { boxes, type DeliveryState, stateOf, statusOf } from '../../../src/domain/delivery.ts'
import { MailError } from '../../../src/domain/errors.ts'
import { shortId } from '../../../src/domain/id.ts'
import { idOfRank } from '../../../src/domain/priority.ts'
import type { LoggedChange } from '../../mail-store.ts'
import type { Connection, Tx } from '../connection.ts'
import { asItsOwnerIs } from '../moving/burying.ts'
import { bringBack, standBy, standByOthers } from '../moving/retracting.ts'
import { closeForOthers, hasRoleWay, reopenRoles } from '../moving/role-mail.ts'
import type { OpenChange } from '../rows/changes.ts'
import { findCopyRow, holdersOf, rankOfMessage } from '../rows/copies.ts'
import { addressOf } from '../rows/names.ts'
import { addParcelOf } from '../rows/parcels.ts'
import { type CopyRow, deliveryOf, type StateCells, stateOfCells } from '../rows/rows.ts'
import { mapped, type Work } from '../work.ts'
import { deliverAgainTo } from './waiting-again.ts'

export type Direction = 'undo' | 'redo'
type Turning = { readonly direction: Direction; readonly at: number }
type ChangeRow = {
  readonly seq: number
  readonly message_id: number
  readonly agent_id: number
  readonly what: string
  readonly change: string
}
type LastRow = { readonly actor: number; readonly what: string }

/** A change may have changed a copy more than once: it is put back from its end. */
const rowsSql = `SELECT e.seq, e.message_id, e.agent_id, e.what, e.change
FROM deeds d CROSS JOIN events e ON of_deed(e, d) WHERE d.id = ? AND e.change IS NOT NULL ORDER BY e.seq DESC`

/** Puts the copies of a change back, and then all as their owners are by now. */
export function* restoreAll(
  tx: Tx,
  open: OpenChange,
  change: LoggedChange,
  { direction, at }: Turning,
): Work<void> {
  const isRetraction = change.what === 'retract'
  const copies = yield* tx.rows<ChangeRow>(rowsSql, change.id)
  if (isRetraction) for (const message of change.messages) yield* standBy(tx, message)
  const restored = yield* mapped(copies, (copy) => restore(tx, open, change, direction, copy))
  if (isRetraction) for (const message of change.messages) yield* standByOthers(tx, open, message)
  const rows = lastOfEach(restored.filter((row) => row !== undefined))
  if (direction === 'redo' && change.what === 'complete')
    for (const row of rows) yield* closeAgain(tx, open, row)
  const opened = direction === 'undo' ? openedBy(change, rows) : []
  for (const message of opened) yield* deliverAgainTo(tx, open, message, at)
  const others = rows.filter(({ rank }) => !opened.includes(idOfRank(rank)))
  for (const row of [...(yield* copiesOf(tx, opened)), ...others])
    yield* asItsOwnerIs(tx, open, row, { at, isKnown: false })
}

/** Each copy once, as it was left. */
function lastOfEach(rows: readonly CopyRow[]): readonly CopyRow[] {
  return [...new Map(rows.map((row) => [`${row.agent_id} ${row.rank}`, row])).values()]
}

/** A role's mail is done again, also for those who got it meanwhile. */
function* closeAgain(tx: Tx, open: OpenChange, row: CopyRow): Work<void> {
  const { completedAt } = yield* deliveryOf(tx, row)
  if (completedAt !== null) yield* closeForOthers(tx, open, row, completedAt)
}

/** Everybody's copies, also of those who got theirs since. */
function* copiesOf(tx: Tx, messages: readonly number[]): Work<readonly CopyRow[]> {
  const copies: CopyRow[] = []
  for (const message of messages) {
    const rank = yield* rankOfMessage(tx, message)
    for (const agent of rank === undefined ? [] : yield* holdersOf(tx, message)) {
      const row = rank === undefined ? undefined : yield* findCopyRow(tx, agent, rank)
      if (row !== undefined) copies.push(row)
    }
  }
  return copies
}

/** The messages that wait again. */
function openedBy(change: LoggedChange, rows: readonly CopyRow[]): readonly number[] {
  if (change.what === 'retract') return change.messages
  const ofRoles = change.what === 'complete' ? rows.filter(hasRoleWay) : []
  return [...new Set(ofRoles.map(({ rank }) => idOfRank(rank)))]
}

function* restore(
  tx: Tx,
  open: OpenChange,
  deed: LoggedChange,
  direction: Direction,
  change: ChangeRow,
): Work<CopyRow | undefined> {
  const [before, after] = (JSON.parse(change.change) as [StateCells, StateCells]).map(stateOfCells)
  const rank = yield* rankOfMessage(tx, change.message_id)
  const row = rank === undefined ? undefined : yield* findCopyRow(tx, change.agent_id, rank)
  if (row === undefined || before === undefined || after === undefined)
    throw yield* changedSince(tx, direction, change)
  const current = stateOf(yield* deliveryOf(tx, row))
  if (!stands(current, after)) {
    // Who had it already may have gone on: to them only the debt would come back.
    if (deed.what === 'retract')
      return current.box === 'retracted'
        ? yield* bringBack(open, row, { ...current, owes: before.owes })
        : undefined
    throw yield* changedSince(tx, direction, change)
  }
  // Attempts only ever rise: a number that was given to one holder must never come back for another.
  const next = { ...before, attempts: Math.max(before.attempts, current.attempts) }
  const restored = yield* open.change({ row, next, what: direction, detail: { of: deed.what } })
  if (deed.what === 'complete' && isDone(current) && current.completedAt !== null)
    yield* reopenRoles(tx, row, current.completedAt)
  const owner = deed.what === 'retract' ? yield* addressOf(tx, row.agent_id) : ''
  // What is held back stays here.
  if (isRemote(owner) && restored.box !== withheld) yield* addParcelOf(tx, change.message_id, owner)
  return restored
}

const withheld = boxes.indexOf('withheld')

/** Handing mail over changes only its holder, so it does not block an undo unless the mail is in progress. */
function stands(current: DeliveryState, after: DeliveryState): boolean {
  const keys = [
    'box',
    'was',
    'owes',
    'snoozedUntil',
    'pinned',
    'readAt',
    'acknowledgedAt',
    'completedAt',
  ] as const
  if (!keys.every((key) => current[key] === after[key])) return false
  return (
    after.box !== 'processing' || (current.heldBy === after.heldBy && current.attempts === after.attempts)
  )
}

function isDone(state: DeliveryState): boolean {
  return statusOf(state) === 'completed' || (state.box === 'archived' && state.was === 'completed')
}

function* changedSince(connection: Connection, direction: Direction, change: ChangeRow): Work<MailError> {
  const sql = `SELECT t.actor_id AS actor, e.what FROM events e CROSS JOIN deeds t ON t.id = e.deed_id
WHERE e.message_id = ? AND e.agent_id = ? AND e.seq > ? ORDER BY e.seq DESC LIMIT 1`
  const { message_id, agent_id, seq } = change
  const last = yield* connection.row<LastRow>(sql, message_id, agent_id, seq)
  const who = last === undefined ? 'somebody' : yield* addressOf(connection, last.actor)
  const what = last === undefined ? '' : ` (${last.what})`
  return new MailError(
    'conflict',
    `${shortId(change.message_id)} was changed since by ${who}${what}; nothing was ${direction === 'undo' ? 'undone' : 'redone'}.`,
    'See `watchpost history`, then change the message directly.',
  )
}
