import type { Agent } from '../../../src/domain/roster.ts'
import type { AgentRow } from '../../sql/rows/agent-rows.ts'
import * as work from '../../sql/rows/agent-rows.ts'
import { inTurn } from '../../sql/work.ts'
import type { Connection } from '../database/connection.ts'
import { shared } from '../engine/shared.ts'

export { listed } from '../../sql/rows/agent-rows.ts'
export type { AgentRow }

// The shared work, for the files of this engine that are not written as work yet.

export const agentColumns = work.agentShape.columns

export function findAgentRow(connection: Connection, address: string): Promise<AgentRow | undefined> {
  return inTurn(work.findAgentRow(shared(connection), address))
}

export function agentOf(connection: Connection, row: AgentRow): Promise<Agent> {
  return inTurn(work.agentOf(shared(connection), row))
}

export function agentsOf(connection: Connection, rows: readonly AgentRow[]): Promise<readonly Agent[]> {
  return inTurn(work.agentsOf(shared(connection), rows))
}

export function findWhere(
  connection: Connection,
  column: 'session' | 'pane',
  value: string,
): Promise<readonly Agent[]> {
  return inTurn(work.findWhere(shared(connection), column, value))
}
