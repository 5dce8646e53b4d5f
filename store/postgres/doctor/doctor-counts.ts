import { type Counted, examineCount } from '../../sql/doctor/checks.ts'
import { inTurn } from '../../sql/work.ts'
import { shared } from '../engine/shared.ts'
import { indebted, pressingAs, queuedAs } from '../schema/conditions.ts'
import type { Check, Found } from './doctor-found.ts'

/** Views that add up what triggers counted in parts. */
const counted: readonly Counted[] = [
  {
    table: 'unread',
    columns: 'agent_id, priority, lasting',
    counting: 'lasting <> 0',
    rows: 'SELECT agent_id, (rank >> 51)::smallint, count(*) FROM deliveries WHERE box = 0 AND expires_at IS NULL GROUP BY 1, 2',
  },
  {
    table: 'debts',
    columns: 'agent_id, owed',
    counting: 'owed <> 0',
    rows: `SELECT agent_id, count(*) FROM deliveries WHERE ${indebted('')} GROUP BY 1`,
  },
  {
    table: 'pressing',
    columns: 'agent_id, what, sender_id, copies',
    counting: 'copies <> 0',
    rows: `SELECT agent_id, ${pressingAs('')}::smallint, sender_id, count(*) FROM deliveries
      WHERE ${pressingAs('')} IS NOT NULL GROUP BY 1, 2, 3`,
  },
  {
    table: 'queued',
    columns: 'agent_id, box, items',
    counting: 'items <> 0',
    rows: `SELECT agent_id, ${queuedAs('')}::smallint, count(*) FROM deliveries
      WHERE ${queuedAs('')} IS NOT NULL AND agent_id IN (SELECT q.agent_id FROM queues q) GROUP BY 1, 2`,
  },
]

export const examineCounts: Check = async (connection) => {
  const all: Found[] = []
  for (const one of counted) {
    const found = await inTurn(examineCount(shared(connection), one, connection.location))
    // Several statements in one query are one transaction.
    if (found !== null) all.push({ ...found, repair: () => connection.pool.query(countAgain(one)) })
  }
  return all
}

/** While nobody sends: a change that was counted before the walk would be counted twice. */
function countAgain(one: Counted): string {
  return `LOCK TABLE deliveries, queues IN SHARE ROW EXCLUSIVE MODE; DELETE FROM ${one.table}_parts; ${countInto(one)}`
}

function countInto({ table, columns, rows }: Counted): string {
  return `INSERT INTO ${table}_parts(${columns}, shard) SELECT *, 0 FROM (${rows}) r`
}

/** For a store that nobody else knows yet, and that nothing was counted in. */
export const countSql = counted.map(countInto).join('; ')
