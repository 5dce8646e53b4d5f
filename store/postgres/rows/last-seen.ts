import type { Doer } from '../../mail-store.ts'
import * as work from '../../sql/rows/last-seen.ts'
import { inTurn } from '../../sql/work.ts'
import type { Connection } from '../database/connection.ts'
import { shared } from '../engine/shared.ts'

// The shared work, for the files of this engine that are not written as work yet.

export function noteSeen(
  connection: Connection,
  agent: number,
  doer: Pick<Doer, 'principal' | 'command'>,
  at: number,
): Promise<void> {
  return inTurn(work.noteSeen(shared(connection), agent, doer, at))
}
