import type Database from 'better-sqlite3'
import { MailError } from '../../src/domain/errors.ts'
import { patiently } from './database/connection.ts'
import { unsuitable } from './database/errors.ts'

/** The steps of `migrations.ts`, counted: only who has to run them loads them. */
export const schemaVersion = 10

/**
 * Whether a file has still to be brought to this program's schema.
 * @throws MailError `not-found` · `newer-version` · `not-allowed` · `busy`
 */
export function lacksSteps(
  database: Database.Database,
  location: string,
  { create }: { readonly create: boolean },
): boolean {
  const version = patiently(location, () => versionOf(database))
  if (version === 0 && !create && isEmpty(database, location)) throw noStore(location)
  requireKnown(version, location)
  requireSharedLog(database, location, version)
  return version < schemaVersion
}

export function noStore(location: string): MailError {
  return new MailError('not-found', `There is no store at ${location}.`, 'Make one with `watchpost init`.')
}

/** Without a shared log beside it the file would be locked for every look, or, on network disks, break. */
function requireSharedLog(database: Database.Database, location: string, version: number): void {
  const mode =
    version === 0 ? '' : patiently(location, () => database.pragma('journal_mode', { simple: true }))
  if (mode === 'wal') return
  if (version === 0 && !isEmpty(database, location)) return
  if (patiently(location, () => database.pragma('journal_mode = WAL', { simple: true })) !== 'wal')
    throw unsuitable(location)
}

export function requireKnown(version: number, location: string): void {
  if (version <= schemaVersion) return
  throw new MailError(
    'newer-version',
    `The store at ${location} has schema ${version}; this program knows schemas up to ${schemaVersion}.`,
    'Use the newer watchpost that wrote it, or bring this one up to date.',
  )
}

export function versionOf(database: Database.Database): number {
  return Number(database.pragma('user_version', { simple: true }))
}

export function isEmpty(database: Database.Database, location: string): boolean {
  return (
    patiently(location, () => database.prepare('SELECT 1 FROM sqlite_schema LIMIT 1').get()) === undefined
  )
}
