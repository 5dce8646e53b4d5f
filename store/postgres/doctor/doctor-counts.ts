import { indebted, pressingAs, queuedAs } from '../schema/conditions.ts'
import { type Check, inTransaction } from './doctor-found.ts'

/** A counter: the view that adds its parts up, and what it counts. */
type Counted = {
  readonly view: string
  readonly keys: string
  readonly column: string
  readonly rows: string
}

const counted: readonly Counted[] = [
  {
    view: 'unread',
    keys: 'agent_id, priority',
    column: 'lasting',
    rows: 'SELECT agent_id, (rank >> 51)::smallint, count(*) FROM deliveries WHERE box = 0 AND expires_at IS NULL GROUP BY 1, 2',
  },
  {
    view: 'debts',
    keys: 'agent_id',
    column: 'owed',
    rows: `SELECT agent_id, count(*) FROM deliveries WHERE ${indebted('')} GROUP BY 1`,
  },
  {
    view: 'pressing',
    keys: 'agent_id, what, sender_id',
    column: 'copies',
    rows: `SELECT agent_id, ${pressingAs('')}::smallint, sender_id, count(*) FROM deliveries
      WHERE ${pressingAs('')} IS NOT NULL GROUP BY 1, 2, 3`,
  },
  {
    view: 'queued',
    keys: 'agent_id, box',
    column: 'items',
    rows: `SELECT agent_id, ${queuedAs('')}::smallint, count(*) FROM deliveries
      WHERE ${queuedAs('')} IS NOT NULL AND agent_id IN (SELECT q.agent_id FROM queues q) GROUP BY 1, 2`,
  },
]

/** What triggers counted is what a walk over all mail counts: one statement, so that nobody writes in between. */
export const examineCounts: Check = async (pool, where) => {
  const found = []
  for (const one of counted) {
    const { view, keys, column, rows } = one
    const kept = `SELECT ${keys}, ${column} FROM ${view} WHERE ${column} <> 0`
    const sql = `WITH kept AS (${kept}), now AS (${rows})
      SELECT (SELECT count(*) FROM (TABLE kept EXCEPT TABLE now) a) + (SELECT count(*) FROM (TABLE now EXCEPT TABLE kept) b) AS wrong`
    const wrong = Number((await pool.query(sql)).rows[0]?.wrong)
    if (wrong > 0)
      found.push({
        finding: 'count-wrong' as const,
        severity: 'damage' as const,
        where,
        why: `${wrong} ${wrong === 1 ? 'row' : 'rows'} of ${view} ${wrong === 1 ? 'differs' : 'differ'} from the mail that it counts.`,
        mend: 'It is derived from the mail: `watchpost doctor --repair` counts it again.',
        repair: () => inTransaction(pool, countAgain(one)),
      })
  }
  return found
}

/** While nobody sends: a change that was counted before the walk would be counted twice. */
function countAgain(one: Counted): string {
  return `LOCK TABLE deliveries, queues IN SHARE ROW EXCLUSIVE MODE; DELETE FROM ${one.view}_parts; ${countInto(one)}`
}

function countInto({ view, keys, column, rows }: Counted): string {
  return `INSERT INTO ${view}_parts(${keys}, ${column}, shard) SELECT *, 0 FROM (${rows}) r`
}

/** For a store that nobody else knows yet, and that nothing was counted in. */
export const countSql = counted.map(countInto).join('; ')
