import { admitsClaimant } from '../../../src/domain/addressing/claim-pattern.ts'
import { MailError } from '../../../src/domain/errors.ts'
import { placeOf } from '../../../src/domain/places.ts'
import type { Queue, QueueOrder, QueueStatus } from '../../../src/domain/queue.ts'
import type { ClaimRequest } from '../../mail-store.ts'
import type { Connection } from '../database/connection.ts'

export type QueueRow = {
  readonly name: string
  readonly agent_id: number
  readonly status: string
  readonly ordering: string
  readonly max_concurrency: number | null
  readonly claimers: string
  readonly lease: number
  readonly attempts: number
}

const columns = 'q.name, q.agent_id, q.status, q.ordering, q.max_concurrency, q.claimers, q.lease, q.attempts'

const namedSql = `SELECT ${columns} FROM queues q WHERE q.name = ?`
const ownedSql = `SELECT ${columns} FROM queues q WHERE q.agent_id = ?`

export function findQueueRow(connection: Connection, name: string): QueueRow | undefined {
  return connection.statement(namedSql).get(name) as QueueRow | undefined
}

/** The queue whose items an address owns. */
export function queueOwnedBy(connection: Connection, agent: number): QueueRow | undefined {
  return connection.statement(ownedSql).get(agent) as QueueRow | undefined
}

export function allQueues(connection: Connection): readonly QueueRow[] {
  return connection.statement(`SELECT ${columns} FROM queues q ORDER BY q.name`).all() as QueueRow[]
}

export function queueOf(row: QueueRow): Queue {
  return {
    name: row.name,
    status: row.status as QueueStatus,
    order: row.ordering as QueueOrder,
    maxConcurrency: row.max_concurrency,
    claimers: JSON.parse(row.claimers) as readonly string[],
    lease: row.lease,
    attempts: row.attempts,
  }
}

/** The active queues that a request is for and that admit its claimant. */
export function admitting(
  connection: Connection,
  { queue, forms }: Pick<ClaimRequest, 'queue' | 'forms'>,
): readonly QueueRow[] {
  const named = queue === null ? undefined : findQueueRow(connection, queue)
  const rows = queue === null ? allQueues(connection) : named === undefined ? [] : [named]
  return rows.filter((row) => {
    const { status, claimers } = queueOf(row)
    return status === 'active' && claimers.some((pattern) => admitsClaimant(pattern, ...forms))
  })
}

/** The queues that a message went to. */
export function queuesOf(connection: Connection, message: number): readonly QueueRow[] {
  const sql = `SELECT ${columns} FROM queues q WHERE q.agent_id IN (
SELECT value FROM messages m, json_each(m.recipients) WHERE m.id = @message
UNION SELECT agent_id FROM events WHERE message_id = @message AND what IN ('joined', 'redelivered'))`
  return connection.statement(sql).all({ message }) as QueueRow[]
}

/** The owner of mail that is sent to a queue. @throws MailError `not-found` · `conflict` when it is closed */
export function requireOpenQueue(connection: Connection, address: string): number {
  const name = placeOf(address)?.name ?? ''
  const row = findQueueRow(connection, name)
  if (row !== undefined && row.status !== 'closed') return row.agent_id
  throw new MailError(
    row === undefined ? 'not-found' : 'conflict',
    row === undefined
      ? `There is no queue ${name}; nothing was sent.`
      : `The queue ${name} is closed; nothing was sent.`,
    'List queues with `watchpost queue list`.',
  )
}
