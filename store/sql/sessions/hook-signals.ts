import type { HookSignals, LiveStore } from '../../mail-store.ts'
import type { Connection } from '../connection.ts'
import type { Work, Working } from '../work.ts'

/** An agent without a number gets one with its first mail, so it is asked about as if mail waited. */
const agentsSql = `SELECT t.value AS address,
  CASE WHEN a.id IS NULL OR EXISTS(SELECT 1 FROM deliveries d WHERE d.agent_id = a.id AND d.box IN (0, 6)) THEN 1 ELSE 0 END AS waiting,
  CASE WHEN EXISTS(SELECT 1 FROM asks k WHERE k.agent_id = a.id) THEN 1 ELSE 0 END AS asking
FROM texts(?) t LEFT JOIN agents a ON a.address = t.value`

type Row = { readonly address: string; readonly waiting: number; readonly asking: number }

/** What shells ask without starting a program, as the rows have it. */
export function openHookSignals(connection: Connection): Working<Pick<LiveStore, 'signals'>> {
  return { signals: (agents) => hookSignals(connection, agents) }
}

function* hookSignals(connection: Connection, agents: readonly string[]): Work<HookSignals> {
  const rows = yield* connection.rows<Row>(agentsSql, JSON.stringify(agents))
  return {
    waiting: rows.filter(({ waiting }) => waiting === 1).map(({ address }) => address),
    asking: rows.filter(({ asking }) => asking === 1).map(({ address }) => address),
    isReserved: (yield* connection.cell('SELECT 1 FROM reservations LIMIT 1')) !== undefined,
  }
}
