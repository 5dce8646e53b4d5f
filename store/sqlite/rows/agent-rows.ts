import type { AgentRow } from '../../sql/rows/agent-rows.ts'
import * as work from '../../sql/rows/agent-rows.ts'
import { atOnce } from '../../sql/work.ts'
import type { Connection } from '../database/connection.ts'
import { shared } from '../engine/shared.ts'

// The shared work, for the files of this engine that are not written as work yet.

export function findAgentRow(connection: Connection, address: string): AgentRow | undefined {
  return atOnce(work.findAgentRow(shared(connection), address))
}
