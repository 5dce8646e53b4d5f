import { boxes } from '../../../src/domain/delivery.ts'
import { idSpan } from '../../../src/domain/priority.ts'
import type { Connection } from '../database/connection.ts'

const orders = Array.from({ length: 32 }, (_, order) => order)

/** Copies lie by box and rank, each a stretch with growing numbers: the newest of each, then the newest of all. */
export function newestCopies(
  connection: Connection,
  agent: number,
  before: number,
  most: number,
): readonly number[] {
  const stretch = connection.column(
    'SELECT rank FROM deliveries WHERE agent_id = ? AND box = ? AND rank >= ? AND rank < ? ORDER BY rank DESC LIMIT ? + 0',
  )
  const ids = new Set<number>()
  for (const box of boxes.keys())
    for (const order of orders) {
      const from = order * idSpan
      const upto = from + Math.min(before, idSpan)
      for (const rank of stretch.all(agent, box, from, upto, most) as number[]) ids.add(rank - from)
    }
  return [...ids].toSorted((one, other) => other - one).slice(0, most)
}
