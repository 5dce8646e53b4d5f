import type { Returned } from '../../../src/domain/delivery.ts'
import type { Copy, Taking } from '../../sql/rows/returned-rows.ts'
import * as work from '../../sql/rows/returned-rows.ts'
import { inTurn } from '../../sql/work.ts'
import type { Connection } from '../database/connection.ts'
import { shared } from '../engine/shared.ts'

export { cameBack } from '../../sql/rows/returned-rows.ts'

export type { Taking }

// The shared work, for the files of this engine that are not written as work yet.

export function markReturned(connection: Connection, copy: Copy, returned: Returned): Promise<void> {
  return inTurn(work.markReturned(shared(connection), copy, returned))
}

export function takingOf(connection: Connection, copy: Copy): Promise<Taking | null> {
  return inTurn(work.takingOf(shared(connection), copy))
}
