import { type Database, openFile } from './database/driver.ts'
import { schema } from './schema.ts'

export type Part = {
  readonly type: 'table' | 'index' | 'trigger'
  readonly name: string
  readonly sql: string
}

/** The tables, indexes and triggers of a new store, in the order in which they are made. */
export function partsOfSchema(): readonly Part[] {
  const fresh = openFile(':memory:')
  try {
    fresh.exec(schema)
    return partsOf(fresh)
  } finally {
    fresh.close()
  }
}

/** Without those of the text index and of SQLite itself. */
export function partsOf(database: Database): readonly Part[] {
  return database
    .prepare(
      "SELECT type, name, sql FROM sqlite_schema WHERE sql IS NOT NULL AND name NOT LIKE 'messages\\_text\\_%' ESCAPE '\\' AND name NOT LIKE 'sqlite\\_%' ESCAPE '\\' ORDER BY rowid",
    )
    .all() as Part[]
}
