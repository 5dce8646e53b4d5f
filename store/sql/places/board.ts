import { boxes } from '../../../src/domain/delivery.ts'
import { idOfRank } from '../../../src/domain/priority.ts'
import type { QueueColumn } from '../../../src/domain/queue.ts'
import type { BoardItem, BoardQuestion, Page, PageRequest } from '../../mail-store.ts'
import type { Connection } from '../connection.ts'
import { badCursor } from '../cursors.ts'
import { findCopyRow } from '../rows/copies.ts'
import { findLetter } from '../rows/letters.ts'
import { allQueues, availableItems, failedItems, processingItems, type QueueRow } from '../rows/queue-rows.ts'
import { deliveryOf } from '../rows/rows.ts'
import type { Work } from '../work.ts'

const box = (name: (typeof boxes)[number]) => boxes.indexOf(name)
const over = '(held_until IS NULL OR held_until <= @now)'
const rest = '(expires_at IS NULL OR expires_at > @now)'
const arm = (where: string) =>
  `SELECT rank FROM deliveries WHERE agent_id = @queue AND rank > @after AND ${where}`

/** Each arm is one walk along the index of a box. */
const arms: Readonly<Record<QueueColumn, readonly string[]>> = {
  available: [arm(`box = ${box('unread')} AND ${rest}`), arm(`box = ${box('processing')} AND ${over}`)],
  processing: [arm(`box = ${box('processing')} AND held_until > @now`)],
  failed: [arm(`box = ${box('failed')}`), arm(`box = ${box('dead')}`)],
}

const countsSql = `SELECT coalesce(sum(${availableItems}), 0) AS available, coalesce(sum(${processingItems}), 0) AS processing, coalesce(sum(${failedItems}), 0) AS failed
FROM queues q WHERE CAST(@queue AS text) IS NULL OR q.name = @queue`

type Place = { readonly queue: QueueRow; readonly rank: number }

/** One queue after the other, each along its index: a page costs the same at any size. */
export function* boardPage(
  connection: Connection,
  { queue: only, column }: BoardQuestion,
  page: PageRequest,
  now: number,
): Work<Page<BoardItem>> {
  const from = cursorOf(page.after)
  const sql = `${arms[column].join(' UNION ALL ')} ORDER BY rank LIMIT @limit`
  const places: Place[] = []
  for (const queue of yield* allQueues(connection)) {
    if ((only !== null && queue.name !== only) || queue.name < from.name) continue
    if (places.length > page.limit) break
    const after = queue.name === from.name ? from.rank : -1
    const limit = page.limit + 1 - places.length
    const ranks = yield* connection.cells<number>(sql, { queue: queue.agent_id, after, now, limit })
    places.push(...ranks.map((rank) => ({ queue, rank })))
  }
  const shown = places.slice(0, page.limit)
  const last = shown.at(-1)
  const next = places.length > page.limit && last !== undefined ? `${last.rank}.${last.queue.name}` : null
  const rows: BoardItem[] = []
  for (const place of shown) {
    const item = yield* itemOf(connection, place)
    if (item !== null) rows.push(item)
  }
  return { rows, next }
}

type BoardCounts = Readonly<Record<QueueColumn, number>>

export function* boardCounts(connection: Connection, queue: string | null, now: number): Work<BoardCounts> {
  const counts = yield* connection.row<BoardCounts>(countsSql, { queue, now })
  return counts ?? { available: 0, processing: 0, failed: 0 }
}

/** `RANK.QUEUE`: the last row. */
function cursorOf(after: string | null): { readonly name: string; readonly rank: number } {
  if (after === null) return { name: '', rank: -1 }
  const [, rank, name] = /^(\d+)\.(.+)$/u.exec(after) ?? []
  if (rank === undefined || name === undefined || !Number.isSafeInteger(Number(rank))) throw badCursor(after)
  return { name, rank: Number(rank) }
}

function* itemOf(connection: Connection, { queue, rank }: Place): Work<BoardItem | null> {
  const row = yield* findCopyRow(connection, queue.agent_id, rank)
  if (row === undefined) return null
  const letter = yield* findLetter(connection, idOfRank(rank), () => deliveryOf(connection, row))
  return letter === null ? null : { queue: queue.name, letter }
}
