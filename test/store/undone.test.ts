import { join } from 'node:path'
import Database from 'better-sqlite3'
import { describe, expect, it } from 'vitest'
import type { MailStore } from '../../store/mail-store.ts'
import { openPostgresStore } from '../../store/postgres/postgres-store.ts'
import type { Connection } from '../../store/sqlite/database/connection.ts'
import { openSqliteStore } from '../../store/sqlite/sqlite-store.ts'
import { withPostgres } from '../support/postgres.ts'
import { connected } from '../support/postgres-server.ts'
import { endurance } from '../support/scale.ts'
import { type Failing, failingOnPostgres, failingOnSqlite } from '../support/statements.ts'
import { makeFolder } from '../support/store-bare.ts'
import { type Change, changes, furnish, told } from './changes.ts'
import { enroll } from './fixture.ts'

/** A store whose statements fail when they are told to, and all of its rows. */
type Bench = {
  readonly store: MailStore
  readonly failing: Failing
  /** Opens it once more, as another program does. */
  again(): Promise<MailStore>
  rows(): Promise<Rows>
  close(): Promise<void>
}
/** Of each table. */
type Rows = ReadonlyMap<string, string>
type MakeBench = () => Promise<Bench>

const tried = changes.filter(({ isShort }) => isShort || endurance)

describe.each(['refuses', 'undoes'] as const)('where SQLite %s a statement', (how) => {
  changesOf(() => sqliteBench(how))
})

await withPostgres((server) => {
  describe('where PostgreSQL refuses a statement', () => {
    changesOf(async () => {
      const address = await server.fresh()
      const open = () => openPostgresStore(address, { create: false })
      const [store, client, failing] = [await open(), await connected(address), failingOnPostgres()]
      return {
        store,
        failing,
        again: open,
        async rows() {
          const { rows } = await client.query(rowsSql)
          const [{ sql }] = rows as [{ sql: string }]
          const tables = (await client.query(sql)).rows as readonly { name: string; rows: string }[]
          return new Map(tables.map(({ name, rows: ofTable }) => [name, ofTable]))
        },
        async close() {
          failing.stop()
          await client.end()
          await store.close()
          server.recycle(address)
        },
      }
    })
  })
})

const rowsSql = `SELECT string_agg(format('SELECT %L AS name, json_agg(t ORDER BY t::text)::text AS rows FROM watchpost.%I t', tablename, tablename), ' UNION ALL ' ORDER BY tablename) AS sql
FROM pg_tables WHERE schemaname = 'watchpost'`

async function sqliteBench(how: 'refuses' | 'undoes'): Promise<Bench> {
  const { location, remove } = makeFolder()
  const options = { create: true, durability: 'normal' } as const
  let failing: Failing | undefined
  const through = (connection: Connection) => {
    failing = failingOnSqlite(connection, how)
    return connection
  }
  const store = await openSqliteStore(location, options, through)
  if (failing === undefined) throw new Error('Nothing went through.')
  const stop = failing.stop
  const look = new Database(join(location, 'mail.db'), { readonly: true })
  const tables = look
    .prepare(
      "SELECT name FROM sqlite_master WHERE type = 'table' AND sql NOT LIKE 'CREATE VIRTUAL%' ORDER BY name",
    )
    .pluck()
    .all() as readonly string[]
  return {
    store,
    failing,
    again: () => openSqliteStore(location, options),
    rows: async () =>
      new Map(tables.map((table) => [table, JSON.stringify(look.prepare(`SELECT * FROM "${table}"`).all())])),
    async close() {
      stop()
      look.close()
      await store.close()
      remove()
    },
  }
}

function changesOf(makeBench: MakeBench): void {
  it.each(tried)('$name: all of it, or nothing and no memory of it', async (change) => {
    await withBench(makeBench, (bench) => failEach(bench, change, false))
  })
  it.each(tried)('$name, among changes that are gathered: the same', async (change) => {
    await withBench(makeBench, (bench) => failEach(bench, change, true))
  })
}

async function withBench(makeBench: MakeBench, use: (bench: Bench) => Promise<void>): Promise<void> {
  const bench = await makeBench()
  try {
    await use(bench)
  } finally {
    await bench.close()
  }
}

const looksAnew = 6

/** Its first statement fails, then its second one, until none does. */
async function failEach(bench: Bench, { prepare }: Change, gathered: boolean): Promise<void> {
  const { store, failing } = bench
  await furnish(store)
  let change = await prepare(store)
  let failures = 0
  for (let statement = 1; ; statement += 1) {
    const before = await bench.rows()
    failing.at(statement)
    const error = await attempt(bench, change, gathered)
    const { failed, isLate } = failing
    failing.at(null)
    if (failed === null && error !== null) throw error
    if (error !== null) {
      failures += 1
      expect(changed(before, await bench.rows()), `after ${failed}`).toEqual([])
      await takeNumbers(bench, statement)
    }
    // A store that is opened anew costs more than the change.
    if (endurance || failed === null || statement % looksAnew === 0)
      expect(await told(store), `after ${failed}`).toEqual(await toldAnew(bench))
    if (failed === null) break
    // What a store does once a change is stored may fail: the change stands.
    if (error === null) {
      expect(isLate, `after ${failed}`).toBe(true)
      change = await prepare(store)
    }
  }
  expect(failures).toBeGreaterThan(0)
}

/** The tables that are not as they were. */
function changed(before: Rows, after: Rows): readonly string[] {
  return [...after].filter(([table, rows]) => rows !== before.get(table)).map(([table]) => table)
}

/** Answers why it did not happen. */
async function attempt(
  { store, failing }: Bench,
  change: () => Promise<unknown>,
  gathered: boolean,
): Promise<unknown> {
  if (gathered) store.gather()
  let error: unknown = null
  try {
    await change()
    // What it has changed is looked at, and remembered, before it is stored.
    if (gathered) await failing.resting(() => told(store))
  } catch (reason) {
    error = reason
  }
  try {
    if (gathered) await store.commit()
  } catch (reason) {
    error ??= reason
  }
  return error
}

/** Another program changes the roster, and is given the numbers that the change would have been given. */
async function takeNumbers({ again }: Bench, statement: number): Promise<void> {
  const other = await again()
  await enroll(other, `taker-${statement}`)
  await other.close()
}

async function toldAnew({ again }: Bench): Promise<unknown> {
  const fresh = await again()
  try {
    return await told(fresh)
  } finally {
    await fresh.close()
  }
}
