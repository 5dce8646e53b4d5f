import type { Clock } from '../../sql/clock.ts'
import * as work from '../../sql/clock.ts'
import { inTurn } from '../../sql/work.ts'
import type { Connection } from '../database/connection.ts'
import { shared } from '../engine/shared.ts'

export type { Clock } from '../../sql/clock.ts'

// The shared work, for the files of this engine that are not written as work yet.

export function clockOf(connection: Connection, owner: number, now: number): Promise<Clock> {
  return inTurn(work.clockOf(shared(connection), owner, now))
}
