import type { HookSignals } from '../../mail-store.ts'
import type { Connection } from '../database/connection.ts'
import { hasNothingWaiting } from '../rows/copies.ts'
import { namesOf } from '../rows/names.ts'

const askingSql = 'SELECT 1 FROM asks WHERE agent_id = ? LIMIT 1'
const reservedSql = 'SELECT 1 FROM reservations LIMIT 1'

/** What the signal files of these agents say, as the rows have it. */
export function hookSignals(connection: Connection, agents: readonly string[]): HookSignals {
  const numberOf = (address: string) => namesOf(connection).find(address)
  return {
    waiting: agents.filter((address) => {
      const agent = numberOf(address)
      return agent === undefined || !hasNothingWaiting(connection, agent)
    }),
    asking: agents.filter(
      (address) => connection.statement(askingSql).get(numberOf(address) ?? 0) !== undefined,
    ),
    isReserved: connection.statement(reservedSql).get() !== undefined,
  }
}
