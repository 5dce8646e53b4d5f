import { boxes, type Delivery } from '../../../src/domain/delivery.ts'
import { isLost } from '../../../src/domain/errors.ts'
import { lostMail } from '../../../src/domain/lost-mail.ts'
import { idOfRank, idSpan } from '../../../src/domain/priority.ts'
import { claimed } from '../../../src/domain/queue.ts'
import type { Claimed, ClaimRequest, Doer } from '../../mail-store.ts'
import type { Connection } from '../database/connection.ts'
import { hasLeaseAhead, shortenLeases } from '../moving/leases-ahead.ts'
import { openChange } from '../rows/changes.ts'
import { findCopyIn } from '../rows/copies.ts'
import { findFullMessage } from '../rows/letters.ts'
import { processingItems } from '../rows/queue-counts.ts'
import { admitting, type QueueRow } from '../rows/queue-rows.ts'
import { hasReturned } from '../rows/returned-rows.ts'
import { type CopyRow, deliveryOf } from '../rows/rows.ts'
import { hasLapsed, returnLapsed } from './lapsing.ts'

export type QueueParts = {
  readonly connection: Connection
}

const unread = boxes.indexOf('unread')
const available = `SELECT rank FROM deliveries WHERE agent_id = @queue AND box = ${unread} AND (expires_at IS NULL OR expires_at > @at)`
const byRankSql = `${available} ORDER BY rank LIMIT 1`
const returnedSql = `${available} AND rank IN (SELECT rank FROM returned WHERE agent_id = @queue) ORDER BY rank LIMIT 1`
/** Asked only where an item's body is lost. */
const sound = ' AND rank NOT IN (SELECT value FROM json_each(@lost))'

const fromSql = `${available} AND rank >= @from ORDER BY rank LIMIT 1`

type FindRank = (sql: string, more?: { readonly from: number }) => unknown

/** Within one priority and tier the ranks follow arrival: the oldest of all is the oldest of these few heads. */
function oldestRank(find: FindRank): number | undefined {
  let oldest: number | undefined
  for (let from = 0; ; ) {
    const rank = find(fromSql, { from })
    if (typeof rank !== 'number') return oldest
    if (oldest === undefined || idOfRank(rank) < idOfRank(oldest)) oldest = rank
    from = (Math.floor(rank / idSpan) + 1) * idSpan
  }
}

type Next = { readonly rank: number; readonly returned: boolean }

/** The item that a queue gives next, what came back first; none while it has as many claimed as it may. */
function headOf(
  connection: Connection,
  queue: QueueRow,
  at: number,
  lost: readonly number[] = [],
): Next | undefined {
  if (queue.max_concurrency !== null) {
    const sql = `SELECT ${processingItems} FROM queues q WHERE q.agent_id = @queue`
    const claimed = connection.column(sql).get({ queue: queue.agent_id, now: at })
    if (Number(claimed) >= queue.max_concurrency) return undefined
  }
  const bindings = { queue: queue.agent_id, at }
  const rankBy: FindRank = (sql, more) =>
    lost.length === 0
      ? connection.column(sql).get({ ...bindings, ...more })
      : connection
          .column(sql.replaceAll(available, available + sound))
          .get({ ...bindings, ...more, lost: JSON.stringify(lost) })
  const returned = hasReturned(connection, queue.agent_id) ? rankBy(returnedSql) : undefined
  const rank = returned ?? (queue.ordering === 'fifo' ? oldestRank(rankBy) : rankBy(byRankSql))
  return typeof rank === 'number' ? { rank, returned: returned !== undefined } : undefined
}

/** A look without the lock; only what is found under it counts. */
export function mayYield(connection: Connection, queue: QueueRow, at: number): boolean {
  return (
    hasLapsed(connection, queue, at) ||
    headOf(connection, queue, at) !== undefined ||
    hasLeaseAhead(connection, queue.agent_id, queue.lease, at)
  )
}

/**
 * Under the write lock, so that of all who ask exactly one gets an item. One whose body is lost keeps no other from being
 * given. @throws MailError `damaged` where there are only such
 */
export function claimNext(parts: QueueParts, doer: Doer, request: ClaimRequest, at: number): Claimed | null {
  const { connection } = parts
  const queues = admitting(connection, request)
  for (const queue of queues) {
    shortenLeases(connection, queue.agent_id, queue.lease, at)
    returnLapsed(parts, queue, doer, at)
  }
  const lost: number[] = []
  for (;;) {
    const found = findHead(connection, queues, at, lost)
    if (found === null && lost.length > 0) throw lostMail(lost.map(idOfRank))
    if (found === null) return null
    const { queue, row } = found
    try {
      const message = findFullMessage(connection, idOfRank(row.rank))
      if (message === null) return null
      const delivery = claimItem(parts, doer, { lease: request.lease, at }, found)
      return {
        queue: queue.name,
        attempt: delivery.attempts,
        letter: { message, delivery },
        lost: lost.map(idOfRank),
      }
    } catch (error) {
      if (!isLost(error)) throw error
      lost.push(row.rank)
    }
  }
}

type Head = { readonly queue: QueueRow; readonly row: CopyRow }

/** The most pressing of what the queues give next. */
function findHead(
  connection: Connection,
  queues: readonly QueueRow[],
  at: number,
  lost: readonly number[],
): Head | null {
  const heads = queues.flatMap((queue) => {
    const head = headOf(connection, queue, at, lost)
    return head === undefined ? [] : [{ queue, ...head }]
  })
  const [first] = heads.sort(
    (one, other) => Number(other.returned) - Number(one.returned) || one.rank - other.rank,
  )
  const row = first && findCopyIn(connection, unread, first.queue.agent_id, first.rank)
  return row === undefined || first === undefined ? null : { queue: first.queue, row }
}

function claimItem(
  { connection }: QueueParts,
  doer: Doer,
  { lease, at }: { readonly lease: number | null; readonly at: number },
  { queue, row }: Head,
): Delivery {
  const until = at + (lease ?? queue.lease)
  const deed = openChange(connection, { doer, at, what: 'claim' })
  const next = claimed(deliveryOf(connection, row), doer.actor, until, at)
  const detail = { by: doer.actor, until: new Date(until).toISOString(), attempt: next.attempts }
  const changed = deed.change({ row, next, what: 'claim', detail })
  deed.finish()
  return deliveryOf(connection, changed)
}
