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
  /** What decides who may claim from it, in short. */
  readonly mark: string
}

const columns =
  'q.name, q.agent_id, q.status, q.ordering, q.max_concurrency, q.claimers, q.lease, q.attempts, queue_mark(q) AS mark'

export async function findQueueRow(connection: Connection, name: string): Promise<QueueRow | undefined> {
  const sql = `SELECT ${columns} FROM queues q WHERE q.name = ?`
  return (await connection.statement(sql).get(name)) as QueueRow | undefined
}

export async function allQueues(connection: Connection): Promise<readonly QueueRow[]> {
  return (await connection.statement(`SELECT ${columns} FROM queues q ORDER BY q.name`).all()) as QueueRow[]
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
export async function admitting(
  connection: Connection,
  { queue, forms }: Pick<ClaimRequest, 'queue' | 'forms'>,
): Promise<readonly QueueRow[]> {
  return admittingOf(await asked(connection, queue), forms)
}

async function asked(connection: Connection, queue: string | null): Promise<readonly QueueRow[]> {
  if (queue === null) return allQueues(connection)
  const named = await findQueueRow(connection, queue)
  return named === undefined ? [] : [named]
}

function admittingOf(rows: readonly QueueRow[], forms: ClaimRequest['forms']): readonly QueueRow[] {
  return rows.filter((row) => {
    const { status, claimers } = queueOf(row)
    return status === 'active' && claimers.some((pattern) => admitsClaimant(pattern, ...forms))
  })
}

const known = new WeakMap<Connection, Map<string | null, readonly QueueRow[]>>()

/** The same as they are remembered, with what they were: whoever claims asks with it, and is told where it is so no more. */
export async function admittingAsRemembered(
  connection: Connection,
  { queue, forms }: Pick<ClaimRequest, 'queue' | 'forms'>,
  anew: boolean,
): Promise<{ readonly queues: readonly QueueRow[]; readonly marks: string | null }> {
  let remembered = known.get(connection)
  if (remembered === undefined) known.set(connection, (remembered = new Map()))
  let rows = anew ? undefined : remembered.get(queue)
  if (rows === undefined) remembered.set(queue, (rows = await asked(connection, queue)))
  return {
    queues: admittingOf(rows, forms),
    marks: rows.length === 0 ? null : rows.map(({ mark }) => mark).join(','),
  }
}

/** Who owns what is sent to a queue. @throws MailError `not-found` · `conflict` when it is closed */
export async function requireOpenQueue(connection: Connection, address: string): Promise<number> {
  const name = placeOf(address)?.name ?? ''
  const row = await findQueueRow(connection, name)
  if (row !== undefined && row.status !== 'closed') return row.agent_id
  throw new MailError(
    row === undefined ? 'not-found' : 'conflict',
    row === undefined
      ? `There is no queue ${name}; nothing was sent.`
      : `The queue ${name} is closed; nothing was sent.`,
    'List queues with `watchpost queue list`.',
  )
}
