import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { connect } from '../../store/postgres/database/connection.ts'
import { openPool } from '../../store/postgres/database/pool.ts'
import { shared } from '../../store/postgres/engine/shared.ts'
import { firstSince } from '../../store/sql/first-since.ts'
import { inTurn } from '../../store/sql/work.ts'
import { withPostgres } from '../support/postgres.ts'
import { askServer } from '../support/postgres-server.ts'
import { onEachQuery } from '../support/statements.ts'

const rows = 20_000
const second = 1_000
/** Numbers have gaps, and every other row has an earlier time than the one before it. */
const places = `SELECT 3 * i AS id, ${second} * (i # 1) AS at FROM generate_series(1, ${rows}) i`
const fillSql = `SET session_replication_role = replica;
INSERT INTO watchpost.messages(id, thread_id, sender_id, kind, rank, sent_at, arrived_at, written, recipients, subject, preview, body)
  SELECT id, id, 1, 'request', id, at, at, '{"to":[],"cc":[]}', '[]', '', '', '' FROM (${places}) p;
INSERT INTO watchpost.deeds(id, actor_id, at, what, undoable) SELECT id, 1, at, 'ack', 0 FROM (${places}) p;
ANALYZE`

type Node = {
  readonly 'Actual Rows': number
  readonly 'Actual Loops': number
  readonly 'Rows Removed by Filter'?: number
  readonly Plans?: readonly Node[]
}

function lookedAt(node: Node): number {
  const own = (node['Actual Rows'] + (node['Rows Removed by Filter'] ?? 0)) * node['Actual Loops']
  return own + (node.Plans ?? []).reduce((sum, one) => sum + lookedAt(one), 0)
}

await withPostgres((server) => {
  let connection: ReturnType<typeof connect>
  beforeAll(async () => {
    const address = await server.fresh()
    await askServer(address, fillSql)
    const { pool, location } = await openPool(address, 0)
    connection = connect(pool, location)
  })
  afterAll(() => connection.close())

  describe.each([
    ['messages', 'arrived_at'],
    ['deeds', 'at'],
  ] as const)('PostgreSQL: the first of many %s since a time', (table, column) => {
    const first = (since: number) => inTurn(firstSince(shared(connection), table, since))

    it.each([
      0,
      second,
      second + 1,
      (rows / 2) * second,
      (rows / 2) * second + 1,
      (rows / 2 + 1) * second,
      (rows - 1) * second,
      rows * second,
      (rows + 1) * second,
      (rows + 2) * second,
      Number.MAX_SAFE_INTEGER,
    ])('is the one with the least number: %i ms', async (since) => {
      const [least] = await connection
        .column(`SELECT coalesce(min(id), ${3 * rows + 1}) FROM ${table} WHERE ${column} >= ?`)
        .all(since)
      expect(await first(since)).toEqual({ first: least, newest: 3 * rows })
    })

    it('is found without a walk over all of them', async () => {
      let looked = 0
      const end = onEachQuery(async (_, { text }, ask, question) => {
        if (!text.includes(table)) return ask(question)
        const explained = {
          ...(question as object),
          name: undefined,
          text: `EXPLAIN (ANALYZE, FORMAT JSON) ${text}`,
        }
        const { rows: plans } = await ask(explained)
        looked += lookedAt(plans[0]?.['QUERY PLAN'][0].Plan)
        return ask(question)
      })
      try {
        await first((rows - 2) * second)
      } finally {
        end()
      }
      expect(looked).toBeGreaterThan(0)
      expect(looked).toBeLessThan(rows / 4)
    })
  })
})
