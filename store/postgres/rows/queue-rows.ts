import type { ClaimRequest } from '../../mail-store.ts'
import type { QueueRow } from '../../sql/rows/queue-rows.ts'
import * as work from '../../sql/rows/queue-rows.ts'
import { inTurn } from '../../sql/work.ts'
import type { Connection } from '../database/connection.ts'
import { shared } from '../engine/shared.ts'

export type { QueueRow } from '../../sql/rows/queue-rows.ts'
export { queueOf } from '../../sql/rows/queue-rows.ts'

// The shared work, for the files of this engine that are not written as work yet.

export function findQueueRow(connection: Connection, name: string): Promise<QueueRow | undefined> {
  return inTurn(work.findQueueRow(shared(connection), name))
}

export function allQueues(connection: Connection): Promise<readonly QueueRow[]> {
  return inTurn(work.allQueues(shared(connection)))
}

export function admitting(
  connection: Connection,
  request: Pick<ClaimRequest, 'queue' | 'forms'>,
): Promise<readonly QueueRow[]> {
  return inTurn(work.admitting(shared(connection), request))
}

export function requireOpenQueue(connection: Connection, address: string): Promise<number> {
  return inTurn(work.requireOpenQueue(shared(connection), address))
}

/** With what decides who may claim from it, in short. */
type MarkedRow = QueueRow & { readonly mark: string }

const markedSql = `SELECT ${work.queueColumns}, queue_mark(q) AS mark FROM queues q WHERE CAST(@queue AS text) IS NULL OR q.name = @queue ORDER BY q.name`
const known = new WeakMap<Connection, Map<string | null, readonly MarkedRow[]>>()

/** The same as they are remembered, with what they were: whoever claims asks with it, and is told where it is so no more. */
export async function admittingAsRemembered(
  connection: Connection,
  { queue, forms }: Pick<ClaimRequest, 'queue' | 'forms'>,
  anew: boolean,
): Promise<{ readonly queues: readonly QueueRow[]; readonly marks: string | null }> {
  let remembered = known.get(connection)
  if (remembered === undefined) known.set(connection, (remembered = new Map()))
  let rows = anew ? undefined : remembered.get(queue)
  if (rows === undefined) {
    rows = (await connection.statement(markedSql).all({ queue })) as MarkedRow[]
    remembered.set(queue, rows)
  }
  return {
    queues: work.admittingOf(rows, forms),
    marks: rows.length === 0 ? null : rows.map(({ mark }) => mark).join(','),
  }
}
