import * as work from '../../sql/rows/queue-rows.ts'
import { atOnce } from '../../sql/work.ts'
import type { Connection } from '../database/connection.ts'
import { shared } from '../engine/shared.ts'

// The shared work, for the files of this engine that are not written as work yet.

export function requireOpenQueue(connection: Connection, address: string): number {
  return atOnce(work.requireOpenQueue(shared(connection), address))
}
