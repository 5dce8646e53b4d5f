import { boxes, type Delivery } from '../../../src/domain/delivery.ts'
import * as work from '../../sql/rows/copies.ts'
import { atOnce } from '../../sql/work.ts'
import type { Connection } from '../database/connection.ts'
import { shared } from '../engine/shared.ts'

// The shared work, for the files of this engine that are not written as work yet.

export function findCopy(connection: Connection, agent: number | undefined, rank: number): Delivery | null {
  return atOnce(work.findCopy(shared(connection), agent, rank))
}

/** The box of a copy, asked one by one: SQLite would build a list of boxes as a table at every lookup. */
export const boxOfCopy = (agent: string, rank: string) => {
  const looks = boxes.map(
    (_, box) =>
      `(SELECT ${box} FROM deliveries WHERE agent_id = ${agent} AND box = ${box} AND rank = ${rank})`,
  )
  return `coalesce(${looks.join(', ')})`
}
