import type { Pool } from 'pg'
import { MailError } from '../../src/domain/errors.ts'
import { schemaVersion } from '../schema-version.ts'
import { newerStore } from '../shared/versions.ts'
import { mailErrorOf } from './database/errors.ts'
import { openPool, programName } from './database/pool.ts'
import { openServerClock } from './database/server-clock.ts'
import { upgradeSql } from './schema/upgrade.ts'
import { changeSchema, noStore, versionOf, versionWithin } from './version.ts'

/** Programs of one version, login and machine that are connected to the store. */
export type ConnectedPrograms = {
  /** The schema that they know; `null` for a program that does not say it. */
  readonly schema: number | null
  readonly login: string
  /** The address of their machine, or of a pooler; `null` for the server's own, or where this login may not see it. */
  readonly machine: string | null
  readonly connections: number
}

export type ServerStanding = {
  /** The address without a password. */
  readonly location: string
  readonly schema: number
  /** Those of others than the program that asks. */
  readonly connected: readonly ConnectedPrograms[]
}

/** Connections of Watchpost to this database, but those of the program that asks. */
const othersSql = `FROM pg_stat_activity WHERE datname = current_database() AND pid <> pg_backend_pid()
AND (application_name = '${programName}' OR application_name LIKE '${programName} %')`
const connectedSql = `SELECT usename AS login, host(client_addr) AS machine, application_name AS name, count(*)::int AS connections ${othersSql}
GROUP BY usename, client_addr, application_name ORDER BY application_name COLLATE "C", usename COLLATE "C", client_addr`

/** What a store's server knows of its version and of those who use it. @throws MailError `no-store` · `not-allowed` · `busy` */
export async function standingOfServer(address: string): Promise<ServerStanding> {
  return atServer(address, async (pool, location) => ({
    location,
    schema: await requireVersion(pool, location),
    connected: await connectedPrograms(pool),
  }))
}

async function connectedPrograms(pool: Pool): Promise<readonly ConnectedPrograms[]> {
  const { rows } = await pool.query<ConnectedPrograms & { readonly name: string }>(connectedSql)
  return rows.map(({ name, login, machine, connections }) => {
    const schema = /schema (\d+)$/u.exec(name)?.[1]
    return { schema: schema === undefined ? null : Number(schema), login, machine, connections }
  })
}

/**
 * Upgrades a store to the schema of this program: all of it or nothing. Afterwards the connections of programs of another version are
 * ended: on their next one they find that the store is newer than they are.
 * @param backUp is called while nobody can write, with the version of the store
 * @throws MailError `no-store` · `newer-version` · `not-allowed` where it is somebody else's · `busy` · as `backUp`
 */
export async function upgradeServerStore(
  address: string,
  backUp: (schema: number) => Promise<void>,
): Promise<{ readonly location: string; readonly from: number; readonly to: number }> {
  return atServer(address, async (pool, location) => {
    const found = await requireVersion(pool, location)
    if (found < schemaVersion) await requireOwner(pool, location)
    const from = found < schemaVersion ? await upgrade(pool, backUp) : found
    return { location, from, to: schemaVersion }
  })
}

/** Answers the version that it had. */
async function upgrade(pool: Pool, backUp: (schema: number) => Promise<void>): Promise<number> {
  const from = await changeSchema(pool, async (client) => {
    const version = await versionWithin(client)
    // Another program upgraded it meanwhile.
    if (version >= schemaVersion) return version
    await client.query(`SET LOCAL idle_in_transaction_session_timeout = 0; ${ownerSql}; ${lockSql}`)
    await backUp(version)
    await client.query(upgradeSql(version))
    await client.query("UPDATE facts SET value = $1 WHERE name = 'schema'", [schemaVersion])
    return version
  })
  if (from < schemaVersion) await endOthers(pool)
  return from
}

/**
 * What an upgrade makes belongs to the store's owner, also where a superuser, or a member of the owner's role, upgrades it. So does what an
 * earlier upgrade by a superuser left to them.
 */
const ownerSql = `DO $$ DECLARE keeper TEXT := (SELECT pg_get_userbyid(nspowner) FROM pg_namespace WHERE nspname = 'watchpost'); one TEXT; BEGIN
  FOR one IN SELECT oid::regprocedure::text FROM pg_proc WHERE pronamespace = 'watchpost'::regnamespace AND pg_get_userbyid(proowner) <> keeper
  LOOP EXECUTE format('ALTER ROUTINE %s OWNER TO %I', one, keeper); END LOOP;
  FOR one IN SELECT oid::regclass::text FROM pg_class WHERE relnamespace = 'watchpost'::regnamespace AND relkind IN ('r', 'p', 'v', 'S')
    AND pg_get_userbyid(relowner) <> keeper AND NOT EXISTS(SELECT 1 FROM pg_depend d WHERE d.objid = pg_class.oid AND d.deptype IN ('a', 'i'))
  LOOP EXECUTE format('ALTER TABLE %s OWNER TO %I', one, keeper); END LOOP;
  EXECUTE format('SET LOCAL ROLE %I', keeper);
END $$`

/** Everybody may read, and nobody can write: a backup has exactly what the upgrade finds. */
const lockSql = `DO $$ DECLARE one TEXT; BEGIN
  FOR one IN SELECT relname FROM pg_class WHERE relnamespace = 'watchpost'::regnamespace AND relkind IN ('r', 'p') ORDER BY relname
  LOOP EXECUTE format('LOCK TABLE watchpost.%I IN EXCLUSIVE MODE', one); END LOOP;
END $$`

/** A login may end connections of its own, or of a role that it belongs to. Those of others fail at the next change of the schema. */
async function endOthers(pool: Pool): Promise<void> {
  await pool.query(`SELECT pg_terminate_backend(pid) ${othersSql} AND application_name <> current_setting('application_name')
  AND (pg_has_role(session_user, usesysid, 'USAGE') OR pg_has_role(session_user, 'pg_signal_backend', 'USAGE'))
  AND (NOT (SELECT rolsuper FROM pg_roles WHERE oid = usesysid) OR (SELECT rolsuper FROM pg_roles WHERE rolname = session_user))`)
}

async function requireVersion(pool: Pool, location: string): Promise<number> {
  const { version } = await versionOf(pool, openServerClock(pool))
  if (version === null) throw noStore(location)
  if (version > schemaVersion) throw newerStore(location, version)
  return version
}

async function requireOwner(pool: Pool, location: string): Promise<void> {
  const { rows } = await pool.query(
    "SELECT pg_has_role(session_user, nspowner, 'USAGE') AS owned FROM pg_namespace WHERE nspname = 'watchpost'",
  )
  if (rows[0]?.owned === 1) return
  throw new MailError(
    'not-allowed',
    `Only the owner of the store at ${location} may upgrade it.`,
    'Run `watchpost upgrade` as the database user who made the store.',
  )
}

async function atServer<T>(address: string, work: (pool: Pool, location: string) => Promise<T>): Promise<T> {
  // A statement of an upgrade takes as long as it takes.
  const { pool, location } = await openPool(address, 0)
  try {
    return await work(pool, location)
  } catch (error) {
    throw mailErrorOf(error, location)
  } finally {
    await pool.end()
  }
}
