import { randomBytes } from 'node:crypto'
import { rmSync } from 'node:fs'
import type { Pool, PoolClient } from 'pg'
import { MailError } from '../../src/domain/errors.ts'
import type { MailStore } from '../mail-store.ts'
import { schemaVersion } from '../schema-version.ts'
import type { FarClock } from '../shared/far-clock.ts'
import { type Method, onDemand } from '../shared/on-demand.ts'
import type { Counts } from '../sqlite/backup/restored.ts'
import type { Backup } from './backup/restore.ts'
import { type Connection, connect } from './database/connection.ts'
import { mailErrorOf } from './database/errors.ts'
import { askOpening, mostUnfolded, mostUnindexed, type Opening } from './database/opening.ts'
import {
  checkAfterLoss,
  findPooler,
  linkConnections,
  openPool,
  usualConnections,
  usualSilence,
  withPatience,
} from './database/pool.ts'
import { openServerClock, type ServerClock } from './database/server-clock.ts'
import { openLive } from './live/live.ts'
import { partsOf } from './parts.ts'
import { schema, unfoldedSql } from './schema/schema.ts'
import { unindexedSql } from './search/text-index.ts'
import { changeSchema, noStore, requireThisVersion, versionOf, versionWithin } from './version.ts'

export type PostgresOptions = {
  /** Make the store if there is none. */
  readonly create: boolean
  /** The swarm that a new store belongs to. */
  readonly swarm?: string | null | undefined
  /** A new store is for tests. */
  readonly forTests?: boolean | undefined
  /** Milliseconds after which a server that does not answer counts as out of reach. */
  readonly silence?: number | undefined
  /** It serves all programs of a machine, with fewer connections than a program may have. */
  readonly isShared?: boolean | undefined
  /** One command alone is carried out: what it asks at once goes by one connection, and what opening the store found is new enough. */
  readonly isAlone?: boolean | undefined
  /** Each change is a transaction of its own: no call of the server does it at once. */
  readonly isStepwise?: boolean | undefined
  /** At once; by itself as many as its programs need. */
  readonly connections?: number | undefined
  /** What is known of the server's clock, where it was reached before. */
  readonly clock?: FarClock | undefined
}

/**
 * Opens the store in a database, by its address.
 * @throws MailError `no-store` · `newer-version` · `stale` it needs an upgrade · `damaged` · `busy` · `not-allowed`
 */
export async function openPostgresStore(address: string, options: PostgresOptions): Promise<MailStore> {
  const most = options.connections ?? (options.isShared ? linkConnections : usualConnections)
  const { pool, location } = await openPool(address, options.silence ?? usualSilence, most)
  try {
    const clock = openServerClock(pool, options.clock)
    const opening = await requireSchema({ pool, location, clock }, options)
    checkAfterLoss(pool, async (client) => requireThisVersion(await versionWithin(client), location))
    const { isStepwise, isAlone = false } = options
    return compose(connect(pool, location, { isFast: !isStepwise, isAlone, clock, opening }))
  } catch (error) {
    await pool.end()
    throw mailErrorOf(error, location)
  }
}

/**
 * Makes the store of a database from a backup, all of it or nothing. The file is removed.
 * @param backUp is called once it is known that there is no store yet
 * @throws MailError `conflict` where there is one · `usage` · `busy` · `not-allowed`
 */
export async function restorePostgresStore(
  address: string,
  backUp: () => Promise<string>,
): Promise<{ readonly location: string; readonly counts: Counts }> {
  const { openBackup } = await import('./backup/restore.ts')
  const { pool, location } = await openPool(address, 0)
  let backup: Backup | null = null
  try {
    await findPooler(pool)
    await requireNoStore(pool, location)
    const file = await backUp()
    const opened = openBackup(file)
    backup = opened
    rmSync(file)
    await opened.prepare(pool)
    const clock = openServerClock(pool)
    await clock.look()
    const counts = await changeSchema(pool, async (client) => {
      await requireNoStore(client, location)
      await client.query("SET LOCAL idle_in_transaction_session_timeout = '60s'")
      return opened.restore(client, clock.now())
    })
    return { location, counts }
  } catch (error) {
    throw mailErrorOf(error, location)
  } finally {
    backup?.close()
    await pool.end()
  }
}

async function requireNoStore(asked: Pool | PoolClient, location: string): Promise<void> {
  const { rows } = await asked.query(
    "SELECT 1 FROM pg_class WHERE relnamespace = to_regnamespace('watchpost') LIMIT 1",
  )
  if (rows.length > 0)
    throw new MailError(
      'conflict',
      `The database ${location} already has a store. Nothing was copied.`,
      'Name a database without a store.',
    )
}

type Reached = { readonly pool: Pool; readonly location: string; readonly clock: ServerClock }

const counts = {
  unindexed: unindexedSql('watchpost.', mostUnindexed),
  unfolded: unfoldedSql('watchpost.', mostUnfolded),
}

/** What opening the store learned of it, where one command alone is carried out. */
async function requireSchema(
  { pool, location, clock }: Reached,
  options: PostgresOptions,
): Promise<Opening | null> {
  const ask = (client: PoolClient) => askOpening(client, counts)
  const { version, beside } = await versionOf(pool, clock, options.isAlone ? ask : undefined)
  if (version === null && !options.create) throw noStore(location)
  if (version === null) {
    await findPooler(pool)
    await withPatience(pool, (patient) => createSchema(patient, options))
    await clock.look()
  } else requireThisVersion(version, location)
  return beside
}

const factsSql = `INSERT INTO facts(name, value) SELECT key, value FROM json_each_text($1)
UNION ALL SELECT 'created_at', trunc(extract(epoch FROM clock_timestamp()) * 1000)::bigint::text`

/** Programs that open a new store at once wait for the first of them, and find it made. */
async function createSchema(pool: Pool, { swarm, forTests }: PostgresOptions): Promise<void> {
  await changeSchema(pool, async (client) => {
    const { rows } = await client.query("SELECT to_regclass('watchpost.facts') AS facts")
    if (rows[0]?.facts !== null) return
    await client.query(`CREATE SCHEMA IF NOT EXISTS watchpost; ${schema}`)
    const facts = {
      schema: String(schemaVersion),
      store: randomBytes(16).toString('hex'),
      salt: randomBytes(16).toString('hex'),
      roster_version: '0',
      ...(swarm != null && { swarm }),
      ...(forTests === true && { for_tests: '1' }),
    }
    await client.query(factsSql, [JSON.stringify(facts)])
  })
}

function compose(connection: Connection): MailStore {
  const { location, clock } = connection
  const live = openLive(connection)
  let closing: Promise<void> | null = null
  const openers = { ...partsOf(connection), live: (): MailStore['live'] => live }
  const parts = onDemand(openers, (method) => translated(method, location))
  return Object.assign(parts, {
    location,
    now: () => clock.now(),
    ahead: () => clock.ahead(),
    // The server keeps files and connections together.
    isCurrent: () => true,
    gather: () => connection.gather(),
    async commit() {
      try {
        await connection.commit()
      } catch (error) {
        throw mailErrorOf(error, location)
      }
    },
    async close() {
      closing ??= live.close().then(() => connection.close())
      await closing
    },
  })
}

/** The same method, whose driver errors are ours. */
function translated(method: Method, location: string): Method {
  return async (...args) => {
    try {
      return await method(...args)
    } catch (error) {
      throw mailErrorOf(error, location)
    }
  }
}
