import { placeAddress } from '../../../src/domain/places.ts'
import { idOfRank } from '../../../src/domain/priority.ts'
import type { Queue } from '../../../src/domain/queue.ts'
import type { CountedQueue, Doer, QueueStore } from '../../mail-store.ts'
import type { Connection, Tx } from '../connection.ts'
import { pageByName } from '../cursors.ts'
import { changeRoster, raiseRosterVersion } from '../facts.ts'
import { hasLeaseAhead, shortenLeases } from '../moving/leases-ahead.ts'
import { deliverSelected } from '../roster/joining.ts'
import { requireNumber } from '../rows/names.ts'
import { noPlace, placeTaken } from '../rows/place-rows.ts'
import {
  allQueues,
  availableItems,
  completedItems,
  failedItems,
  findQueueRow,
  processingItems,
  type QueueRow,
  queueNames,
  queueOf,
} from '../rows/queue-rows.ts'
import { sideBySide } from '../side-by-side.ts'
import { queues } from '../tables/places.ts'
import { cellsOf, insertSql } from '../tables/table.ts'
import { mapped, type Work, type Working } from '../work.ts'
import { boardCounts, boardPage } from './board.ts'
import { giveBack, renewClaim } from './endings.ts'
import { giveUpItem, requeueItem } from './interventions.ts'
import { hasLapsed, lapsedRows, lockedClaims, returnLapsed } from './lapsing.ts'
import { withMakers } from './makers.ts'

/** Each engine hands work over, and takes it back done, in its own way. */
export function openQueues(
  connection: Connection,
): Working<Omit<QueueStore, 'claim' | 'finish' | 'finishAndClaim'>> {
  return {
    *find(name, now) {
      const row = yield* findQueueRow(connection, name)
      return row === undefined ? null : yield* connection.read((at) => counted(at, row, now))
    },
    list: (page, now) =>
      connection.read(function* (at) {
        const all = yield* allQueues(at)
        const { rows, next } = pageByName(all, ({ name }) => name, page.after, page.limit)
        const found = yield* sideBySide(at, rows, (each, row) => counted(each, row, now))
        return { rows: page.makers === true ? yield* withMakers(at, 'queue', found) : found, next }
      }),
    board: (question, page, now) => connection.read((at) => boardPage(at, question, page, now)),
    boardCounts: (queue, now) => connection.read((at) => boardCounts(at, queue, now)),
    create: (queue, doer, at) => changeRoster(connection, (tx) => createQueue(tx, queue, doer, at)),
    setStatus: (name, status, now, author) =>
      changeRoster(connection, function* (tx) {
        const sql = 'UPDATE queues SET status = ? WHERE name = ? AND status <> ?'
        const changes = yield* tx.run(sql, status, name, status)
        if (changes > 0 && author !== undefined)
          yield* tx.engine.noteChange(tx, author, 'set-queue', placeAddress('queue', name))
        yield* raiseRosterVersion(tx)
        return yield* counted(tx, yield* requireQueue(tx, name), now)
      }),
    renew: (doer, claim, lease, at) => connection.write((tx) => renewClaim(tx, doer, claim, lease, at)),
    release: (doer, claim, at) => connection.write((tx) => giveBack(tx, doer, claim, at)),
    requeue: (doer, item, at) => connection.write((tx) => requeueItem(tx, doer, item, at)),
    giveUp: (doer, item, at) => connection.write((tx) => giveUpItem(tx, doer, item, at)),
    lapsed: (limit, now) =>
      connection.read(function* (at) {
        const found = yield* mapped(yield* allQueues(at), (queue) => lapsedRows(at, queue, now, limit))
        return found
          .flat()
          .slice(0, limit)
          .map(({ rank }) => idOfRank(rank))
      }),
    returnLapsed: (doer, limit, at) => returnDue(connection, doer, limit, at),
  }
}

/** Slice by slice, so that senders go in between. */
function* returnDue(connection: Connection, doer: Doer, limit: number, at: number): Work<readonly number[]> {
  const all: number[] = []
  for (const queue of yield* allQueues(connection)) {
    const { agent_id, lease } = queue
    if (yield* hasLeaseAhead(connection, agent_id, lease, at))
      yield* connection.write((tx) => shortenLeases(tx, agent_id, lease, at))
    for (let full = true; full && all.length < limit && (yield* hasLapsed(connection, queue, at)); ) {
      const most = Math.min(lockedClaims, limit - all.length)
      const some = yield* connection.write(
        (tx) => returnLapsed(tx, queue, doer, at, most),
        ({ length }) => length > 0,
      )
      all.push(...some)
      full = some.length === most
    }
  }
  return all
}

const addSql = insertSql(queues, queueNames)

function* createQueue(tx: Tx, queue: Queue, doer: Doer, at: number): Work<CountedQueue> {
  const { name, status, lease, attempts } = queue
  if ((yield* findQueueRow(tx, name)) !== undefined) throw placeTaken('queue', name)
  const owner = placeAddress('queue', name)
  const id = yield* requireNumber(tx, owner)
  const claimed = { max_concurrency: queue.maxConcurrency, claimers: JSON.stringify(queue.claimers) }
  const row = { name, agent_id: id, status, ordering: queue.order, ...claimed, lease, attempts }
  yield* tx.run(addSql, ...cellsOf(queueNames, row))
  yield* tx.engine.noteChange(tx, { doer, at }, 'create-queue', owner)
  const deed = tx.engine.openChange(tx, { doer, at, what: 'joined' })
  yield* deliverSelected(tx, deed, { id, at }, { selector: owner, via: owner })
  yield* tx.run('DELETE FROM postings WHERE selector = ? AND done_at IS NULL', owner)
  yield* deed.finish()
  yield* raiseRosterVersion(tx)
  return yield* counted(tx, yield* requireQueue(tx, name), at)
}

function* requireQueue(connection: Connection, name: string): Work<QueueRow> {
  const row = yield* findQueueRow(connection, name)
  if (row === undefined) throw noPlace('queue', name)
  return row
}

const countsSql = `SELECT ${availableItems} AS available, ${processingItems} AS processing, ${completedItems} AS completed, ${failedItems} AS failed
FROM queues q WHERE q.agent_id = @queue`

type Counts = Pick<CountedQueue, 'available' | 'processing' | 'completed' | 'failed'>

function* counted(connection: Connection, row: QueueRow, now: number): Work<CountedQueue> {
  const counts = yield* connection.row<Counts>(countsSql, { queue: row.agent_id, now })
  if (counts === undefined) throw noPlace('queue', row.name)
  return { ...queueOf(row), ...counts }
}
