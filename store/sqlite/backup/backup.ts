import type { BackupStore } from '../../backup-store.ts'
import { makeFile } from '../../shared/new-file.ts'
import { type Connection, patiently } from '../database/connection.ts'
import { damaged } from '../database/errors.ts'
import { makeWhole, type Whole } from './backup-whole.ts'

export function openBackups(connection: Connection): BackupStore {
  return {
    async make(file, replace) {
      const own = connection.database.name
      return makeFile({ file, replace, own }, (draft) => copyTo(connection, draft))
    },
  }
}

/**
 * One statement copies one consistent snapshot, however long it takes: the driver's stepped copy starts again with
 * every write of another process, and never ends.
 */
function copyTo(connection: Connection, draft: string): Omit<Whole, 'check'> {
  const { database, location } = connection
  patiently(location, () => database.prepare('VACUUM INTO ?').run(draft))
  const { check, ...whole } = makeWhole(connection, draft)
  if (check !== 'ok') throw damaged(location, `the copy failed its integrity check: ${check}`)
  return whole
}
