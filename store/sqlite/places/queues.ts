import { placeAddress } from '../../../src/domain/places.ts'
import { idOfRank } from '../../../src/domain/priority.ts'
import type { Queue } from '../../../src/domain/queue.ts'
import type { CountedQueue, Doer, QueueStore } from '../../mail-store.ts'
import { pageByName } from '../../sql/cursors.ts'
import type { Connection } from '../database/connection.ts'
import { hasLeaseAhead, shortenLeases } from '../moving/leases-ahead.ts'
import { deliverSelected } from '../roster/joining.ts'
import { noteChange, openChange } from '../rows/changes.ts'
import { raiseRosterVersion } from '../rows/facts.ts'
import { namesOf } from '../rows/names.ts'
import { noPlace, placeTaken } from '../rows/place-rows.ts'
import { availableItems, completedItems, failedItems, processingItems } from '../rows/queue-counts.ts'
import { admitting, allQueues, findQueueRow, type QueueRow, queueOf } from '../rows/queue-rows.ts'
import { boardCounts, boardPage } from './board.ts'
import { claimNext, mayYield } from './claims.ts'
import { finishClaims, giveBack, renewClaim } from './endings.ts'
import { giveUpItem, requeueItem } from './interventions.ts'
import { hasLapsed, lapsedRows, lockedClaims, returnLapsed } from './lapsing.ts'

export function openQueues(connection: Connection): QueueStore {
  const parts = { connection }
  /** Whether the last claim got something: there may be more. */
  let yielded = false
  return {
    async find(name, now) {
      const row = findQueueRow(connection, name)
      return row === undefined ? null : connection.read(() => counted(connection, row, now))
    },
    async list(page, now) {
      return connection.read(() => {
        const { rows, next } = pageByName(allQueues(connection), ({ name }) => name, page.after, page.limit)
        return { rows: rows.map((row) => counted(connection, row, now)), next }
      })
    },
    async board(question, page, now) {
      return connection.read(() => boardPage(connection, question, page, now))
    },
    async boardCounts(queue, now) {
      return connection.read(() => boardCounts(connection, queue, now))
    },
    async create(queue, doer, at) {
      return connection.write(() => createQueue(connection, queue, doer, at))
    },
    async setStatus(name, status, now, author) {
      return connection.write(() => {
        const sql = 'UPDATE queues SET status = ? WHERE name = ? AND status <> ?'
        const { changes } = connection.statement(sql).run(status, name, status)
        if (changes > 0 && author !== undefined)
          noteChange(connection, author, 'set-queue', placeAddress('queue', name))
        raiseRosterVersion(connection)
        return counted(connection, requireQueue(connection, name), now)
      })
    },
    async claim(doer, request, at) {
      // A caller that polls an empty queue must not block others.
      if (!yielded && !admitting(connection, request).some((queue) => mayYield(connection, queue, at)))
        return null
      yielded = false
      const claimed = connection.write(() => claimNext(parts, doer, request, at))
      yielded = claimed !== null
      return claimed
    },
    async renew(doer, claim, lease, at) {
      return connection.write(() => renewClaim(parts, doer, claim, lease, at))
    },
    async release(doer, claim, at) {
      return connection.write(() => giveBack(parts, doer, claim, at))
    },
    async requeue(doer, item, at) {
      return connection.write(() => requeueItem({ connection }, doer, item, at))
    },
    async giveUp(doer, item, at) {
      return connection.write(() => giveUpItem({ connection }, doer, item, at))
    },
    async finish(doer, claims, ending, at, note) {
      return connection.write(
        () => finishClaims(parts, doer, claims, { ending, at, note }),
        (moved) => moved.some(({ changed }) => changed),
      )
    },
    async lapsed(limit, now) {
      return connection.read(() =>
        allQueues(connection)
          .flatMap((queue) => lapsedRows(connection, queue, now, limit))
          .slice(0, limit)
          .map(({ rank }) => idOfRank(rank)),
      )
    },
    async returnLapsed(doer, limit, at) {
      return returnDue(connection, doer, limit, at)
    },
  }
}

/** Slice by slice, so that senders go in between. */
function returnDue(connection: Connection, doer: Doer, limit: number, at: number): readonly number[] {
  const returned: number[] = []
  for (const queue of allQueues(connection)) {
    const { agent_id, lease } = queue
    if (hasLeaseAhead(connection, agent_id, lease, at))
      connection.write(() => shortenLeases(connection, agent_id, lease, at))
    for (let full = true; full && returned.length < limit && hasLapsed(connection, queue, at); ) {
      const most = Math.min(lockedClaims, limit - returned.length)
      const some = connection.write(
        () => returnLapsed({ connection }, queue, doer, at, most),
        ({ length }) => length > 0,
      )
      returned.push(...some)
      full = some.length === most
    }
  }
  return returned
}

function createQueue(connection: Connection, queue: Queue, doer: Doer, at: number): CountedQueue {
  const { name, status, order, maxConcurrency, claimers, lease, attempts } = queue
  if (findQueueRow(connection, name) !== undefined) throw placeTaken('queue', name)
  const owner = placeAddress('queue', name)
  const id = namesOf(connection).require(owner)
  const sql =
    'INSERT INTO queues(name, agent_id, status, ordering, max_concurrency, claimers, lease, attempts) VALUES(?, ?, ?, ?, ?, ?, ?, ?)'
  connection
    .statement(sql)
    .run(name, id, status, order, maxConcurrency, JSON.stringify(claimers), lease, attempts)
  noteChange(connection, { doer, at }, 'create-queue', owner)
  const deed = openChange(connection, { doer, at, what: 'joined' })
  deliverSelected(connection, deed, { id, at }, { selector: owner, via: owner })
  connection.statement('DELETE FROM postings WHERE selector = ?').run(owner)
  deed.finish()
  raiseRosterVersion(connection)
  return counted(connection, requireQueue(connection, name), at)
}

function requireQueue(connection: Connection, name: string): QueueRow {
  const row = findQueueRow(connection, name)
  if (row === undefined) throw noPlace('queue', name)
  return row
}

const countsSql = `SELECT ${availableItems} AS available, ${processingItems} AS processing, ${completedItems} AS completed, ${failedItems} AS failed
FROM queues q WHERE q.agent_id = @queue`

type Counts = Pick<CountedQueue, 'available' | 'processing' | 'completed' | 'failed'>

function counted(connection: Connection, row: QueueRow, now: number): CountedQueue {
  const { available, processing, completed, failed } = connection
    .statement(countsSql)
    .get({ queue: row.agent_id, now }) as Counts
  return { ...queueOf(row), available, processing, completed, failed }
}
