import * as work from '../../sql/roster/naming.ts'
import type { AgentRow } from '../../sql/rows/agent-rows.ts'
import { inTurn } from '../../sql/work.ts'
import type { Connection } from '../database/connection.ts'
import { shared } from '../engine/shared.ts'

// The shared work, for the files of this engine that are not written as work yet.

export function markOtherRole(
  connection: Connection,
  known: AgentRow,
  longForm: string | null,
): Promise<void> {
  return inTurn(work.markOtherRole(shared(connection), known, longForm))
}
