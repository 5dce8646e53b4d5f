import type { RosterStore } from '../../mail-store.ts'
import type { Connection, Tx } from '../connection.ts'
import { changeRoster } from '../facts.ts'
import type { Work, Working } from '../work.ts'
import { openKeys } from './keys.ts'
import { beatAgent, registerAgent, setAgentState, updateAgent } from './registering.ts'

type Changes = Pick<RosterStore, 'register' | 'update' | 'setState' | 'beat' | 'listKeys'>

/** The changes of the roster, each in its own transaction. */
export function openRegistrations(connection: Connection): Working<Changes> {
  function changed<T>(change: (tx: Tx) => Work<T>): Work<T> {
    return changeRoster(connection, function* (tx) {
      yield* tx.engine.allowLongChange(tx)
      return yield* change(tx)
    })
  }

  return {
    ...openKeys(connection),
    register: (registration, doer, at) => changed((tx) => registerAgent(tx, registration, doer, at)),
    *update(registration, doer, at) {
      const { agent, joined } = yield* changed((tx) => updateAgent(tx, registration, doer, at))
      return { agent, joined }
    },
    setState: (address, state, doer, at) => changed((tx) => setAgentState(tx, address, state, doer, at)),
    *beat(address, at, session, waiting) {
      const { agent } = yield* connection.write(
        (tx) => beatAgent(tx, address, { at, session, waiting }),
        (beaten) => beaten.changed,
      )
      return agent
    },
  }
}
