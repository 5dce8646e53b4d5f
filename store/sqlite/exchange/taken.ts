import type { Arrival, Taken } from '../../mail-store.ts'
import * as work from '../../sql/exchange/taken.ts'
import { atOnce } from '../../sql/work.ts'
import type { Connection } from '../database/connection.ts'
import { shared } from '../engine/shared.ts'

// The shared work, for the files of this engine that are not written as work yet.

export function allTaken(
  connection: Connection,
  format: string,
  arrivals: readonly Arrival[],
): readonly Taken[] | null {
  return atOnce(work.allTaken(shared(connection), format, arrivals))
}

export function findTaken(connection: Connection, format: string, what1: Arrival): Taken | null {
  return atOnce(work.findTaken(shared(connection), format, what1))
}
