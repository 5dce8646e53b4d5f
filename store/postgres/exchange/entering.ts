import type { ExchangeStore } from '../../exchange-store.ts'
import type { Connection } from '../database/connection.ts'
import { markOtherRole } from '../roster/naming.ts'
import { registerAgent, setAgentState } from '../roster/registering.ts'
import { findAgentRow } from '../rows/agent-rows.ts'
import { changeRoster } from '../rows/facts.ts'
import { allowLongChange } from '../rows/long-change.ts'
import { takeArrivals } from './taking.ts'

/** What joins the roster, and what comes in. */
export function openEntering(connection: Connection): Pick<ExchangeStore, 'enrol' | 'take'> {
  const parts = { connection }
  return {
    async enrol(registrations, doer, at) {
      return changeRoster(
        connection,
        async () => {
          await allowLongChange(connection)
          const added: string[] = []
          for (const { state, lastSeen, ...registration } of registrations) {
            const known = await findAgentRow(connection, registration.address)
            if (known !== undefined) {
              await markOtherRole(connection, known, registration.longForm)
              continue
            }
            await registerAgent(parts, { ...registration, lookalike: 'mark' }, doer, at)
            if (lastSeen !== null)
              await noteLastSeen(connection, registration.address, Math.min(lastSeen, at))
            await setAgentState(parts, registration.address, state, doer, at)
            added.push(registration.address)
          }
          return added
        },
        (added) => added.length > 0,
      )
    },
    async take(format, arrivals, doer, at) {
      return takeArrivals(parts, format, arrivals, doer, at)
    },
  }
}

/** A newcomer was heard from when its own roster says. */
async function noteLastSeen(connection: Connection, address: string, at: number): Promise<void> {
  await connection.statement('UPDATE agents SET last_seen = ? WHERE address = ?').run(at, address)
}
