import type pg from 'pg'
import { afterAll, describe, test } from 'vitest'
import { openPostgresStore } from '../../store/postgres/postgres-store.ts'
import { askServer, connected, type OwnServer, startOwn } from './postgres-server.ts'

export type Server = {
  /** The address of a new database that contains an empty store. */
  fresh(): Promise<string>
  /** Its store is closed: another test may have its database, emptied. */
  recycle(address: string): void
  /** The address of a new database without a store. */
  bare(): Promise<string>
  stop(): Promise<void>
}

/** A test writes nothing that must last. */
const speed = [
  'fsync=off',
  'full_page_writes=off',
  'synchronous_commit=off',
  'autovacuum=off',
  'max_connections=60',
]

/**
 * Tests with a server. Where none can start they are skipped with the reason; where `WATCHPOST_NEEDS_POSTGRES` is set, as in
 * the gate, that is a failure.
 */
export async function withPostgres(tests: (server: Server) => void): Promise<void> {
  return withServer(startPostgres, tests)
}

/** The same with a server of our own, which a test may stop, and whose changes are stored before they are acknowledged. */
export async function withOwnPostgres(
  settings: readonly string[],
  tests: (server: OwnServer) => void,
): Promise<void> {
  return withServer(() => startOwn(['full_page_writes=off', 'fsync=off', ...settings]), tests)
}

async function withServer<S extends { stop(): Promise<void> }>(
  begin: () => Promise<S>,
  tests: (server: S) => void,
): Promise<void> {
  try {
    const server = await begin()
    describe('with PostgreSQL', () => {
      afterAll(() => server.stop())
      tests(server)
    })
  } catch (error) {
    if (process.env['WATCHPOST_NEEDS_POSTGRES']) throw error
    const why = error instanceof Error ? (error.message.split('\n')[0] ?? '') : String(error)
    process.stderr.write(`Tests with PostgreSQL are skipped: ${why}\n`)
    test.skip(`with PostgreSQL, which cannot start here: ${why}`, () => undefined)
  }
}

/** The server of `WATCHPOST_TEST_POSTGRES`, or one of our own, which ends with `stop`. */
async function startPostgres(): Promise<Server> {
  const given = process.env['WATCHPOST_TEST_POSTGRES']
  const own = given === undefined || given === '' ? await startOwn(speed) : null
  const address = own?.address ?? given ?? ''
  const prefix = `watchpost_test_${process.pid}`
  const made: string[] = []
  const free: string[] = []
  const emptiers = new Map<string, pg.Client>()

  async function create(template?: string): Promise<string> {
    const name = `${prefix}_${made.length}`
    made.push(name)
    await askServer(
      address,
      `CREATE DATABASE ${name}${template === undefined ? '' : ` TEMPLATE ${template}`}`,
    )
    return addressOf(address, name)
  }

  /** A connection that knows all tables already empties them in a tenth of the time that a new one takes. Some tests end all. */
  async function empty(used: string): Promise<void> {
    let emptier = emptiers.get(used)
    if (emptier === undefined) {
      emptier = await connected(used)
      emptier.on('error', () => emptiers.delete(used))
      emptiers.set(used, emptier)
    }
    await emptier.query(emptySql)
  }

  let template: Promise<string> | null = null
  const makeTemplate = async (): Promise<string> => {
    const made = await create()
    const store = await openPostgresStore(made, { create: true })
    await store.close()
    return new URL(made).pathname.slice(1)
  }
  return {
    bare: () => create(),
    async fresh() {
      const used = free.pop()
      if (used !== undefined) {
        await empty(used)
        return used
      }
      template ??= makeTemplate()
      return create(await template)
    },
    recycle(address) {
      free.push(address)
    },
    async stop() {
      for (const emptier of emptiers.values()) await emptier.end()
      if (own === null)
        for (const name of made) await askServer(address, `DROP DATABASE IF EXISTS ${name} WITH (FORCE)`)
      await own?.stop()
    },
  }
}

/** As a new store is, in a tenth of the time. Its identity stays. */
const emptySql = `SET search_path = watchpost; SET session_replication_role = replica;
DO $$ DECLARE one RECORD; BEGIN
  FOR one IN SELECT tablename FROM pg_tables WHERE schemaname = 'watchpost' AND tablename <> 'facts' LOOP
    EXECUTE format('DELETE FROM %I', one.tablename);
  END LOOP;
  FOR one IN SELECT sequencename, start_value FROM pg_sequences WHERE schemaname = 'watchpost' LOOP
    PERFORM setval(one.sequencename::regclass, one.start_value, FALSE);
  END LOOP;
  DELETE FROM facts WHERE name NOT IN ('schema', 'store', 'salt', 'created_at', 'roster_version');
  UPDATE facts SET value = '0' WHERE name = 'roster_version';
END $$`

function addressOf(address: string, database: string): string {
  const url = new URL(address)
  url.pathname = `/${database}`
  return url.href
}
