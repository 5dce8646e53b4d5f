import { rmSync } from 'node:fs'
import { basename } from 'node:path'
import { isMailError, MailError } from '../../src/domain/errors.ts'
import { type Database, openFile } from '../sqlite/database/driver.ts'
import { isNoDatabase, isSqliteError, isUnreadable } from '../sqlite/database/errors.ts'
import { agentMail } from './agent-mail.ts'
import { copyDatabase } from './copied.ts'
import type { ForeignRow, ForeignSchema } from './foreign-schema.ts'
import { hcom } from './hcom.ts'

const schemas: Readonly<Record<'agent-mail' | 'hcom', ForeignSchema>> = { 'agent-mail': agentMail, hcom }

/**
 * All that a database of another system has, as it was at one moment. Nothing is written where it lies.
 * @throws MailError `damaged` · `newer-version` · `busy` · `not-allowed`
 */
export function* foreignRows(path: string, system: keyof typeof schemas): Generator<ForeignRow> {
  const schema = schemas[system]
  const name = basename(path)
  const { folder, file } = copyDatabase(path)
  let database: Database | null = null
  try {
    database = openFile(file, { timeout: 0 })
    database.exec('PRAGMA trusted_schema=OFF; PRAGMA cell_size_check=ON; PRAGMA mmap_size=0')
    // An unfinished change in it is taken back here, and a log read.
    const columns = columnsIn(database, Object.keys(schema.tables))
    requireKnown(schema, columns, name)
    database.exec('BEGIN')
    database.prepare('SELECT count(*) FROM sqlite_schema').get()
    // The files are open, so nothing of others is left behind, however this process ends.
    rmSync(folder, { recursive: true, force: true })
    yield* newerNote(schema, database)
    yield* schema.rows(database, (table, column) => columns.get(table)?.has(column) === true)
  } catch (error) {
    throw saidOf(error, name)
  } finally {
    database?.close()
    rmSync(folder, { recursive: true, force: true })
  }
}

/** The plain columns of tables; views and virtual tables run what their maker wrote. */
function columnsIn(database: Database, tables: readonly string[]): ReadonlyMap<string, ReadonlySet<string>> {
  const found = new Map<string, ReadonlySet<string>>()
  for (const table of tables) {
    const made = database
      .prepare("SELECT sql FROM sqlite_schema WHERE type = 'table' AND name = ?")
      .get(table) as { readonly sql: string } | undefined
    if (made === undefined || /^\s*CREATE\s+VIRTUAL/iu.test(made.sql)) continue
    const columns = database
      .prepare('SELECT name FROM pragma_table_xinfo(?) WHERE hidden = 0')
      .all(table) as readonly { readonly name: string }[]
    found.set(table, new Set(columns.map((column) => column.name)))
  }
  return found
}

function requireKnown(
  { name: system, tables }: ForeignSchema,
  columns: ReadonlyMap<string, ReadonlySet<string>>,
  name: string,
): void {
  const needed = Object.entries(tables)
  if (needed.every(([table]) => !columns.has(table)))
    throw new MailError('damaged', `${name} is no database of ${system}: it has none of its tables.`, '')
  for (const [table, wanted] of needed) {
    const missing = wanted.find((column) => columns.get(table)?.has(column) !== true)
    if (missing === undefined && columns.has(table)) continue
    const what = columns.has(table) ? `its table ${table} has no ${missing}` : `it has no table ${table}`
    throw new MailError(
      'newer-version',
      `${name} has another form than this version of Watchpost knows of ${system}: ${what}.`,
      'A newer version of Watchpost may know it.',
    )
  }
}

/** A newer schema with all that is read is read, and that is said. */
function* newerNote({ name, newest }: ForeignSchema, database: Database): Generator<ForeignRow> {
  const version = Number(database.pragma('user_version', { simple: true }))
  if (newest === null || version <= newest) return
  const problem = `its schema is ${version}; of ${name}, ${newest} is the newest that this version of Watchpost knows. What it knows was read`
  yield { where: 'schema', value: { type: 'problem', problem } }
}

function saidOf(error: unknown, name: string): unknown {
  if (isMailError(error)) return error
  if (!isSqliteError(error)) return error
  if (isNoDatabase(error)) return new MailError('damaged', `${name} is no SQLite database.`, '')
  const problem = isUnreadable(error) ? 'is damaged' : 'cannot be read'
  return new MailError('damaged', `${name} ${problem}: ${error.message}.`, '')
}
