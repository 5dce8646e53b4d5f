import { doingOf, whyFinal } from '../../../src/domain/change.ts'
import { MailError } from '../../../src/domain/errors.ts'
import type { EventWord } from '../../../src/domain/event.ts'
import type { Letter } from '../../../src/domain/message.ts'
import { idOfRank } from '../../../src/domain/priority.ts'
import type { Author, JournalEntry, LoggedChange } from '../../mail-store.ts'
import type { Connection, Tx } from '../connection.ts'
import { retractAgain } from '../moving/retracting.ts'
import { findCopyRow } from '../rows/copies.ts'
import { findLetter } from '../rows/letters.ts'
import { findNumber } from '../rows/names.ts'
import { type CopyRow, deliveryOf } from '../rows/rows.ts'
import { mapped, type Work } from '../work.ts'
import { changeOf, isUndone, lastStanding } from './journal.ts'
import { type Direction, restoreAll } from './restoring.ts'

type LoggedRow = { readonly id: number; readonly at: number; readonly what: string }
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

/** Changes after which mail waits for nobody more. */
function endsWaiting({ what }: LoggedChange): boolean {
  return what === 'retract' || what === 'complete'
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
  // Who gains a role meanwhile finds what waits again, or is found.
  if (endsWaiting(change)) yield* tx.engine.lockRoster(tx)
  else yield* tx.engine.keepRoster(tx)
  yield* tx.engine.allowLongChange(tx)
  const open = tx.engine.openChange(tx, { doer, at, what: direction, reverses: change.id })
  const isAgain = change.what === 'retract' && direction === 'redo'
  if (isAgain) for (const message of change.messages) yield* retractAgain(tx, open, message, { doer, at })
  else yield* restoreAll(tx, open, change, { direction, at })
  yield* open.finish()
  const rows = yield* changedBy(tx, change)
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

type Place = { readonly agent_id: number; readonly rank: number }

const placesSql = `SELECT e.agent_id, m.rank FROM deeds d CROSS JOIN events e ON of_deed(e, d) CROSS JOIN messages m ON m.id = e.message_id
WHERE d.id = ? AND e.change IS NOT NULL ORDER BY e.seq`

/** The copies of a change as they are now. */
function* changedBy(tx: Tx, { id }: LoggedChange): Work<readonly CopyRow[]> {
  const rows = yield* mapped(yield* tx.rows<Place>(placesSql, id), ({ agent_id, rank }) =>
    findCopyRow(tx, agent_id, rank),
  )
  return rows.filter((row) => row !== undefined)
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
