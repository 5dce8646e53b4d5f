import type { Agent, AgentState } from '../../../src/domain/roster.ts'
import type { Doer, Registration } from '../../mail-store.ts'
import * as work from '../../sql/roster/registering.ts'
import { atOnce } from '../../sql/work.ts'
import { shared } from '../engine/shared.ts'
import type { ChangeParts } from '../rows/changes.ts'

// The shared work, for the files of this engine that are not written as work yet.

export function registerAgent(
  { connection }: ChangeParts,
  registration: Registration,
  doer: Doer,
  at: number,
): work.Registered {
  return atOnce(work.registerAgent(shared(connection), registration, doer, at))
}

export function setAgentState(
  { connection }: ChangeParts,
  address: string,
  state: AgentState,
  doer: Doer,
  at: number,
): Agent {
  return atOnce(work.setAgentState(shared(connection), address, state, doer, at))
}
