import type { RosterStore } from '../../mail-store.ts'
import type { Connection, Tx } from '../connection.ts'
import { changeRoster, findFact, setFact } from '../facts.ts'
import type { Work, Working } from '../work.ts'
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

/** A new key is found where everybody's keys are, and in the log. */
function openKeys(connection: Connection): Working<Pick<RosterStore, 'listKeys'>> {
  return {
    listKeys: (author, { holder, added, expect, next }) =>
      connection.write(
        function* (tx) {
          yield* tx.engine.lockFacts(tx)
          if ((yield* findFact(tx, 'keys')) !== expect) return false
          yield* setFact(tx, 'keys', next)
          yield* tx.engine.noteChange(tx, author, 'list-key', `${holder}: ${added}`)
          return true
        },
        () => false,
      ),
  }
}
