import * as work from '../../sql/exchange/foreign-ids.ts'
import { atOnce } from '../../sql/work.ts'
import type { Connection } from '../database/connection.ts'
import { shared } from '../engine/shared.ts'

// The shared work, for the files of this engine that are not written as work yet.

export function addForeign(connection: Connection, format: string, name: string, id: number): void {
  atOnce(work.addForeign(shared(connection), format, name, id))
}
