import type { Joining, Waited } from '../../sql/roster/joining.ts'
import * as work from '../../sql/roster/joining.ts'
import { atOnce } from '../../sql/work.ts'
import type { Connection } from '../database/connection.ts'
import { shared } from '../engine/shared.ts'
import { asWork, type OpenChange } from '../rows/changes.ts'

// The shared work, for the files of this engine that are not written as work yet.

export function deliverSelected(
  connection: Connection,
  deed: OpenChange,
  what1: Pick<Joining, 'id' | 'at'>,
  what2: Waited,
): number {
  return atOnce(work.deliverSelected(shared(connection), asWork(deed), what1, what2))
}
