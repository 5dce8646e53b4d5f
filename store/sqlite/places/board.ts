import { boxes } from '../../../src/domain/delivery.ts'
import { idOfRank } from '../../../src/domain/priority.ts'
import type { QueueColumn } from '../../../src/domain/queue.ts'
import type { BoardItem, BoardQuestion, Page, PageRequest } from '../../mail-store.ts'
import { badCursor } from '../../sql/cursors.ts'
import type { Connection } from '../database/connection.ts'
import { findCopyRow } from '../rows/copies.ts'
import { findLetter } from '../rows/letters.ts'
import { availableItems, failedItems, processingItems } from '../rows/queue-counts.ts'
import { allQueues, type QueueRow } from '../rows/queue-rows.ts'
import { deliveryOf } from '../rows/rows.ts'

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
FROM queues q WHERE @queue IS NULL OR q.name = @queue`

type Place = { readonly queue: QueueRow; readonly rank: number }

/** One queue after the other, each along its index: a page costs the same at any size. */
export function boardPage(
  connection: Connection,
  { queue: only, column }: BoardQuestion,
  page: PageRequest,
  now: number,
): Page<BoardItem> {
  const from = cursorOf(page.after)
  const sql = connection.column(`${arms[column].join(' UNION ALL ')} ORDER BY rank LIMIT @limit + 0`)
  const places: Place[] = []
  for (const queue of allQueues(connection)) {
    if ((only !== null && queue.name !== only) || queue.name < from.name) continue
    if (places.length > page.limit) break
    const after = queue.name === from.name ? from.rank : -1
    const limit = page.limit + 1 - places.length
    const ranks = sql.all({ queue: queue.agent_id, after, now, limit }) as number[]
    places.push(...ranks.map((rank) => ({ queue, rank })))
  }
  const shown = places.slice(0, page.limit)
  const last = shown.at(-1)
  const next = places.length > page.limit && last !== undefined ? `${last.rank}.${last.queue.name}` : null
  return { rows: shown.flatMap((place) => itemOf(connection, place)), next }
}

export function boardCounts(
  connection: Connection,
  queue: string | null,
  now: number,
): Readonly<Record<QueueColumn, number>> {
  return connection.statement(countsSql).get({ queue, now }) as Record<QueueColumn, number>
}

/** `RANK.QUEUE`: the last row. */
function cursorOf(after: string | null): { readonly name: string; readonly rank: number } {
  if (after === null) return { name: '', rank: -1 }
  const [, rank, name] = /^(\d+)\.(.+)$/u.exec(after) ?? []
  if (rank === undefined || name === undefined || !Number.isSafeInteger(Number(rank))) throw badCursor(after)
  return { name, rank: Number(rank) }
}

function itemOf(connection: Connection, { queue, rank }: Place): readonly BoardItem[] {
  const row = findCopyRow(connection, queue.agent_id, rank)
  const letter =
    row === undefined ? null : findLetter(connection, idOfRank(rank), () => deliveryOf(connection, row))
  return letter === null ? [] : [{ queue: queue.name, letter }]
}
