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
  directColumn,
  findPooler,
  limitSql,
  limitTransactions,
  linkConnections,
  notePooler,
  openPool,
  unlimitedSql,
  usualConnections,
  usualSilence,
  withPatience,
} from './database/pool.ts'
import { openServerClock, type ServerClock, timeColumns } from './database/server-clock.ts'
import { openLive } from './live/live.ts'
import { partsOf } from './parts.ts'
import { schema, unfoldedSql } from './schema/schema.ts'
import { upgradeSql } from './schema/upgrade.ts'
import { unindexedSql } from './search/text-index.ts'

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
 * @throws MailError `no-store` · `newer-version` · `damaged` · `busy` · `not-allowed`: also where only the owner of the store
 * may upgrade it
 */
export async function openPostgresStore(address: string, options: PostgresOptions): Promise<MailStore> {
  const most = options.connections ?? (options.isShared ? linkConnections : usualConnections)
  const { pool, location } = await openPool(address, options.silence ?? usualSilence, most)
  try {
    const clock = openServerClock(pool, options.clock)
    const opening = await requireSchema({ pool, location, clock }, options)
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

/** Not yet there: no schema, or no table. */
const missing = ['3F000', '42P01']

type Reached = { readonly pool: Pool; readonly location: string; readonly clock: ServerClock }

async function requireSchema(
  { pool, location, clock }: Reached,
  options: PostgresOptions,
): Promise<Opening | null> {
  const { version, opening } = await versionOf(pool, clock, options.isAlone ?? false)
  if (version === null && !options.create)
    throw new MailError('no-store', `There is no store in ${location}.`, 'Make one with `watchpost init`.')
  if (version === null) {
    await findPooler(pool)
    await withPatience(pool, (patient) => createSchema(patient, options))
    await clock.look()
  } else if (version < schemaVersion)
    await withPatience(pool, (patient) => upgradeSchema(patient, location, version))
  else if (version > schemaVersion)
    throw new MailError(
      'newer-version',
      `The store in ${location} has schema ${version}; this program knows those up to ${schemaVersion}.`,
      'Update watchpost.',
    )
  return opening
}

const counts = {
  unindexed: unindexedSql('watchpost.', mostUnindexed),
  unfolded: unfoldedSql('watchpost.', mostUnfolded),
}
const versionSql = `SELECT value, ${limitSql}, ${directColumn}, ${timeColumns} FROM watchpost.facts WHERE name = 'schema'`

type Found = { readonly version: number | null; readonly opening: Opening | null }

async function versionOf(pool: Pool, clock: ServerClock, isAlone: boolean): Promise<Found> {
  const client = await pool.connect()
  try {
    const [{ rows }, opening] = await Promise.all([
      clock.ask<{ value: string; limited: number; direct: number }>(client, versionSql),
      // On the same way. Tables of another version have another answer, or none.
      isAlone ? askOpening(client, counts).catch(() => null) : null,
    ])
    client.release()
    if (rows[0]?.limited === 1) limitTransactions(pool)
    if (rows[0]?.direct !== 1) notePooler(pool)
    const version = Number(rows[0]?.value)
    return { version, opening: version === schemaVersion ? opening : null }
  } catch (error) {
    client.release(true)
    if (error instanceof Error && 'code' in error && missing.includes(String(error.code)))
      return { version: null, opening: null }
    throw error
  }
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

/** Programs that open an older store at once wait for the first of them, and find it upgraded. */
async function upgradeSchema(pool: Pool, location: string, from: number): Promise<void> {
  const owned = await pool.query(
    "SELECT pg_has_role(session_user, nspowner, 'USAGE') AS owned FROM pg_namespace WHERE nspname = 'watchpost'",
  )
  if (owned.rows[0]?.owned !== 1)
    throw new MailError(
      'not-allowed',
      `The store in ${location} has schema ${from}; this program needs ${schemaVersion}, and only the owner of the store may upgrade it.`,
      'Run any command, such as `watchpost inbox`, as the user who made the store.',
    )
  await changeSchema(pool, async (client) => {
    const { rows } = await client.query("SELECT value FROM facts WHERE name = 'schema'")
    const version = Number(rows[0]?.value)
    if (version >= schemaVersion) return
    await client.query(upgradeSql(version))
    await client.query("UPDATE facts SET value = $1 WHERE name = 'schema'", [schemaVersion])
  })
}

async function changeSchema<T>(pool: Pool, change: (client: PoolClient) => Promise<T>): Promise<T> {
  const client = await pool.connect()
  try {
    await client.query(`BEGIN; ${unlimitedSql}; SELECT pg_advisory_xact_lock(hashtext('watchpost schema'))`)
    const changed = await change(client)
    await client.query('COMMIT')
    client.release()
    return changed
  } catch (error) {
    client.release(true)
    throw error
  }
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
