import { placeAddress } from '../../../src/domain/places.ts'
import { idOfRank } from '../../../src/domain/priority.ts'
import type { Queue } from '../../../src/domain/queue.ts'
import type { CountedQueue, Doer, QueueStore } from '../../mail-store.ts'
import { pageByName } from '../../sql/cursors.ts'
import type { Connection } from '../database/connection.ts'
import { flatMapped, mapped } from '../database/sequences.ts'
import { hasLeaseAhead, shortenLeases } from '../moving/leases-ahead.ts'
import { deliverSelected } from '../roster/joining.ts'
import { noteChange, openChange } from '../rows/changes.ts'
import { changeRoster, raiseRosterVersion } from '../rows/facts.ts'
import { namesOf } from '../rows/names.ts'
import { noPlace, placeTaken } from '../rows/place-rows.ts'
import { availableItems, completedItems, failedItems, processingItems } from '../rows/queue-counts.ts'
import { allQueues, findQueueRow, type QueueRow, queueOf } from '../rows/queue-rows.ts'
import { boardCounts, boardPage } from './board.ts'
import { claimAtOnce, claimNext } from './claims.ts'
import { finishClaims, giveBack, renewClaim } from './endings.ts'
import { giveUpItem, requeueItem } from './interventions.ts'
import { hasLapsed, lapsedRows, lockedClaims, returnLapsed } from './lapsing.ts'

export function openQueues(connection: Connection): QueueStore {
  const parts = { connection }
  return {
    async find(name, now) {
      const row = await findQueueRow(connection, name)
      return row === undefined ? null : await connection.read(async () => counted(connection, row, now))
    },
    async list(page, now) {
      return connection.read(async () => {
        const { rows, next } = pageByName(
          await allQueues(connection),
          ({ name }) => name,
          page.after,
          page.limit,
        )
        return { rows: await mapped(rows, async (row) => counted(connection, row, now)), next }
      })
    },
    async board(question, page, now) {
      return connection.read(async () => boardPage(connection, question, page, now))
    },
    async boardCounts(queue, now) {
      return connection.read(async () => boardCounts(connection, queue, now))
    },
    async create(queue, doer, at) {
      return changeRoster(connection, async () => createQueue(connection, queue, doer, at))
    },
    async setStatus(name, status, now, author) {
      return changeRoster(connection, async () => {
        const sql = 'UPDATE queues SET status = ? WHERE name = ? AND status <> ?'
        const { changes } = await connection.statement(sql).run(status, name, status)
        if (changes > 0 && author !== undefined)
          await noteChange(connection, author, 'set-queue', placeAddress('queue', name))
        await raiseRosterVersion(connection)
        return counted(connection, await requireQueue(connection, name), now)
      })
    },
    async claim(doer, request, at) {
      const claimed = await connection.single(() => claimAtOnce(connection, doer, request, at))
      return claimed === undefined
        ? connection.write(async () => claimNext(parts, doer, request, at))
        : claimed
    },
    async renew(doer, claim, lease, at) {
      return connection.write(async () => renewClaim(parts, doer, claim, lease, at))
    },
    async release(doer, claim, at) {
      return connection.write(async () => giveBack(parts, doer, claim, at))
    },
    async requeue(doer, item, at) {
      return connection.write(async () => requeueItem({ connection }, doer, item, at))
    },
    async giveUp(doer, item, at) {
      return connection.write(async () => giveUpItem({ connection }, doer, item, at))
    },
    async finish(doer, claims, ending, at, note) {
      return finishClaims(parts, doer, claims, { ending, at, note })
    },
    async lapsed(limit, now) {
      return connection.read(async () =>
        (
          await flatMapped(await allQueues(connection), async (queue) =>
            lapsedRows(connection, queue, now, limit),
          )
        )
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
async function returnDue(
  connection: Connection,
  doer: Doer,
  limit: number,
  at: number,
): Promise<readonly number[]> {
  const returned: number[] = []
  for (const queue of await allQueues(connection)) {
    const { agent_id, lease } = queue
    if (await hasLeaseAhead(connection, agent_id, lease, at))
      await connection.write(async () => shortenLeases(connection, agent_id, lease, at))
    for (let full = true; full && returned.length < limit && (await hasLapsed(connection, queue, at)); ) {
      const most = Math.min(lockedClaims, limit - returned.length)
      const some = await connection.write(
        async () => returnLapsed({ connection }, queue, doer, at, most),
        ({ length }) => length > 0,
      )
      returned.push(...some)
      full = some.length === most
    }
  }
  return returned
}

async function createQueue(
  connection: Connection,
  queue: Queue,
  doer: Doer,
  at: number,
): Promise<CountedQueue> {
  const { name, status, order, maxConcurrency, claimers, lease, attempts } = queue
  if ((await findQueueRow(connection, name)) !== undefined) throw placeTaken('queue', name)
  const owner = placeAddress('queue', name)
  const id = await namesOf(connection).require(owner)
  const sql =
    'INSERT INTO queues(name, agent_id, status, ordering, max_concurrency, claimers, lease, attempts) VALUES(?, ?, ?, ?, ?, ?, ?, ?)'
  await connection
    .statement(sql)
    .run(name, id, status, order, maxConcurrency, JSON.stringify(claimers), lease, attempts)
  await noteChange(connection, { doer, at }, 'create-queue', owner)
  const deed = openChange(connection, { doer, at, what: 'joined' })
  await deliverSelected(connection, deed, { id, at }, { selector: owner, via: owner })
  await connection.statement('DELETE FROM postings WHERE selector = ?').run(owner)
  await raiseRosterVersion(connection)
  return counted(connection, await requireQueue(connection, name), at)
}

async function requireQueue(connection: Connection, name: string): Promise<QueueRow> {
  const row = await findQueueRow(connection, name)
  if (row === undefined) throw noPlace('queue', name)
  return row
}

const countsSql = `SELECT ${availableItems} AS available, ${processingItems} AS processing, ${completedItems} AS completed, ${failedItems} AS failed
FROM queues q WHERE q.agent_id = @queue`

type Counts = Pick<CountedQueue, 'available' | 'processing' | 'completed' | 'failed'>

async function counted(connection: Connection, row: QueueRow, now: number): Promise<CountedQueue> {
  const { available, processing, completed, failed } = (await connection
    .statement(countsSql)
    .get({ queue: row.agent_id, now })) as Counts
  return { ...queueOf(row), available, processing, completed, failed }
}
