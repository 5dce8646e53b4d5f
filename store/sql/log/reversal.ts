import { isRemote } from '../../../src/domain/addressing/address.ts'
import { doingOf, whyFinal } from '../../../src/domain/change.ts'
import { boxes, type DeliveryState, stateOf, statusOf } from '../../../src/domain/delivery.ts'
import { MailError } from '../../../src/domain/errors.ts'
import type { EventWord } from '../../../src/domain/event.ts'
import { shortId } from '../../../src/domain/id.ts'
import type { Letter } from '../../../src/domain/message.ts'
import { idOfRank } from '../../../src/domain/priority.ts'
import type { Author, JournalEntry, LoggedChange } from '../../mail-store.ts'
import type { Connection, Tx } from '../connection.ts'
import { loseWaysSince } from '../moving/losing-ways.ts'
import { turnBack, turnOthers, turnParcel } from '../moving/retracting.ts'
import { turnPostings } from '../moving/turning-postings.ts'
import type { OpenChange } from '../rows/changes.ts'
import { findCopyRow, rankOfMessage } from '../rows/copies.ts'
import { findLetter } from '../rows/letters.ts'
import { addressOf, findNumber } from '../rows/names.ts'
import { type CopyRow, deliveryOf, type StateCells, stateOfCells } from '../rows/rows.ts'
import { mapped, type Work } from '../work.ts'
import { changeOf, isUndone, lastStanding } from './journal.ts'

type Direction = 'undo' | 'redo'
type LoggedRow = { readonly id: number; readonly at: number; readonly what: string }
type ChangeRow = {
  readonly seq: number
  readonly message_id: number
  readonly agent_id: number
  readonly what: string
  readonly change: string
}
type LastRow = { readonly actor: number; readonly what: string }

const undoSql = `SELECT d.id, d.at, d.what FROM deeds d WHERE d.actor_id = @actor AND d.undoable = 1 AND NOT ${isUndone}
ORDER BY d.id DESC LIMIT @most`
/** An undone change can be redone until another change is made. */
const redoSql = `SELECT u.id, u.at, d.what FROM deeds u CROSS JOIN deeds d ON d.id = u.reverses
WHERE u.actor_id = @actor AND u.what = 'undo' AND u.reverses IS NOT NULL AND NOT EXISTS(SELECT 1 FROM deeds r WHERE r.reverses = u.id)
  AND u.id > (SELECT coalesce(max(id), 0) FROM deeds WHERE actor_id = @actor AND undoable = 1)
ORDER BY u.id DESC LIMIT @most`

export function* undoableChanges(
  connection: Connection,
  actor: string,
  direction: Direction,
  most: number,
): Work<readonly LoggedChange[]> {
  const id = yield* findNumber(connection, actor)
  if (id === undefined) return []
  const sql = direction === 'undo' ? undoSql : redoSql
  return yield* mapped(yield* connection.rows<LoggedRow>(sql, { actor: id, most }), function* (row) {
    const messages = yield* messagesOf(connection, row.id)
    return { ...row, what: row.what as EventWord, messages, actor }
  })
}

function* messagesOf(connection: Connection, deed: number): Work<readonly number[]> {
  const sql = `SELECT e.message_id AS id FROM deeds d CROSS JOIN events e ON of_deed(e, d) WHERE d.id = ? ORDER BY e.seq`
  return [...new Set(yield* connection.cells<number>(sql, deed))]
}

