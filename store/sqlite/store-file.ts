import { existsSync } from 'node:fs'
import { MailError } from '../../src/domain/errors.ts'
import { schemaVersion } from '../schema-version.ts'
import { newerStore } from '../shared/versions.ts'
import { patiently } from './database/connection.ts'
import type { Database } from './database/driver.ts'
import { unsuitable } from './database/errors.ts'
import { leftWithoutDatabase, remnantsIn, type StorePlace } from './store-place.ts'

/** Stores of earlier schemas were never released. */
export const oldestSchema = 10

/** Tables that only a store has; a damaged store still has most of them. */
const ownTables = ['facts', 'deeds', 'deliveries', 'presence', 'cold', 'text_state']

/**
 * Whether a file still needs an upgrade to this program's schema. A file that is not a store is not changed.
 * @throws MailError `not-found` · `usage` another program's, or too old · `newer-version` · `not-allowed` · `busy`
 */
export function lacksSchema(
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
    'no-store',
    `There is no store in ${location}.`,
    'Create one with `watchpost init`, or choose one with --store PATH.',
  )
}

/** @throws MailError `damaged` if the folder has mail but the database is missing or empty */
export function requireDatabase(place: StorePlace): void {
  const left = leftWithoutDatabase(place)
  if (left.length > 0) throw lostDatabase(place.file, left)
}

export const howToRestore =
  'Run `watchpost backup restore FILE` with a backup. It keeps what is there, beside the store.'

/** How to use the older version again, with the copy that was made before the upgrade. */
export function howToGoBack(backup: string): string {
  return `To go back, run \`watchpost backup restore ${backup}\` with the older version. If it has no such command, stop all programs that use the store, move mail.db-wal and mail.db-shm away if they exist, and copy that file to mail.db.`
}

export function whyLost(file: string, left: readonly string[]): string {
  const word = existsSync(file) ? 'empty' : 'missing'
  return `${file} is ${word}, and ${left.join(' and ')} beside it still ${left.length === 1 ? 'contains' : 'contain'} mail.`
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
    `${file} is ${what}, not a Watchpost store. Nothing was changed.`,
    'Choose a store with --store PATH or WATCHPOST_STORE, or create one here with `watchpost init`.',
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

/** @throws MailError `newer-version` · `usage` where it is older than any that this program can upgrade */
export function requireKnown(version: number, location: string): void {
  if (version > schemaVersion) throw newerStore(location, version)
  if (isTooOld(version)) throw tooOld(version, location)
}

export function isTooOld(version: number): boolean {
  return version > 0 && version < oldestSchema
}

export function tooOld(version: number, location: string): MailError {
  return new MailError(
    'usage',
    `The store at ${location} has schema ${version}, which was never released; this program opens schemas from ${oldestSchema} on. Nothing in it was changed.`,
    'Export its mail with the watchpost that wrote it and import it into a new store, or make a new store with `watchpost init`.',
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
