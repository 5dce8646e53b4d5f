import { statSync } from 'node:fs'
import type { MailStore } from '../mail-store.ts'
import { schemaVersion } from '../schema-version.ts'
import { olderStore } from '../shared/versions.ts'
import { type Connection, connect } from './database/connection.ts'
import { openFile } from './database/driver.ts'
import { mailErrorOf } from './database/errors.ts'
import { requireLocalFileSystem } from './database/file-system.ts'
import { identityOf, openIdentity } from './database/identity.ts'
import { requireOwnLogs } from './database/own-file.ts'
import { compose } from './sqlite-store.ts'
import { noStore, requireKnown, requireOurs, versionOf } from './store-file.ts'
import { type StorePlace, storePlace } from './store-place.ts'

/** Who only glances at a store comes back soon. */
const glances = 20

/**
 * Opens a store to look into it: nothing is made, upgraded or kept up, and one that others lock is an error at once. Beside a database
 * that nobody has open SQLite leaves an empty log, as it does for every reader.
 * @throws MailError as `openSqliteStore` · `stale` where an upgrade is needed
 */
export async function lookIntoSqliteStore(
  location: string,
  allowNetworkFilesystem: boolean,
): Promise<MailStore> {
  const place = storePlace(location)
  try {
    return compose(openToLook(place, allowNetworkFilesystem), place.folder, glances)
  } catch (error) {
    throw mailErrorOf(error, place.named)
  }
}

/**
 * The version of a store's schema, which nothing is done about.
 * @throws MailError as `openSqliteStore`
 */
export function schemaOfSqliteStore(location: string, allowNetworkFilesystem: boolean): number {
  const place = storePlace(location)
  try {
    const database = openFile(requireFile(place, allowNetworkFilesystem), { readonly: true, timeout: 5_000 })
    try {
      requireOurs(database, place.file)
      return versionOf(database)
    } finally {
      database.close()
    }
  } catch (error) {
    throw mailErrorOf(error, place.named)
  }
}

/** The path of the database, which is there. */
function requireFile({ file: path, named }: StorePlace, allowNetworkFilesystem: boolean): string {
  // A pipe would be waited for.
  const found = statSync(path, { throwIfNoEntry: false })
  if (found?.isFile() !== true || found.size === 0) throw noStore(named)
  if (!allowNetworkFilesystem) requireLocalFileSystem(path, named)
  requireOwnLogs(path)
  return path
}

function openToLook(place: StorePlace, allowNetworkFilesystem: boolean): Connection {
  const { folder, named } = place
  const path = requireFile(place, allowNetworkFilesystem)
  const opened = identityOf(path)
  const database = openFile(path, { readonly: true, timeout: 0 })
  try {
    const version = versionOf(database)
    requireOurs(database, path)
    requireKnown(version, named)
    if (version < schemaVersion)
      throw olderStore(named, version, 'Open it: it is upgraded then, and a copy is kept as it was.')
    const identity = openIdentity(path, opened, named, () => null)
    return connect(database, folder, { identity })
  } catch (error) {
    database.close()
    throw error
  }
}
