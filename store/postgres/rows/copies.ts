import type { Delivery } from '../../../src/domain/delivery.ts'
import * as work from '../../sql/rows/copies.ts'
import { inTurn } from '../../sql/work.ts'
import type { Connection } from '../database/connection.ts'
import { shared } from '../engine/shared.ts'

// The shared work, for the files of this engine that are not written as work yet.

export function findCopy(
  connection: Connection,
  agent: number | undefined,
  rank: number,
): Promise<Delivery | null> {
  return inTurn(work.findCopy(shared(connection), agent, rank))
}