/** Restores every copy of a change, or none. */
export function* reverseChange(
  tx: Tx,
  { doer, at }: Author,
  asked: { readonly direction: Direction; readonly change?: number | undefined },
): Work<{ readonly change: LoggedChange; readonly letters: readonly Letter[] }> {
  const { direction, change: number } = asked
  const change =
    direction === 'undo' ? yield* changeToUndo(tx, doer.actor, number) : yield* changeToRedo(tx, doer.actor)
  const sql = `SELECT e.seq, e.message_id, e.agent_id, e.what, e.change FROM deeds d CROSS JOIN events e ON of_deed(e, d)
WHERE d.id = ? AND e.change IS NOT NULL ORDER BY e.seq`
  const copies = yield* tx.rows<ChangeRow>(sql, change.id)
  yield* tx.engine.allowLongChange(tx)
  const open = tx.engine.openChange(tx, { doer, at, what: direction, reverses: change.id })
  const isRetraction = change.what === 'retract'
  if (isRetraction) for (const message of change.messages) yield* turnBack(tx, message, direction)
  const restored = yield* mapped(copies, (copy) => restore(tx, open, change, direction, copy))
  if (isRetraction) for (const message of change.messages) yield* turnOthers(tx, open, message, direction)
  const rows = yield* mapped(
    restored.filter((row) => row !== undefined),
    (row) => loseWaysSince(tx, open, row, at),
  )
  yield* open.finish()
  return { change, letters: yield* lettersOf(tx, rows, yield* findNumber(tx, doer.actor)) }
}

function* changeToRedo(connection: Connection, actor: string): Work<LoggedChange> {
  const [change] = yield* undoableChanges(connection, actor, 'redo', 1)
  if (change === undefined) throw new MailError('nothing', 'There is nothing to redo.', '')
  return change
}

/** The named change, else the last one. A change that cannot be undone hides all earlier ones. */
function* changeToUndo(
  connection: Connection,
  actor: string,
  number: number | undefined,
): Work<LoggedChange> {
  const entry =
    number === undefined ? yield* lastStanding(connection, actor) : yield* changeOf(connection, actor, number)
  if (entry === null && number !== undefined)
    throw new MailError(
      'not-found',
      `You made no change ${number}.`,
      'List your changes with `watchpost journal`.',
    )
  if (entry === null) throw new MailError('nothing', 'There is nothing to undo.', '')
  if (entry.undone)
    throw new MailError('conflict', `Change ${number} is already undone.`, 'Redo it with `watchpost redo`.')
  if (entry.change === null || !entry.undoable) throw isFinal(entry, number)
  const { change: id, at, what } = entry
  return { id, at, what: what as EventWord, messages: yield* messagesOf(connection, id), actor }
}

function isFinal({ what }: JournalEntry, number: number | undefined): MailError {
  const which = number === undefined ? 'The last change' : `Change ${number}`
  const why = whyFinal(what)
  return new MailError(
    'conflict',
    `${which}, ${doingOf(what)}, cannot be undone${why === null ? '' : `: ${why}`}.`,
    'List your changes with `watchpost journal`, and undo an older one with `watchpost undo --change ID`.',
  )
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
    if (deed.what === 'retract' && after.box !== 'retracted') return undefined
    throw yield* changedSince(tx, direction, change)
  }
  // Attempts only ever rise: a number that was given to one holder must never come back for another.
  const next = { ...before, attempts: Math.max(before.attempts, current.attempts) }
  const restored = yield* open.change({ row, next, what: direction, detail: { of: deed.what } })
  if (deed.what === 'complete')
    yield* turnPostings(tx, row, {
      before: current.completedAt,
      after: isDone(next) ? next.completedAt : null,
    })
  const owner = deed.what === 'retract' ? yield* addressOf(tx, row.agent_id) : ''
  // What is held back stays here.
  if (isRemote(owner) && restored.box !== withheld) yield* turnParcel(tx, change.message_id, owner, direction)
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

/** The copies that were put back, each message once: the actor's own where it has one. */
function* lettersOf(
  connection: Connection,
  rows: readonly CopyRow[],
  actor: number | undefined,
): Work<readonly Letter[]> {
  const byRank = new Map<number, CopyRow>()
  for (const row of rows) if (!byRank.has(row.rank) || row.agent_id === actor) byRank.set(row.rank, row)
  const letters = yield* mapped([...byRank.values()], (row) =>
    findLetter(connection, idOfRank(row.rank), () => deliveryOf(connection, row)),
  )
  return letters.filter((letter) => letter !== null)
}
