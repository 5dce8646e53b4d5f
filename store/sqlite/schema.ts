import { existsSync } from 'node:fs'
import { MailError } from '../../src/domain/errors.ts'
import { patiently } from './database/connection.ts'
import type { Database } from './database/driver.ts'
import { unsuitable } from './database/errors.ts'
import { leftWithoutDatabase, remnantsIn, type StorePlace } from './store-place.ts'

/** The steps of `migrations.ts`, counted: only who has to run them loads them. */
export const schemaVersion = 14

/** What only a store has; a damaged one has most of it. */
const ownTables = ['facts', 'deeds', 'deliveries', 'presence', 'cold', 'text_state']

/**
 * Whether a file has still to be brought to this program's schema. Of what is no store nothing is changed.
 * @throws MailError `not-found` · `usage` another program's · `newer-version` · `not-allowed` · `busy`
 */
export function lacksSteps(
  database: Database,
  { named, file, folder }: Pick<StorePlace, 'named' | 'file' | 'folder'>,
  { create }: { readonly create: boolean },
): boolean {
  const version = patiently(named, () => versionOf(database))
  const shared = version !== 0 && hasSharedLog(database, named)
  if (shared && version === schemaVersion) return false
  if (!isEmpty(database, named)) requireOurs(database, file)
  else if (version === 0) {
    const left = remnantsIn(folder)
    if (left.length > 0) throw lostDatabase(file, left)
    if (!create) throw noStore(named)
  }
  requireKnown(version, named)
  if (!shared && (version !== 0 || isEmpty(database, named))) shareLog(database, named)
  return version < schemaVersion
}

export function noStore(location: string): MailError {
  return new MailError(
    'not-found',
    `There is no store in ${location}.`,
    'Create one with `watchpost init`, or name one with --store PATH.',
  )
}

/** @throws MailError `damaged` where mail lies beside a database that is missing or empty */
export function requireDatabase(place: StorePlace): void {
  const left = leftWithoutDatabase(place)
  if (left.length > 0) throw lostDatabase(place.file, left)
}

export const howToRestore =
  'Move mail.db-wal and mail.db-shm away if they are there, then copy a backup (`watchpost backup` made it) to mail.db.'

export function whyLost(file: string, left: readonly string[]): string {
  const word = existsSync(file) ? 'empty' : 'missing'
  return `${file} is ${word}, and ${left.join(' and ')} beside it still ${left.length === 1 ? 'holds' : 'hold'} its mail.`
}

function lostDatabase(file: string, left: readonly string[]): MailError {
  return new MailError('damaged', whyLost(file, left), howToRestore)
}

/** @throws MailError `usage` */
export function requireOurs(database: Database, file: string): void {
  const names = ownTables.map((name) => `'${name}'`).join(', ')
  const sql = `SELECT count(*) FROM sqlite_schema WHERE type = 'table' AND name IN (${names})`
  const found = patiently(file, () => database.prepare(sql).pluck().get())
  if (Number(found) < ownTables.length / 2) throw foreign(file, 'the database of another program')
}

export function foreign(file: string, what: string): MailError {
  return new MailError(
    'usage',
    `${file} is ${what}, no store of Watchpost. Nothing in it was changed.`,
    'Name a store with --store PATH or WATCHPOST_STORE; `watchpost init` makes one here.',
  )
}

function hasSharedLog(database: Database, location: string): boolean {
  return patiently(location, () => database.pragma('journal_mode', { simple: true })) === 'wal'
}

/** Without a shared log beside it the file would be locked for every look, or, on network disks, break. */
function shareLog(database: Database, location: string): void {
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

export function versionOf(database: Database): number {
  return Number(database.pragma('user_version', { simple: true }))
}

export function isEmpty(database: Database, location: string): boolean {
  return (
    patiently(location, () => database.prepare('SELECT 1 FROM sqlite_schema LIMIT 1').get()) === undefined
  )
}
