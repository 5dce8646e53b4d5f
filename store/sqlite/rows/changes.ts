import type { ChangeWord } from '../../../src/domain/change.ts'
import type { DeliveryState } from '../../../src/domain/delivery.ts'
import type { EventWord } from '../../../src/domain/event.ts'
import type { JsonObject } from '../../../src/domain/json.ts'
import { idOfRank } from '../../../src/domain/priority.ts'
import type { Author, Doer } from '../../mail-store.ts'
import type { Connection } from '../database/connection.ts'
import { hasNothingWaiting, writeState } from './copies.ts'
import { noteSeen } from './last-seen.ts'
import { namesOf } from './names.ts'
import { type CopyRow, deliveryOf, stateRow } from './rows.ts'

export type ChangeRequest = {
  readonly doer: Doer
  readonly at: number
  readonly what: EventWord
  readonly undoable?: boolean
  readonly reverses?: number
}

export type CopyChange = {
  readonly row: CopyRow
  readonly next: DeliveryState
  readonly what: EventWord
  readonly detail?: JsonObject | null
}

/** The parts that a change needs to be written. */
export type ChangeParts = { readonly connection: Connection }

/** One write's changes of copies. The first event makes its entry in the log: a change without effect leaves no trace. */
export type OpenChange = {
  /** Changes a copy, and says so. */
  change(change: CopyChange): CopyRow
  /** Says what happened where no state changed; gives the change's number. */
  note(
    copy: { readonly agent_id: number; readonly rank: number },
    what: EventWord,
    detail?: JsonObject | null,
  ): number
  /** Has the owners' signal files put right; the last thing before COMMIT. */
  finish(): void
}

const deedSql = (first: string) =>
  `INSERT INTO deeds(actor_id, principal, at, what, session, command, undoable, reverses, about, newest, first_event)
VALUES(?, ?, ?, ?, ?, ?, ?, ?, ?, (SELECT max(id) FROM messages), ${first})`
const plainDeedSql = deedSql('NULL')
/** The logged change of the event that is written next. */
const loggedDeedSql = deedSql('(SELECT coalesce(max(seq), 0) + 1 FROM events)')
const eventSql =
  'INSERT INTO events(deed_id, message_id, agent_id, what, detail, change, later) VALUES(?, ?, ?, ?, ?, ?, ?)'
const [unreadBox, snoozedBox] = [0, 6]

/** A change that no message is about enters its actor's journal. */
export function noteChange(
  connection: Connection,
  { doer, at }: Author,
  what: ChangeWord,
  about: string,
): void {
  insertChange(connection, plainDeedSql, { doer, at, what, about })
}

type ChangeInsert = Omit<ChangeRequest, 'what'> & {
  readonly what: EventWord | ChangeWord
  readonly about?: string
}

function insertChange(connection: Connection, sql: string, request: ChangeInsert): number {
  const { doer, at, what, undoable = false, reverses = null, about = null } = request
  const actor = namesOf(connection).require(doer.actor)
  const { lastInsertRowid } = connection
    .statement(sql)
    .run(actor, doer.principal, at, what, doer.session, doer.command, Number(undoable), reverses, about)
  noteSeen(connection, actor, doer, at)
  return Number(lastInsertRowid)
}

export function openChange(connection: Connection, request: ChangeRequest): OpenChange {
  const lowered = new Set<number>()
  let number: number | null = null

  function append(
    copy: { readonly agent_id: number; readonly rank: number },
    what: EventWord,
    detail: JsonObject | null | undefined,
    change: string | null,
  ): number {
    const later = Number(number !== null)
    number ??= insertChange(connection, loggedDeedSql, request)
    const told = detail ? JSON.stringify(detail) : null
    connection.statement(eventSql).run(number, idOfRank(copy.rank), copy.agent_id, what, told, change, later)
    return number
  }

  return {
    change({ row, next, what, detail }) {
      const before = stateRow(deliveryOf(connection, row))
      const changed = writeState(connection, row, next)
      append(row, what, detail, JSON.stringify([before, stateRow(next)]))
      if (waits(changed) && !waits(row)) connection.signals.raise(namesOf(connection).of(row.agent_id))
      if (waits(row) && !waits(changed)) lowered.add(row.agent_id)
      return changed
    },
    note(copy, what, detail) {
      return append(copy, what, detail, null)
    },
    finish() {
      for (const agent of lowered) {
        // Where more waits there is nothing to lower, and the lock need not be taken again to see that.
        if (!hasNothingWaiting(connection, agent)) continue
        const address = namesOf(connection).of(agent)
        if (!connection.signals.isRaised(address)) continue
        // A signal lowered before the COMMIT would be wrong if the process died in it.
        connection.afterwards(() =>
          connection.signals.settleLowered(address, () => hasNothingWaiting(connection, agent)),
        )
      }
    },
  }
}

function waits({ box }: CopyRow): boolean {
  return box === unreadBox || box === snoozedBox
}
