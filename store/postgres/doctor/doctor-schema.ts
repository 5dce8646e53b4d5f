import { type Counted, examineCount, type Told } from '../../sql/doctor/checks.ts'
import { inTurn } from '../../sql/work.ts'
import type { Connection } from '../database/connection.ts'
import { shared } from '../engine/shared.ts'
import { indebted, pressingAs, queuedAs } from '../schema/conditions.ts'
import { functions, indexes, orReplace, relations, triggers } from '../schema/schema-parts.ts'

const within = "'watchpost'::regnamespace"

/** Every table, view, index, trigger and function that a store of this version has. */
export const examineParts: Check = async ({ pool, location: where }) => {
  const { rows } = await pool.query(`SELECT
    (SELECT json_agg(relname) FROM pg_class WHERE relnamespace = ${within}) AS relations,
    (SELECT json_agg(c.relname) FROM pg_index i JOIN pg_class c ON c.oid = i.indexrelid
      WHERE c.relnamespace = ${within} AND NOT i.indisvalid) AS invalid,
    (SELECT json_agg(t.tgname) FROM pg_trigger t JOIN pg_class c ON c.oid = t.tgrelid
      WHERE c.relnamespace = ${within} AND t.tgenabled IN ('O', 'A')) AS triggers,
    (SELECT json_agg(proname) FROM pg_proc WHERE pronamespace = ${within}) AS functions`)
  const own = rows[0] as Readonly<Record<string, readonly string[] | null>>
  const lacks = (kind: string, parts: typeof indexes) => {
    const names = new Set(own[kind] ?? [])
    return parts.filter(({ name }) => !names.has(name))
  }
  const missing = (finding: Found['finding'], what: string, mend = fromBackup) => ({
    finding,
    severity: 'damage' as const,
    where,
    why: what,
    mend,
  })
  const again = '`watchpost doctor --repair` makes it again.'
  return [
    ...lacks('relations', relations).map(({ name }) =>
      missing('table-missing', `The table, view or sequence ${name} is missing.`),
    ),
    ...lacks('functions', functions).map(({ name }) =>
      missing('trigger-missing', `The function ${name} is missing.`),
    ),
    ...lacks('triggers', triggers).map(({ name, sql }) => ({
      ...missing('trigger-missing', `The trigger ${name} is missing or disabled.`, again),
      repair: () => pool.query(orReplace(sql)),
    })),
    ...lacks('relations', indexes).map(({ name, sql }) => ({
      ...missing('index-missing', `The index ${name} is missing.`, again),
      repair: () => pool.query(sql),
    })),
    ...(own['invalid'] ?? []).map((name) => ({
      ...missing(
        'index-wrong',
        `The server marks the index ${name} as invalid.`,
        '`watchpost doctor --repair` rebuilds it.',
      ),
      repair: () => pool.query(`REINDEX INDEX watchpost."${name}"`),
    })),
  ]
}

/** Something found, and how it is mended where that can be done here. */
export type Found = Told & { readonly repair?: () => Promise<unknown> }
export type Check = (connection: Connection) => Promise<readonly Found[]>

export const fromBackup =
  'Restore the schema watchpost from a backup. Keep this one: much of it can still be read.'

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
