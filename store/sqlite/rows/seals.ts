import {
  askSql,
  beginningOf,
  headTextOf,
  lastSealSql,
  putSealSql,
  type Seal,
  type SealedRow,
  type SealedTable,
  sealedTables,
  sealOf,
  valuesOf,
} from '../../shared/seals.ts'
import type { Connection } from '../database/connection.ts'

/** All of them: none ever changes. */
export const sealedColumns: Readonly<Record<SealedTable, string>> = {
  deeds:
    'id, actor_id, principal, at, what, session, command, undoable, reverses, newest, about, first_event',
  events: 'seq, deed_id, message_id, agent_id, what, detail, change, later',
}

const allRows = Number.MAX_SAFE_INTEGER
const copiedRows = 5_000

export function lastSeal(connection: Connection): Seal | undefined {
  return connection.statement(lastSealSql).get() as Seal | undefined
}

/** Works out the next seal. Rows are stored in the order of their numbers, so nothing can come before those that are there. */
function nextSeal(connection: Connection, limit: number, at: number): Seal | null {
  const last = lastSeal(connection)
  const rows = (table: SealedTable) =>
    connection
      .statement(askSql({ table }, sealedColumns))
      .all(last?.[sealedTables[table].last] ?? 0, allRows, limit) as SealedRow[]
  return sealOf(last, { deeds: rows('deeds'), events: rows('events') }, at)
}

function putSeal(connection: Connection, seal: Seal): void {
  connection.statement(putSealSql).run(...valuesOf(seal))
}

/** Seals as many rows, worked out before the lock is taken; `false` where all was sealed. */
export function sealSome(connection: Connection, limit: number, at: number): boolean {
  const seal = connection.read(() => nextSeal(connection, limit, at))
  if (seal === null) return false
  connection.write(
    () => putSeal(connection, seal),
    () => false,
  )
  return true
}

/** Seals the whole log of a copy that nobody else knows of, within the caller's transaction. Answers its head. */
export function sealCopy(connection: Connection, at: number): string | null {
  for (let seal = nextSeal(connection, copiedRows, at); seal !== null; ) {
    putSeal(connection, seal)
    seal = nextSeal(connection, copiedRows, at)
  }
  return headTextOf(lastSeal(connection))
}

/** A chain of its own for a log whose rows are not those that were sealed before. */
export function beginSeals(
  connection: Connection,
  begun: 'salvaged' | 'copied',
  former: string | null,
  at: number,
): void {
  putSeal(connection, beginningOf(begun, former, at))
}
