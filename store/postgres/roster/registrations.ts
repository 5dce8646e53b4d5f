import type { Doer, Registration, RosterStore } from '../../mail-store.ts'
import type { Connection } from '../database/connection.ts'
import { changeRoster } from '../rows/facts.ts'
import { allowLongChange } from '../rows/long-change.ts'
import { beatAgent, registerAgent, setAgentState, updateAgent } from './registering.ts'

/** What changes the roster, each a transaction of its own. */
export function openRegistrations(
  connection: Connection,
): Pick<RosterStore, 'register' | 'update' | 'setState' | 'beat'> {
  const parts = { connection }
  const changed = <T>(change: () => Promise<T>) =>
    changeRoster(connection, async () => {
      await allowLongChange(connection)
      return change()
    })
  return {
    async register(registration: Registration, doer: Doer, at: number) {
      return changed(async () => registerAgent(parts, registration, doer, at))
    },
    async update(registration: Registration, doer: Doer, at: number) {
      const { agent, joined } = await changed(async () => updateAgent(parts, registration, doer, at))
      return { agent, joined }
    },
    async setState(address, state, doer, at) {
      return changed(async () => setAgentState(parts, address, state, doer, at))
    },
    async beat(address, at, session, waiting) {
      return (
        await connection.write(
          async () => beatAgent(parts, address, at, session, waiting),
          ({ changed }) => changed,
        )
      ).agent
    },
  }
}
