import * as work from '../../sql/rows/channel-rows.ts'
import { inTurn } from '../../sql/work.ts'
import type { Connection } from '../database/connection.ts'
import { shared } from '../engine/shared.ts'

// The shared work, for the files of this engine that are not written as work yet.

export function addToChannels(
  connection: Connection,
  names: readonly string[],
  message: number,
  at: number,
): Promise<void> {
  return inTurn(work.addToChannels(shared(connection), names, message, at))
}
