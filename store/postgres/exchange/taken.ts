import type { Arrival, Taken } from '../../mail-store.ts'
import * as work from '../../sql/exchange/taken.ts'
import { inTurn } from '../../sql/work.ts'
import type { Connection } from '../database/connection.ts'
import { shared } from '../engine/shared.ts'

// The shared work, for the files of this engine that are not written as work yet.

export function allTaken(
  connection: Connection,
  format: string,
  arrivals: readonly Arrival[],
): Promise<readonly Taken[] | null> {
  return inTurn(work.allTaken(shared(connection), format, arrivals))
}

export function findTaken(connection: Connection, format: string, what1: Arrival): Promise<Taken | null> {
  return inTurn(work.findTaken(shared(connection), format, what1))
}
