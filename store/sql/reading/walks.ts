import type { MailboxFilter } from '../../mail-store.ts'
import { openHeap } from '../../shared/heap.ts'
import type { Clock } from '../clock.ts'
import type { Connection } from '../connection.ts'
import { unlisted } from '../tables/agents.ts'
import type { Work } from '../work.ts'
import {
  bindingsOf,
  firstOfEachSql,
  type Head,
  headShape,
  type MailboxBindings,
  mailboxSql,
} from './mailbox-sql.ts'
import { seenAt } from './seen.ts'

/** One copy on the way through all mailboxes. */
export type Passed = {
  readonly owner: number
  readonly rank: number
  readonly unread: boolean
  readonly time: Clock
}

/** Where one mailbox's walk stands: a few rows read ahead, the next ones when those are used up. */
type Walk = { readonly owner: number; readonly time: Clock; rows: readonly Head[]; at: number; batch: number }

const [firstBatch, largestBatch] = [4, 64]

/** Walks all mailboxes at once, by rank; copies of one message follow one another. */
export function* openWalks(
  connection: Connection,
  filter: MailboxFilter,
  now: number,
  after: number,
): Work<{ nextCopy(): Work<Passed | null> }> {
  const sql = mailboxSql(connection.engine, filter, 'heads')
  const bindings = yield* bindingsOf(connection, filter)
  const heap = openHeap<Walk>((one, other) => rankAt(one) - rankAt(other) || one.owner - other.owner)

  function* fill(walk: Walk, from: number): Work<void> {
    walk.rows = yield* connection.wide(headShape, sql, {
      ...bindings,
      ...walk.time,
      owner: walk.owner,
      after: from,
      limit: walk.batch,
    })
    walk.at = 0
  }

  function* stepOn(walk: Walk, rank: number): Work<void> {
    walk.at += 1
    if (walk.at === walk.rows.length && walk.rows.length === walk.batch) {
      walk.batch = Math.min(walk.batch * 2, largestBatch)
      yield* fill(walk, rank)
    }
    if (walk.at < walk.rows.length) heap.sink()
    else heap.pop()
  }

  // Dead letters may lie with a name that nobody ever took.
  const named = filter.boxes.includes('dead') ? 'TRUE' : `state <> '${unlisted}'`
  const waiting = yield* openMailboxes(connection, firstOfEachSql(connection.engine, filter, named), {
    ...bindings,
    now,
    after,
  })

  /** Opens the mailboxes whose first row comes before that of all open ones. */
  function* openDue(): Work<void> {
    for (let found = yield* waiting.peek(); found !== null; found = yield* waiting.peek()) {
      if (heap.top() !== undefined && rankAt(heap.top() as Walk) < found.first) return
      const { id, frozen_at } = waiting.take(found)
      const time = { now, clock: Math.min(now, frozen_at ?? now) }
      const walk: Walk = { owner: id, time, rows: [], at: 0, batch: firstBatch }
      yield* fill(walk, after)
      if (walk.rows.length > 0) heap.push(walk)
    }
  }

  return {
    *nextCopy() {
      yield* openDue()
      const walk = heap.top()
      const row = walk?.rows[walk.at]
      if (walk === undefined || row === undefined) return null
      const { owner, time } = walk
      yield* stepOn(walk, row.rank)
      return { owner, time, rank: row.rank, unread: seenAt(row, time).box === 0 }
    },
  }
}

type Waiting = { readonly id: number; readonly frozen_at: number | null; readonly first: number }
/** A page needs the mail of few; only where one message went to many are they all asked for. */
const firstAsked = 500

/** The mailboxes that have something, by what comes first in them. */
function* openMailboxes(connection: Connection, sql: string, bindings: MailboxBindings) {
  const ask = (last: Waiting | undefined, most: number): Work<readonly Waiting[]> =>
    connection.rows<Waiting>(sql, { ...bindings, first: last?.first ?? -1, id: last?.id ?? -1, most })
  let rows = yield* ask(undefined, firstAsked)
  let at = 0
  let isWhole = rows.length < firstAsked
  return {
    *peek(): Work<Waiting | null> {
      if (at === rows.length && !isWhole) {
        rows = yield* ask(rows.at(-1), Number.MAX_SAFE_INTEGER)
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
