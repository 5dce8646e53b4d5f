import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { openDatabase } from '../../store/sqlite/database/connection.ts'

/** Makes a store as an earlier program left it; see `test/store/schema-*.sql`. */
export function plantOldStore(location: string, schema: 10 | 14, more = ''): void {
  const database = openDatabase(join(location, 'mail.db'), { durability: 'normal' })
  database.pragma('journal_mode = WAL')
  database.exec(readFileSync(join(import.meta.dirname, `../store/schema-${schema}.sql`), 'utf8'))
  database.exec(more)
  database.close()
}
