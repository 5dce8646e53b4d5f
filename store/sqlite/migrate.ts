import { patiently } from './database/connection.ts'
import type { Database } from './database/driver.ts'
import { damaged } from './database/errors.ts'
import { migrations, runSteps } from './migrations.ts'
import { isEmpty, lacksSteps, requireKnown, versionOf } from './schema.ts'
import type { StorePlace } from './store-place.ts'

/**
 * Brings a file to this program's schema: creates it, or runs the steps that it lacks. Of many processes that do
 * so at once, one works and the others find it done.
 */
export function requireSchema(
  database: Database,
  place: Pick<StorePlace, 'named' | 'file' | 'folder'>,
  options: { readonly create: boolean },
): void {
  if (lacksSteps(database, place, options)) migrate(database, place.named, null)
}

/** Runs the steps that a file lacks. */
export function migrate(database: Database, location: string, swarm: string | null): void {
  patiently(location, () => bringUp(database, location, swarm))
}

function bringUp(database: Database, location: string, swarm: string | null): void {
  database.exec('BEGIN IMMEDIATE')
  try {
    const version = versionOf(database)
    requireKnown(version, location)
    if (version === 0 && !isEmpty(database, location))
      throw damaged(location, 'it is not empty, and tells no version of its tables.')
    runSteps(database, version)
    if (version === 0) writeFacts(database, swarm)
    database.pragma(`user_version = ${migrations.length}`)
    database.exec('COMMIT')
  } catch (error) {
    if (database.inTransaction) database.exec('ROLLBACK')
    throw error
  }
}

function writeFacts(database: Database, swarm: string | null): void {
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

function randomText(bytes: number): string {
  return Buffer.from(crypto.getRandomValues(new Uint8Array(bytes))).toString('hex')
}
