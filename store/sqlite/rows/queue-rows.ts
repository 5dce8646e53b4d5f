import type { ClaimRequest } from '../../mail-store.ts'
import type { QueueRow } from '../../sql/rows/queue-rows.ts'
import * as work from '../../sql/rows/queue-rows.ts'
import { atOnce } from '../../sql/work.ts'
import type { Connection } from '../database/connection.ts'
import { shared } from '../engine/shared.ts'

export type { QueueRow } from '../../sql/rows/queue-rows.ts'
export { queueOf } from '../../sql/rows/queue-rows.ts'

// The shared work, for the files of this engine that are not written as work yet.

export function findQueueRow(connection: Connection, name: string): QueueRow | undefined {
  return atOnce(work.findQueueRow(shared(connection), name))
}

export function allQueues(connection: Connection): readonly QueueRow[] {
  return atOnce(work.allQueues(shared(connection)))
}

export function admitting(
  connection: Connection,
  request: Pick<ClaimRequest, 'queue' | 'forms'>,
): readonly QueueRow[] {
  return atOnce(work.admitting(shared(connection), request))
}

export function requireOpenQueue(connection: Connection, address: string): number {
  return atOnce(work.requireOpenQueue(shared(connection), address))
}

const ownedSql = `SELECT ${work.queueColumns} FROM queues q WHERE q.agent_id = ?`

/** The queue whose items an address owns. */
export function queueOwnedBy(connection: Connection, agent: number): QueueRow | undefined {
  return connection.statement(ownedSql).get(agent) as QueueRow | undefined
}

/** The queues that a message went to. */
export function queuesOf(connection: Connection, message: number): readonly QueueRow[] {
  const sql = `SELECT ${work.queueColumns} FROM queues q WHERE q.agent_id IN (
SELECT value FROM messages m, json_each(m.recipients) WHERE m.id = @message
UNION SELECT agent_id FROM events WHERE message_id = @message AND what IN ('joined', 'redelivered'))`
  return connection.statement(sql).all({ message }) as QueueRow[]
}
