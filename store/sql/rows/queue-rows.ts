import { admitsClaimant } from '../../../src/domain/addressing/claim-pattern.ts'
import { boxes } from '../../../src/domain/delivery.ts'
import { MailError } from '../../../src/domain/errors.ts'
import { placeOf } from '../../../src/domain/places.ts'
import type { Queue, QueueOrder, QueueStatus } from '../../../src/domain/queue.ts'
import type { ClaimRequest } from '../../mail-store.ts'
import type { Connection } from '../connection.ts'
import { queues } from '../tables/places.ts'
import { columnsBut, type Row } from '../tables/table.ts'
import type { Work } from '../work.ts'

export type QueueRow = Row<typeof queues>
export const queueNames = columnsBut(queues)
export const queueColumns = queueNames.map((name) => `q.${name}`).join(', ')

export function findQueueRow(connection: Connection, name: string): Work<QueueRow | undefined> {
  return connection.row<QueueRow>(`SELECT ${queueColumns} FROM queues q WHERE q.name = ?`, name)
}

export function allQueues(connection: Connection): Work<readonly QueueRow[]> {
  return connection.rows<QueueRow>(`SELECT ${queueColumns} FROM queues q ORDER BY q.name`)
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
export function* admitting(
  connection: Connection,
  { queue, forms }: Pick<ClaimRequest, 'queue' | 'forms'>,
): Work<readonly QueueRow[]> {
  if (queue === null) return admittingOf(yield* allQueues(connection), forms)
  const named = yield* findQueueRow(connection, queue)
  return named === undefined ? [] : admittingOf([named], forms)
}

export function admittingOf<Row extends QueueRow>(
  rows: readonly Row[],
  forms: ClaimRequest['forms'],
): readonly Row[] {
  return rows.filter((row) => {
    const { status, claimers } = queueOf(row)
    return status === 'active' && claimers.some((pattern) => admitsClaimant(pattern, ...forms))
  })
}

/** The owner of mail that is sent to a queue. @throws MailError `not-found` · `conflict` when it is closed */
export function* requireOpenQueue(connection: Connection, address: string): Work<number> {
  const name = placeOf(address)?.name ?? ''
  const row = yield* findQueueRow(connection, name)
  if (row !== undefined && row.status !== 'closed') return row.agent_id
  throw new MailError(
    row === undefined ? 'not-found' : 'conflict',
    row === undefined
      ? `There is no queue ${name}; nothing was sent.`
      : `The queue ${name} is closed; nothing was sent.`,
    'List queues with `watchpost queue list`.',
  )
}

const box = (name: (typeof boxes)[number]) => boxes.indexOf(name)

/** As the triggers keep it: exact, and as quick for a hundred thousand items as for one. */
const kept = (name: (typeof boxes)[number]) => `items_in(q, ${box(name)})`
const leased = (until: string) =>
  `(SELECT count(*) FROM deliveries d INDEXED BY deliveries_held WHERE d.box = ${box('processing')} AND d.agent_id = q.agent_id AND d.held_until ${until})`
/** Claims whose lease is over: upkeep, and each change of their queue, returns them, so they are few. */
const lapsed = `(${leased('IS NULL')} + ${leased('<= @now')})`
/** Mail with an expiry is counted on request. */
const expiring = `(SELECT count(*) FROM deliveries d INDEXED BY deliveries_expiring WHERE d.box = ${box('unread')} AND d.agent_id = q.agent_id AND d.expires_at > @now)`

/** How many items of the queue `q` are in each state at @now; what a lapsed lease holds is available. */
export const availableItems = `((SELECT coalesce(sum(u.lasting), 0) FROM lasting_unread u WHERE u.agent_id = q.agent_id) + ${expiring} + ${lapsed})`
export const processingItems = `(${kept('processing')} - ${lapsed})`
export const completedItems = kept('completed')
export const failedItems = `(${kept('failed')} + ${kept('dead')})`
