import type { Database } from '../sqlite/database/driver.ts'

/** A record of another system's database, and what it is there. */
export type ForeignRow = { readonly where: string; readonly value: { readonly [name: string]: Cell } }
export type Cell = string | number | null | readonly { readonly [name: string]: Cell }[]

/** How a database of another system is read. */
export type ForeignSchema = {
  /** What people call the system. */
  readonly name: string
  /** The tables that are read, with the columns that they must have. */
  readonly tables: Readonly<Record<string, readonly string[]>>
  /** The newest version of its schema that was looked at; `null` if it does not say one. */
  readonly newest: number | null
  /** @param has whether a table has a column that not every version has */
  readonly rows: (database: Database, has: (table: string, column: string) => boolean) => Iterable<ForeignRow>
}
