import type { ExchangeStore } from '../../exchange-store.ts'
import type { Connection } from '../database/connection.ts'
import { markOtherRole } from '../roster/naming.ts'
import { registerAgent, setAgentState } from '../roster/registering.ts'
import { findAgentRow } from '../rows/agent-rows.ts'
import { takeArrivals } from './taking.ts'

/** What joins the roster, and what comes in. */
export function openEntering(connection: Connection): Pick<ExchangeStore, 'enrol' | 'take'> {
  const parts = { connection }
  return {
    async enrol(registrations, doer, at) {
      return connection.write(
        () => {
          const added: string[] = []
          for (const { state, lastSeen, ...registration } of registrations) {
            const known = findAgentRow(connection, registration.address)
            if (known !== undefined) {
              markOtherRole(connection, known, registration.longForm)
              continue
            }
            registerAgent(parts, { ...registration, lookalike: 'mark' }, doer, at)
            if (lastSeen !== null) noteLastSeen(connection, registration.address, Math.min(lastSeen, at))
            setAgentState(parts, registration.address, state, doer, at)
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
function noteLastSeen(connection: Connection, address: string, at: number): void {
  connection.statement('UPDATE agents SET last_seen = ? WHERE address = ?').run(at, address)
}
