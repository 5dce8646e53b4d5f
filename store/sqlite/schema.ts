import type Database from 'better-sqlite3'
import { MailError } from '../../src/domain/errors.ts'
import { patiently } from './connection.ts'
import { damaged, unsuitable } from './errors.ts'
import { migrations } from './migrations.ts'

/**
 * Brings a file to this program's schema: creates it, or runs the steps that it lacks. Of many processes that do
 * so at once, one works and the others find it done.
 */
export function requireSchema(
  database: Database.Database,
  location: string,
  options: { readonly create: boolean; readonly swarm?: string | null },
): void {
  const version = patiently(location, () => versionOf(database))
  if (version === 0 && !options.create && isEmpty(database, location)) throw noStore(location)
  requireKnown(version, location)
  requireSharedLog(database, location, version)
  if (version < migrations.length)
    patiently(location, () => migrate(database, location, options.swarm ?? null))
}

export function noStore(location: string): MailError {
  return new MailError('not-found', `There is no store at ${location}.`, 'Make one with `watchpost init`.')
}

function migrate(database: Database.Database, location: string, swarm: string | null): void {
  database.exec('BEGIN IMMEDIATE')
  try {
    const version = versionOf(database)
    requireKnown(version, location)
    if (version === 0 && !isEmpty(database, location))
      throw damaged(location, 'mail.db belongs to another program.')
    for (const step of migrations.slice(version)) database.exec(step)
    if (version === 0) writeFacts(database, swarm)
    database.pragma(`user_version = ${migrations.length}`)
    database.exec('COMMIT')
  } catch (error) {
    if (database.inTransaction) database.exec('ROLLBACK')
    throw error
  }
}

function writeFacts(database: Database.Database, swarm: string | null): void {
  const facts = {
    store: randomText(16),
    salt: randomText(32),
    created_at: String(Date.now()),
    roster_version: '0',
    ...(swarm === null ? {} : { swarm }),
  }
  const insert = database.prepare('INSERT INTO facts(name, value) VALUES(?, ?)')
  for (const [name, value] of Object.entries(facts)) insert.run(name, value)
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

function requireKnown(version: number, location: string): void {
  if (version <= migrations.length) return
  throw new MailError(
    'newer-version',
    `The store at ${location} has schema ${version}; this program knows schemas up to ${migrations.length}.`,
    'Use the newer watchpost that wrote it, or bring this one up to date.',
  )
}

function versionOf(database: Database.Database): number {
  return Number(database.pragma('user_version', { simple: true }))
}

function isEmpty(database: Database.Database, location: string): boolean {
  return (
    patiently(location, () => database.prepare('SELECT 1 FROM sqlite_schema LIMIT 1').get()) === undefined
  )
}

function randomText(bytes: number): string {
  return Buffer.from(crypto.getRandomValues(new Uint8Array(bytes))).toString('hex')
}
