import { MailError } from '../../src/domain/errors.ts'
import type { BackupStore } from '../mail-store.ts'
import type { Connection } from './database/connection.ts'

/** A server has backups of its own, of all that it contains. */
export function openBackups({ location }: Connection): BackupStore {
  return {
    async make() {
      throw new MailError(
        'not-allowed',
        `The store ${location} is on a PostgreSQL server, which makes its own backups.`,
        'Use `pg_dump --schema=watchpost`.',
      )
    },
  }
}
