import type { Doer, Registration, RosterStore } from '../../mail-store.ts'
import type { Connection } from '../database/connection.ts'
import { openKeys } from './keys.ts'
import { beatAgent, registerAgent, setAgentState, updateAgent } from './registering.ts'

/** The changes of the roster, each in its own transaction. */
export function openRegistrations(
  connection: Connection,
): Pick<RosterStore, 'register' | 'update' | 'setState' | 'beat' | 'listKeys'> {
  const parts = { connection }
  return {
    ...openKeys(connection),
    async register(registration: Registration, doer: Doer, at: number) {
      return connection.write(() => registerAgent(parts, registration, doer, at))
    },
    async update(registration: Registration, doer: Doer, at: number) {
      const { agent, joined } = connection.write(() => updateAgent(parts, registration, doer, at))
      return { agent, joined }
    },
    async setState(address, state, doer, at) {
      return connection.write(() => setAgentState(parts, address, state, doer, at))
    },
    async beat(address, at, session, waiting) {
      return connection.write(
        () => beatAgent(parts, address, at, session, waiting),
        ({ changed }) => changed,
      ).agent
    },
  }
}
