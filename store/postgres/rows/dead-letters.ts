import * as work from '../../sql/rows/dead-letters.ts'
import { inTurn } from '../../sql/work.ts'
import type { Connection } from '../database/connection.ts'
import { shared } from '../engine/shared.ts'

// The shared work, for the files of this engine that are not written as work yet.

export function untoldIds(
  connection: Connection,
  owner: number | null,
  most: number,
): Promise<readonly number[]> {
  return inTurn(work.untoldIds(shared(connection), owner, most))
}
