import { boxes, type Delivery } from '../../../src/domain/delivery.ts'
import { isLost } from '../../../src/domain/errors.ts'
import { lostMail } from '../../../src/domain/lost-mail.ts'
import { idMask, idOfRank, idSpan } from '../../../src/domain/priority.ts'
import { claimed } from '../../../src/domain/queue.ts'
import type { Claimed, ClaimRequest, Doer } from '../../mail-store.ts'
import type { Connection, Tx } from '../connection.ts'
import { hasLeaseAhead, shortenLeases } from '../moving/leases-ahead.ts'
import { findFullMessage } from '../rows/letters.ts'
import { admitting, processingItems, type QueueRow } from '../rows/queue-rows.ts'
import { hasReturned } from '../rows/returned-rows.ts'
import { type CopyRow, copyShape, deliveryOf } from '../rows/rows.ts'
import type { Work } from '../work.ts'
import { hasLapsed, returnLapsed } from './lapsing.ts'

const unread = boxes.indexOf('unread')
const available = `SELECT rank FROM deliveries WHERE agent_id = @queue AND box = ${unread} AND (expires_at IS NULL OR expires_at > @at)`
const byRankSql = `${available} ORDER BY rank LIMIT 1`
const returnedSql = `${available} AND rank IN (SELECT rank FROM returned WHERE agent_id = @queue) ORDER BY rank LIMIT 1`
/** Asked only where an item's body is lost. */
const sound = ' AND rank NOT IN (SELECT value FROM numbers(@lost))'
/** What another claimant is being given just now is passed over. */
const taking = ' FOR UPDATE SKIP LOCKED'

const oldestSql = `${available} ORDER BY rank & ${idMask} LIMIT 1`
const fromSql = `${available} AND rank >= @from ORDER BY rank LIMIT 1`

type FindRank = (sql: string, from?: number) => Work<number | undefined>

/** Within one priority and tier the ranks follow arrival: the oldest of all is the oldest of these few heads. */
function* oldestRank(rankBy: FindRank): Work<number | undefined> {
  let oldest: number | undefined
  for (let from = 0; ; ) {
    const rank = yield* rankBy(fromSql, from)
    if (rank === undefined) return oldest
    if (oldest === undefined || idOfRank(rank) < idOfRank(oldest)) oldest = rank
    from = (Math.floor(rank / idSpan) + 1) * idSpan
  }
}

/** Of two that claim from a queue with a limit, the second counts what the first has. */
export function* lockLimit(connection: Connection, queue: number): Work<void> {
  const sql = 'SELECT 1 FROM queues WHERE agent_id = ? AND max_concurrency IS NOT NULL FOR UPDATE'
  if (connection.isWriting) yield* connection.cell(sql, queue)
}

type Next = { readonly rank: number; readonly returned: boolean }

/** The item that a queue gives next, what came back first; none while it has as many claimed as it may. */
function* headOf(
  connection: Connection,
  { agent_id: queue, max_concurrency: most, ordering }: QueueRow,
  at: number,
  lost: readonly number[] = [],
): Work<Next | undefined> {
  const { isWriting } = connection
  if (most !== null) {
    yield* lockLimit(connection, queue)
    const sql = `SELECT ${processingItems} FROM queues q WHERE q.agent_id = @queue`
    const taken = yield* connection.cell<number>(sql, { queue, now: at })
    if (Number(taken) >= most) return undefined
  }
  function rankBy(sql: string, from = 0): Work<number | undefined> {
    const among = lost.length === 0 ? sql : sql.replaceAll(available, available + sound)
    const values = { queue, at, from, lost: JSON.stringify(lost) }
    return connection.cell<number>(isWriting ? among + taking : among, values)
  }
  const returned = (yield* hasReturned(connection, queue)) ? yield* rankBy(returnedSql) : undefined
  const rank = returned ?? (ordering === 'fifo' ? yield* oldest() : yield* rankBy(byRankSql))
  return rank === undefined ? undefined : { rank, returned: returned !== undefined }

  /** Where a look locks what it finds, there is one for all priorities: it has an index. */
  function* oldest(): Work<number | undefined> {
    return isWriting ? yield* rankBy(oldestSql) : yield* oldestRank(rankBy)
  }
}

