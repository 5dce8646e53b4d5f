import type { MailboxFilter } from '../../mail-store.ts'
import { openHeap } from '../../shared/heap.ts'
import { unlisted } from '../../sql/unlisted.ts'
import type { Connection } from '../database/connection.ts'
import type { Clock } from '../rows/clock.ts'
import { bindingsOf, firstOfEachSql, mailboxSql, type Placed, seenAt } from './mailbox-sql.ts'

/** One copy on the way through all mailboxes. */
export type Passed = {
  readonly owner: number
  readonly rank: number
  readonly unread: boolean
  readonly time: Clock
}

type Head = Placed & { readonly rank: number }
/** Where one mailbox's walk stands: a few rows read ahead, the next ones when those are used up. */
type Walk = { readonly owner: number; readonly time: Clock; rows: readonly Head[]; at: number; batch: number }

const [firstBatch, largestBatch] = [4, 64]

/** Walks all mailboxes at once, by rank; copies of one message follow one another. */
export async function openWalks(
  connection: Connection,
  filter: MailboxFilter,
  now: number,
  after: number,
): Promise<{ next(): Promise<Passed | null> }> {
  const heads = connection.statement(mailboxSql(filter, 'heads'))
  const bindings = await bindingsOf(connection, filter)
  const heap = openHeap<Walk>((one, other) => rankAt(one) - rankAt(other) || one.owner - other.owner)

  async function fill(walk: Walk, from: number): Promise<void> {
    walk.rows = (await heads.all({
      ...bindings,
      ...walk.time,
      owner: walk.owner,
      after: from,
      limit: walk.batch,
    })) as Head[]
    walk.at = 0
  }

  async function step(walk: Walk, rank: number): Promise<void> {
    walk.at += 1
    if (walk.at === walk.rows.length && walk.rows.length === walk.batch) {
      walk.batch = Math.min(walk.batch * 2, largestBatch)
      await fill(walk, rank)
    }
    if (walk.at < walk.rows.length) heap.sink()
    else heap.pop()
  }

  // Dead letters may lie with a name that nobody ever took.
  const named = filter.boxes.includes('dead') ? 'TRUE' : `state <> '${unlisted}'`
  const waiting = await openMailboxes(connection, firstOfEachSql(filter, named), { ...bindings, now, after })

  /** Opens the mailboxes whose first row comes before that of all open ones. */
  async function open(): Promise<void> {
    for (let found = await waiting.peek(); found !== null; found = await waiting.peek()) {
      if (heap.top() !== undefined && rankAt(heap.top() as Walk) < found.first) return
      const { id, frozen_at } = waiting.take(found)
      const time = { now, clock: Math.min(now, frozen_at ?? now) }
      const walk: Walk = { owner: id, time, rows: [], at: 0, batch: firstBatch }
      await fill(walk, after)
      if (walk.rows.length > 0) heap.push(walk)
    }
  }

  return {
    async next() {
      await open()
      const walk = heap.top()
      const row = walk?.rows[walk.at]
      if (walk === undefined || row === undefined) return null
      const { owner, time } = walk
      await step(walk, row.rank)
      return { owner, time, rank: row.rank, unread: seenAt(row, time).box === 0 }
    },
  }
}

type Waiting = { readonly id: number; readonly frozen_at: number | null; readonly first: number }
/** A page needs the mail of few; only where one message went to many are they all asked for. */
const firstAsked = 500

/** The mailboxes that have something, by what comes first in them. */
async function openMailboxes(connection: Connection, sql: string, bindings: object) {
  const ask = async (last: Waiting | undefined, most: number | null) =>
    (await connection
      .statement(sql)
      .all({ ...bindings, first: last?.first ?? -1, id: last?.id ?? -1, most })) as readonly Waiting[]
  let rows = await ask(undefined, firstAsked)
  let at = 0
  let isWhole = rows.length < firstAsked
  return {
    async peek(): Promise<Waiting | null> {
      if (at === rows.length && !isWhole) {
        rows = await ask(rows.at(-1), null)
        at = 0
        isWhole = true
      }
      return rows[at] ?? null
    },
    take(waiting: Waiting): Waiting {
      at += 1
      return waiting
    },
  }
}

function rankAt(walk: Walk): number {
  return walk.rows[walk.at]?.rank ?? Number.MAX_SAFE_INTEGER
}
