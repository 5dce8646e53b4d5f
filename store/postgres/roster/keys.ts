import type { RosterStore } from '../../mail-store.ts'
import type { Connection } from '../database/connection.ts'
import { noteChange } from '../rows/changes.ts'
import { findFact, setFact } from '../rows/facts.ts'
import { factLock } from '../schema/deliver.ts'

/** A new key is found where everybody's keys are, and in the log. */
export function openKeys(connection: Connection): Pick<RosterStore, 'listKeys'> {
  return {
    async listKeys(author, { holder, added, expect, next }) {
      return connection.write(
        async () => {
          await connection.statement('SELECT pg_advisory_xact_lock(?)').run(factLock)
          if ((await findFact(connection, 'keys')) !== expect) return false
          await setFact(connection, 'keys', next)
          await noteChange(connection, author, 'list-key', `${holder}: ${added}`)
          return true
        },
        () => false,
      )
    },
  }
}
