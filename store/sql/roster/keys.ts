import type { RosterStore } from '../../mail-store.ts'
import type { Connection } from '../connection.ts'
import { findFact, setFact } from '../facts.ts'
import type { Working } from '../work.ts'

/** A new key is found where everybody's keys are, and in the log. */
export function openKeys(connection: Connection): Working<Pick<RosterStore, 'listKeys'>> {
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
