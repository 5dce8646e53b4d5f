import type { NewCommission } from '../../../src/domain/commission.ts'
import * as work from '../../sql/rows/commission-rows.ts'
import { inTurn } from '../../sql/work.ts'
import type { Connection } from '../database/connection.ts'
import { shared } from '../engine/shared.ts'

// The shared work, for the files of this engine that are not written as work yet.

export function beginCommission(connection: Connection, begun: NewCommission): Promise<void> {
  return inTurn(work.beginCommission(shared(connection), begun))
}
