import type { ChangeWord, RosterWord } from '../../../src/domain/change.ts'
import type { EventWord } from '../../../src/domain/event.ts'
import type { JsonObject } from '../../../src/domain/json.ts'
import { idOfRank } from '../../../src/domain/priority.ts'
import type { Author } from '../../mail-store.ts'
import type { Tx } from '../../sql/connection.ts'
import { allowedState } from '../../sql/rows/allowed-state.ts'
import type { ChangeRequest, Noted, OpenChange } from '../../sql/rows/changes.ts'
import { hasNothingWaiting } from '../../sql/rows/copies.ts'
import { noteSeen } from '../../sql/rows/last-seen.ts'
import { addressOf, requireNumber } from '../../sql/rows/names.ts'
import { type CopyRow, stateCells, stateRow } from '../../sql/rows/rows.ts'
import { type StateRow, stateColumns } from '../../sql/tables/deliveries.ts'
import { atOnce, type Work } from '../../sql/work.ts'
import type { Connection } from '../database/connection.ts'

const deedSql = (first: string) =>
  `INSERT INTO deeds(actor_id, principal, at, what, session, command, undoable, reverses, about, newest, first_event)
VALUES(?, ?, ?, ?, ?, ?, ?, ?, ?, (SELECT max(id) FROM messages), ${first})`
const plainDeedSql = deedSql('NULL')
/** The logged change of the event that is written next. */
const loggedDeedSql = deedSql('(SELECT coalesce(max(seq), 0) + 1 FROM events)')
const eventSql =
  'INSERT INTO events(deed_id, message_id, agent_id, what, detail, change, later) VALUES(?, ?, ?, ?, ?, ?, ?)'
const [unreadBox, snoozedBox] = [0, 6]

/** A change that no message is about. */
export function* noteChange(
  on: Changing,
  { doer, at }: Author,
  what: ChangeWord | RosterWord,
  about: string,
): Work<void> {
  yield* insertChange(on, plainDeedSql, { doer, at, what, about })
}

/** The connection of the engine, and the same within the change. */
export type Changing = { readonly driver: Connection; readonly tx: Tx }

type ChangeInsert = Omit<ChangeRequest, 'what'> & {
  readonly what: EventWord | ChangeWord | RosterWord
  readonly about?: string
}

function* insertChange({ driver, tx }: Changing, sql: string, request: ChangeInsert): Work<number> {
  const { doer, at, what, undoable = false, reverses = null, about = null } = request
  const actor = yield* requireNumber(tx, doer.actor)
  const { lastInsertRowid } = driver
    .statement(sql)
    .run(actor, doer.principal, at, what, doer.session, doer.command, Number(undoable), reverses, about)
  yield* noteSeen(tx, actor, doer, at)
  return Number(lastInsertRowid)
}

export function openChange({ driver, tx }: Changing, request: ChangeRequest): OpenChange {
  const { signals, afterwards } = driver
  const lowered = new Set<number>()
  let number: number | null = null

  function* append(
    { agent_id, rank }: Noted,
    what: EventWord,
    detail: JsonObject | null | undefined,
    change: string | null,
  ): Work<number> {
    const later = Number(number !== null)
    number ??= yield* insertChange({ driver, tx }, loggedDeedSql, request)
    const told = detail ? JSON.stringify(detail) : null
    yield* tx.run(eventSql, number, idOfRank(rank), agent_id, what, told, change, later)
    return number
  }

  return {
    *change({ row, next, what, detail }) {
      const after = stateRow(yield* allowedState(tx, row, next))
      const changed = { ...row, ...after }
      yield* writeState(tx, row, after)
      yield* append(row, what, detail, JSON.stringify([stateCells(row), stateCells(after)]))
      if (waits(changed) && !waits(row)) signals.raise(yield* addressOf(tx, row.agent_id))
      if (waits(row) && !waits(changed)) lowered.add(row.agent_id)
      return changed
    },
    note: (copy, what, detail) => append(copy, what, detail, null),
    *finish() {
      for (const agent of lowered) {
        // Where more waits there is nothing to lower, and the lock need not be taken again to see that.
        if (!(yield* hasNothingWaiting(tx, agent))) continue
        const address = yield* addressOf(tx, agent)
        if (!signals.isRaised(address)) continue
        // A signal lowered before the COMMIT would be wrong if the process died in it.
        afterwards(() => signals.settleLowered(address, () => atOnce(hasNothingWaiting(tx, agent))))
      }
    },
  }
}

const stateSql = (columns: readonly string[]) =>
  `UPDATE deliveries SET ${columns.map((column) => `${column} = ?`).join(', ')} WHERE agent_id = ? AND box = ? AND rank = ?`
/** The box is the first one, and a part of the key. */
const [, ...unmoved] = stateColumns
const changedSql = stateSql(unmoved)
const movedSql = stateSql(stateColumns)

/** Writes a copy's new state; in another box it is another row. */
function* writeState(tx: Tx, { agent_id, box, rank }: CopyRow, after: StateRow): Work<void> {
  const cells = stateCells(after)
  if (after.box === box) yield* tx.run(changedSql, ...cells.slice(1), agent_id, box, rank)
  else yield* tx.run(movedSql, ...cells, agent_id, box, rank)
}

function waits({ box }: CopyRow): boolean {
  return box === unreadBox || box === snoozedBox
}
