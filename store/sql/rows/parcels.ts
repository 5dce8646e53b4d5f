import { swarmIn } from '../../../src/domain/addressing/address.ts'
import type { Tx } from '../connection.ts'
import { outbox } from '../tables/swarms.ts'
import { cellsOf, columnsBut, insertSql } from '../tables/table.ts'
import type { Work } from '../work.ts'

const names = columnsBut(outbox, 'seq', 'attempts', 'problem')
const insert = insertSql(outbox, names)

type Leaving = {
  readonly id: number
  readonly thread: number
  readonly arrivedAt: number
  readonly task: string | null
}

/** A copy for an agent of another swarm. Within a swarm and a task (else a thread) what was written first goes first. */
export function* addParcel(tx: Tx, { id, thread, arrivedAt, task }: Leaving, address: string): Work<void> {
  const lane = task ?? `thread ${thread}`
  const row = { message_id: id, address, swarm: swarmIn(address), lane, next_at: arrivedAt }
  yield* tx.run(insert, ...cellsOf(names, row))
}

const leavingSql = `SELECT id, thread_id AS thread, arrived_at AS "arrivedAt", task FROM messages WHERE id = ?`

/** The same for a message that lies here already. */
export function* addParcelOf(tx: Tx, message: number, address: string): Work<void> {
  const leaving = yield* tx.row<Leaving>(leavingSql, message)
  if (leaving !== undefined) yield* addParcel(tx, leaving, address)
}

/** Whether a copy has left: `perhaps` where somebody may be sending it at this moment. */
export function* hasLeft(
  tx: Tx,
  message: number,
  address: string,
  at: number,
): Work<'no' | 'perhaps' | 'yes'> {
  const sql = 'SELECT next_at FROM outbox WHERE message_id = ? AND address = ? FOR UPDATE'
  const nextAt = yield* tx.cell<number>(sql, message, address)
  if (nextAt === undefined) return 'yes'
  return nextAt > at ? 'no' : 'perhaps'
}

/** It leaves no more. */
export function* withdrawParcel(tx: Tx, message: number, address: string): Work<void> {
  yield* tx.run('DELETE FROM outbox WHERE message_id = ? AND address = ?', message, address)
}
