import { schemaVersion } from '../schema-version.ts'
import { backUpBeforeUpgrade } from './backup/before-upgrade.ts'
import { patiently } from './database/connection.ts'
import type { Database } from './database/driver.ts'
import { damaged } from './database/errors.ts'
import { schema } from './schema.ts'
import { isEmpty, lacksSchema, requireKnown, versionOf } from './store-file.ts'
import type { StorePlace } from './store-place.ts'
import { upgrade } from './upgrade.ts'

/** The properties of a new store. */
type NewStore = { readonly swarm?: string | null | undefined; readonly forTests?: boolean | undefined }

/** An upgrade that was made, and the file that keeps the store as it was. */
export type Upgraded = { readonly from: number; readonly to: number; readonly backup: string }

/** Creates the tables of a store, or brings those of an earlier schema up to date. */
export function requireSchema(
  database: Database,
  place: Pick<StorePlace, 'named' | 'file' | 'folder'>,
  options: { readonly create: boolean },
): void {
  if (lacksSchema(database, place, options)) migrate(database, place.named)
}

/** The same for a file that was found to lack it. Of many processes at once, one works and the others find it done. */
export function migrate(database: Database, location: string, wanted: NewStore = {}): Upgraded | null {
  return patiently(location, () => bringUp(database, location, wanted))
}

/** One transaction, so a process that dies on the way leaves the file as it was. */
function bringUp(database: Database, location: string, wanted: NewStore): Upgraded | null {
  database.exec('BEGIN IMMEDIATE')
  try {
    const version = versionOf(database)
    let upgraded: Upgraded | null = null
    requireKnown(version, location)
    if (version === 0) {
      if (!isEmpty(database, location))
        throw damaged(location, 'it is not empty, and has no version of its tables.')
      database.exec(schema)
      writeFacts(database, wanted)
    } else if (version < schemaVersion) {
      const step = { from: version, to: schemaVersion }
      upgraded = { ...step, backup: backUpBeforeUpgrade(database, { ...step, location }) }
      upgrade(database)
    }
    database.pragma(`user_version = ${schemaVersion}`)
    database.exec('COMMIT')
    return upgraded
  } catch (error) {
    if (database.inTransaction) database.exec('ROLLBACK')
    throw error
  }
}

/** The facts of a new store, or those that are missing in one. */
export function writeFacts(database: Database, { swarm, forTests }: NewStore): void {
  const facts = {
    store: randomText(16),
    salt: randomText(32),
    created_at: String(Date.now()),
    roster_version: '0',
    ...(swarm == null ? {} : { swarm }),
    ...(forTests === true ? { for_tests: '1' } : {}),
  }
  const insert = database.prepare('INSERT INTO facts(name, value) VALUES(?, ?) ON CONFLICT DO NOTHING')
  for (const [name, value] of Object.entries(facts)) insert.run(name, value)
}

function randomText(bytes: number): string {
  return Buffer.from(crypto.getRandomValues(new Uint8Array(bytes))).toString('hex')
}
