import type { Pool, PoolClient } from 'pg'
import { MailError } from '../../src/domain/errors.ts'
import { schemaVersion } from '../schema-version.ts'
import { newerStore, olderStore } from '../shared/versions.ts'
import { directColumn, limitSql, limitTransactions, notePooler, unlimitedSql } from './database/pool.ts'
import { type ServerClock, timeColumns } from './database/server-clock.ts'

/** Not yet there: no schema, or no table. */
const missing = ['3F000', '42P01']

const versionSql = `SELECT value, ${limitSql}, ${directColumn}, ${timeColumns} FROM watchpost.facts WHERE name = 'schema'`

/** `null`: there is no store. `beside`: what was asked with it, where the store has the schema of this program. */
type Found<T> = { readonly version: number | null; readonly beside: T | null }

/**
 * The version of a store's schema, and what its server is like. `askBeside` is asked on the same way; a store of another version has another
 * answer to it, or none.
 */
export async function versionOf<T>(
  pool: Pool,
  clock: ServerClock,
  askBeside?: (client: PoolClient) => Promise<T>,
): Promise<Found<T>> {
  const client = await pool.connect()
  try {
    const [{ rows }, beside] = await Promise.all([
      clock.ask<{ value: string; limited: number; direct: number }>(client, versionSql),
      askBeside?.(client).catch(() => null) ?? null,
    ])
    client.release()
    if (rows[0]?.limited === 1) limitTransactions(pool)
    if (rows[0]?.direct !== 1) notePooler(pool)
    const version = Number(rows[0]?.value)
    return { version, beside: version === schemaVersion ? beside : null }
  } catch (error) {
    client.release(true)
    if (error instanceof Error && 'code' in error && missing.includes(String(error.code)))
      return { version: null, beside: null }
    throw error
  }
}

/** The version as a transaction sees it. */
export async function versionWithin(client: PoolClient): Promise<number> {
  const { rows } = await client.query("SELECT value FROM watchpost.facts WHERE name = 'schema'")
  return Number(rows[0]?.value)
}

/** @throws MailError `newer-version` · `stale` */
export function requireThisVersion(version: number, location: string): void {
  if (version > schemaVersion) throw newerStore(location, version)
  if (version < schemaVersion)
    throw olderStore(
      location,
      version,
      'Its owner upgrades it with `watchpost upgrade`. `watchpost upgrade --check` says who still uses it.',
    )
}

export function noStore(location: string): MailError {
  return new MailError('no-store', `There is no store in ${location}.`, 'Make one with `watchpost init`.')
}

/** Changes the schema in one transaction. Programs that do so at once wait for one another. */
export async function changeSchema<T>(pool: Pool, change: (client: PoolClient) => Promise<T>): Promise<T> {
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
