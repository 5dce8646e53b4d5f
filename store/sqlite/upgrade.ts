import { looksOf } from '../../src/domain/addressing/lookalike.ts'
import type { Table } from '../sql/tables/table.ts'
import { tables } from '../sql/tables/tables.ts'
import { countedTables } from './counted.ts'
import type { Database } from './database/driver.ts'
import { addedColumnSql } from './schema.ts'
import { type Part, partsOf, partsOfSchema } from './schema-parts.ts'
import { versionOf } from './store-file.ts'

/** Tables of counts that are one since schema 25. */
const replaced = ['unread', 'debts', 'pressing', 'queued']

/** Before this schema words were indexed in the forms in which they were written, and pictographs not at all. */
const firstWithWords = 26
/** Upkeep indexes all mail again. */
const emptyIndex =
  "INSERT INTO messages_text(messages_text) VALUES('delete-all'); UPDATE text_state SET upto = 0"

/** They were told from open ones by their messages alone. */
const completedTasks =
  "UPDATE commissions SET open = 0 WHERE id IN (SELECT id FROM tasks WHERE status = 'completed')"

/** Brings a store of schema 10 or newer to this program's: adds what it lacks, within the caller's transaction. */
export function upgrade(database: Database): void {
  const knewNoLooks = !columnsOf(database, 'agents').includes('skeleton')
  const knewNoOpenTasks = !columnsOf(database, 'commissions').includes('open')
  for (const table of tables) addColumns(database, table)
  if (knewNoLooks) markLookalikes(database)
  const hadOtherWords = versionOf(database) < firstWithWords
  const wanted = partsOfSchema()
  dropOther(database, wanted)
  const own = new Set(partsOf(database).map(({ name }) => name))
  for (const { name, sql } of wanted) if (!own.has(name)) database.exec(sql)
  // From here on triggers keep the counts.
  for (const { table, rows } of countedTables)
    if (!own.has(table)) database.exec(`INSERT INTO ${table} ${rows}`)
  if (hadOtherWords) database.exec(emptyIndex)
  if (knewNoOpenTasks) database.exec(completedTasks)
}

/** Indexes and triggers that are not as this program's, and tables of counts that it no longer has. */
function dropOther(database: Database, wanted: readonly Part[]): void {
  const known = new Map(wanted.map(({ name, sql }) => [name, sql]))
  for (const { type, name, sql } of partsOf(database))
    if (type !== 'table' && known.get(name) !== sql) database.exec(`DROP ${type} "${name}"`)
  for (const table of replaced) database.exec(`DROP TABLE IF EXISTS ${table}`)
}

/** The columns that an earlier schema did not have. A table that is not there yet is made whole. */
function addColumns(database: Database, table: Table): void {
  const own = columnsOf(database, table.name)
  if (own.length === 0) return
  for (const name of Object.keys(table.columns)) {
    const column = own.includes(name) ? undefined : addedColumnSql(table, name)
    if (column !== undefined) database.exec(`ALTER TABLE ${table.name} ADD COLUMN ${column}`)
  }
}

function columnsOf(database: Database, table: string): readonly unknown[] {
  return database.prepare('SELECT name FROM pragma_table_info(?)').pluck().all(table)
}

/** Notes the visual form of each name on the roster, and the earlier name that a later one resembles. */
function markLookalikes(database: Database): void {
  const looks = (name: unknown) => looksOf(String(name))
  database.function('looks_like', { deterministic: true }, (name) => looks(name).skeleton)
  database.function('drawn_like', { deterministic: true }, (name) => looks(name).glyphs)
  database.exec(`
UPDATE agents SET skeleton = looks_like(address), glyphs = drawn_like(address) WHERE state <> 'named';
CREATE INDEX agents_skeleton ON agents(skeleton) WHERE skeleton IS NOT NULL;
CREATE INDEX agents_glyphs ON agents(glyphs) WHERE glyphs IS NOT NULL;
UPDATE agents SET lookalike = (SELECT o.address FROM agents o WHERE o.skeleton = agents.skeleton AND o.id < agents.id ORDER BY o.id LIMIT 1)
WHERE skeleton IS NOT NULL;
UPDATE agents SET lookalike = (SELECT o.address FROM agents o WHERE o.glyphs = agents.glyphs AND o.id < agents.id ORDER BY o.id LIMIT 1)
WHERE glyphs IS NOT NULL AND lookalike IS NULL;`)
}
