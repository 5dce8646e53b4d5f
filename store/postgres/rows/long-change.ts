import { inTurn } from '../../sql/work.ts'
import type { Connection } from '../database/connection.ts'
import { shared } from '../engine/shared.ts'

// The shared work, for the files of this engine that are not written as work yet.

export function allowLongChange(connection: Connection): Promise<void> {
  const tx = shared(connection)
  return inTurn(tx.engine.allowLongChange(tx))
}
