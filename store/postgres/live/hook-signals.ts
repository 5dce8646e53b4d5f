import type { HookSignals } from '../../mail-store.ts'
import type { Connection } from '../database/connection.ts'

const agentsSql = `SELECT t.value AS address,
  a.id IS NULL OR EXISTS(SELECT 1 FROM deliveries d WHERE d.agent_id = a.id AND d.box IN (0, 6)) AS waiting,
  EXISTS(SELECT 1 FROM asks k WHERE k.agent_id = a.id) AS asking
FROM texts(?) t LEFT JOIN agents a ON a.address = t.value`
const reservedSql = 'SELECT EXISTS(SELECT 1 FROM reservations)'

type Row = { readonly address: string; readonly waiting: number; readonly asking: number }

export async function hookSignals(connection: Connection, agents: readonly string[]): Promise<HookSignals> {
  const rows = (await connection.statement(agentsSql).all(JSON.stringify(agents))) as readonly Row[]
  return {
    waiting: rows.filter(({ waiting }) => waiting === 1).map(({ address }) => address),
    asking: rows.filter(({ asking }) => asking === 1).map(({ address }) => address),
    isReserved: (await connection.column(reservedSql).get()) === 1,
  }
}