/** A look without the lock; only what is found under it counts. */
export function* mayYield(connection: Connection, queue: QueueRow, at: number): Work<boolean> {
  return (
    (yield* hasLapsed(connection, queue, at)) ||
    (yield* headOf(connection, queue, at)) !== undefined ||
    (yield* hasLeaseAhead(connection, queue.agent_id, queue.lease, at))
  )
}

/**
 * Under the lock, so that of all who ask exactly one gets an item. @throws MailError `damaged` where the bodies of all that is
 * there are lost
 */
export function* claimNext(tx: Tx, doer: Doer, request: ClaimRequest, at: number): Work<Claimed | null> {
  const { claimed, lost } = yield* claimSound(tx, doer, request, at)
  if (claimed === null && lost.length > 0) throw lostMail(lost)
  return claimed
}

type Sound = { readonly claimed: Claimed | null; readonly lost: readonly number[] }

/** An item whose body is lost keeps no other from being given. */
export function* claimSound(tx: Tx, doer: Doer, request: ClaimRequest, at: number): Work<Sound> {
  const queues = yield* admitting(tx, request)
  for (const queue of queues) {
    yield* shortenLeases(tx, queue.agent_id, queue.lease, at)
    yield* returnLapsed(tx, queue, doer, at)
  }
  const ranks: number[] = []
  for (;;) {
    const found = yield* findHead(tx, queues, at, ranks)
    const lost = ranks.map(idOfRank)
    if (found === null) return { claimed: null, lost }
    const { queue, row } = found
    try {
      const message = yield* findFullMessage(tx, idOfRank(row.rank))
      if (message === null) return { claimed: null, lost }
      const delivery = yield* claimItem(tx, doer, { lease: request.lease, at }, found)
      const letter = { message, delivery }
      return { claimed: { queue: queue.name, attempt: delivery.attempts, letter, lost }, lost }
    } catch (error) {
      if (!isLost(error)) throw error
      ranks.push(row.rank)
    }
  }
}

type Head = { readonly queue: QueueRow; readonly row: CopyRow }

const copySql = `SELECT ${copyShape.columns} FROM deliveries d WHERE d.agent_id = ? AND d.box = ${unread} AND d.rank = ?`

/** The most pressing of what the queues give next. */
function* findHead(
  tx: Tx,
  queues: readonly QueueRow[],
  at: number,
  lost: readonly number[],
): Work<Head | null> {
  const heads: (Next & Pick<Head, 'queue'>)[] = []
  for (const queue of queues) {
    const head = yield* headOf(tx, queue, at, lost)
    if (head !== undefined) heads.push({ queue, ...head })
  }
  const [first] = heads.sort(
    (one, other) => Number(other.returned) - Number(one.returned) || one.rank - other.rank,
  )
  if (first === undefined) return null
  const sql = tx.isWriting ? `${copySql} FOR UPDATE` : copySql
  const [row] = yield* tx.wide(copyShape, sql, first.queue.agent_id, first.rank)
  return row === undefined ? null : { queue: first.queue, row }
}

function* claimItem(
  tx: Tx,
  doer: Doer,
  { lease, at }: { readonly lease: number | null; readonly at: number },
  { queue, row }: Head,
): Work<Delivery> {
  const until = at + (lease ?? queue.lease)
  const deed = tx.engine.openChange(tx, { doer, at, what: 'claim' })
  const next = claimed(yield* deliveryOf(tx, row), doer.actor, until, at)
  const detail = { by: doer.actor, until: new Date(until).toISOString(), attempt: next.attempts }
  const changed = yield* deed.change({ row, next, what: 'claim', detail })
  yield* deed.finish()
  return yield* deliveryOf(tx, changed)
}
