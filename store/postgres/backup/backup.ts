import type { BackupStore } from '../../mail-store.ts'
import { makeFile } from '../../shared/new-file.ts'
import type { Connection } from '../database/connection.ts'
import { withPatience } from '../database/pool.ts'

/** A backup is a store in one SQLite file, as that of a folder is. */
export function openBackups({ pool, location }: Connection): BackupStore {
  return {
    async make(file, replace) {
      const { writeWhole } = await import('./backup-whole.ts')
      return makeFile({ file, replace, own: null }, async (draft) =>
        withPatience(pool, (patient) => writeWhole(patient, location, draft)),
      )
    },
  }
}
