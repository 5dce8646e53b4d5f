import { looksOf } from '../../src/domain/addressing/lookalike.ts'
import type { Database } from './database/driver.ts'
import { partsOf, partsOfSchema } from './schema-parts.ts'

/** The columns that came after schema 10. */
const addedToAgents = ['skeleton', 'glyphs', 'lookalike', 'pane_server']
/** The columns that came after schema 14. */
const addedLater = [
  ['deeds', 'newest', 'INTEGER'],
  ['deeds', 'about', 'TEXT'],
  ['presence', 'acting', 'TEXT'],
  ['agents', 'wake', 'TEXT'],
  ['sessions', 'way', 'TEXT'],
] as const

/** Brings a store of schema 10 or newer to this program's: adds what it lacks, within the caller's transaction. */
export function upgrade(database: Database): void {
  const has = (table: string, column: string) => columnsOf(database, table).includes(column)
  const lacking = addedToAgents.filter((column) => !has('agents', column))
  for (const column of lacking) database.exec(`ALTER TABLE agents ADD COLUMN ${column} TEXT`)
  if (lacking.includes('skeleton')) markLookalikes(database)
  // A table that is not there yet is made below, with every column.
  for (const [table, column, type] of addedLater)
    if (columnsOf(database, table).length > 0 && !has(table, column))
      database.exec(`ALTER TABLE ${table} ADD COLUMN ${column} ${type}`)
  const own = new Set(partsOf(database).map(({ name }) => name))
  for (const { name, sql } of partsOfSchema()) if (!own.has(name)) database.exec(sql)
  if (!own.has('pressing')) countPressing(database)
  if (!own.has('debts')) countDebts(database)
}

/** What the triggers would have noted, had they been there from the beginning. */
function countPressing(database: Database): void {
  const owing = 'd.owes = 1 AND d.box IN (0, 1, 2, 6) AND d.was IS NOT 4'
  const pressing = 'd.box = 0 AND d.rank < 2251799813685248'
  database.exec(`
INSERT INTO pressing SELECT d.agent_id, CASE WHEN ${owing} THEN iif(${pressing}, 2, 0) ELSE 1 END, d.sender_id, count(*)
FROM deliveries d WHERE (${owing}) OR (${pressing}) GROUP BY 1, 2, 3;
INSERT INTO escalations SELECT d.agent_id, d.rank,
  CASE WHEN json_valid(m.more) AND json_type(m.more, '$.payload.deadline') = 'text' THEN unixepoch(m.more ->> '$.payload.deadline') * 1000 END
FROM deliveries d CROSS JOIN messages m ON m.id = (d.rank & 281474976710655) WHERE ${owing} AND m.kind = 'escalation';`)
}

/** From here on triggers keep the count. */
function countDebts(database: Database): void {
  database.exec(`INSERT INTO debts SELECT agent_id, count(*) FROM deliveries
WHERE owes = 1 AND box NOT IN (3, 4, 5) AND was IS NOT 4 GROUP BY agent_id`)
}

function columnsOf(database: Database, table: string): readonly unknown[] {
  return database.prepare('SELECT name FROM pragma_table_info(?)').pluck().all(table)
}

/** Notes what the names on the roster look like, and whom a later one looks like. */
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
