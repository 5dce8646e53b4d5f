import { boxes } from '../../../../src/domain/delivery.ts'
import { schemaVersion } from '../../../schema-version.ts'
import { headTextOf } from '../../../shared/seals.ts'
import { setFact } from '../../../sql/facts.ts'
import { beginSeals, lastSeal } from '../../../sql/upkeep/sealing.ts'
import { atOnce } from '../../../sql/work.ts'
import { skippedIds } from '../../backup/backup-whole.ts'
import { countedTables } from '../../counted.ts'
import { connect } from '../../database/connection.ts'
import { type Database, openFile } from '../../database/driver.ts'
import { isConstraint } from '../../database/errors.ts'
import { shared } from '../../engine/shared.ts'
import { writeFacts } from '../../migrate.ts'
import { partsOf, partsOfSchema } from '../../schema-parts.ts'
import { rebuildTextIndex } from '../../search/text-index.ts'
import { oldestSchema, versionOf } from '../../store-file.ts'
import { upgrade } from '../../upgrade.ts'
import { type Key, type SalvagedTable, tableOf, type Value } from './keys.ts'
import { type Gap, indexedKeys, readRows } from './readable-rows.ts'

/** What could not be read of a table: rows that are known to have been there, and stretches of which nothing is known. */
export type Loss = {
  readonly table: string
  readonly rows: readonly Key[]
  readonly gaps: readonly Gap[]
}

export type Salvaged = {
  readonly losses: readonly Loss[]
  readonly messages: number
  readonly agents: number
}

/** What is derived from other tables is made again. */
const derived = [
  'messages_text',
  'text_state',
  ...countedTables.map(({ table }) => table),
  'unread',
  'debts',
  'pressing',
  'queued',
]

/** Fills an empty file with every row of a damaged one that can be read, as a store of this program's schema. */
export function fillFrom(damaged: Database, draft: string, location: string, now: number): Salvaged {
  const fresh = openFile(draft)
  try {
    fresh.exec('PRAGMA journal_mode = MEMORY; PRAGMA synchronous = OFF; BEGIN')
    const version = versionOf(damaged)
    const isOlder = version >= oldestSchema && version < schemaVersion
    const parts = isOlder ? partsOf(damaged) : partsOfSchema()
    for (const { type, sql } of parts) if (type !== 'trigger') fresh.exec(sql)
    const there = new Set(partsOf(damaged).map(({ name }) => name))
    const tables = parts.filter(({ type, name }) => type === 'table' && !derived.includes(name))
    const losses = tables.flatMap(({ name }): readonly Loss[] =>
      there.has(name) ? copyTable(damaged, fresh, tableOf(fresh, name)) : [wholly(name)],
    )
    upgrade(fresh)
    finish(fresh, losses, now)
    fresh.pragma(`user_version = ${schemaVersion}`)
    fresh.exec('COMMIT')
    rebuildTextIndex(connect(fresh, location))
    return { losses, messages: countOf(fresh, 'messages'), agents: countOf(fresh, 'agents') }
  } finally {
    fresh.close()
  }
}

function wholly(table: string): Loss {
  return { table, rows: [], gaps: [{ after: null, before: null }] }
}

function copyTable(damaged: Database, fresh: Database, table: SalvagedTable): readonly Loss[] {
  const own = tableOf(damaged, table.name)
  // An index of the damaged file may name rows that are gone.
  const both = { ...own, columns: own.columns.filter((name) => table.columns.includes(name)) }
  const names = both.columns.map((name) => `"${name}"`).join(', ')
  const marks = both.columns.map(() => '?').join(', ')
  const insert = fresh.prepare(`INSERT INTO "${table.name}"(${names}) VALUES(${marks})`)
  const refused: Key[] = []
  const keyAt = both.key.map((name) => both.columns.indexOf(name))
  const keep = (row: readonly Value[]) => {
    try {
      insert.run(...row)
    } catch (error) {
      // What damage made of a row may be none of this table; or it was read from both ends.
      if (!isConstraint(error)) throw error
      refused.push(keyAt.map((at) => row[at] ?? null))
    }
  }
  const likely = () => likelyKeys(fresh, table.name)
  const gaps = readRows({ database: damaged, table: both, likely, keep })
  if (gaps.length === 0 && refused.length === 0) return []
  const isThere = fresh.prepare(
    `SELECT 1 FROM "${table.name}" WHERE ${both.key.map((name) => `"${name}" = ?`).join(' AND ')}`,
  )
  const indexed = indexedKeys(damaged, both)
  const known = new Map([...indexed.keys, ...refused].map((key) => [key.join('\0'), key]))
  const rows = [...known.values()].filter((key) => isThere.get(...key) === undefined)
  // An index that names every row says which there were between those that could be read.
  return indexed.whole
    ? rows.length === 0
      ? []
      : [{ table: table.name, rows, gaps: [] }]
    : [{ table: table.name, rows, gaps }]
}

const sealed = ['deeds', 'events', 'seals']

/** Seals of rows that are lost would say that somebody removed them. */
function beginAnew(fresh: Database, wereLost: boolean, now: number): void {
  const connection = connect(fresh, '')
  const last = atOnce(lastSeal(shared(connection)))
  if (last === undefined && !wereLost) return
  const former = headTextOf(last)
  const kept = String(connection.column("SELECT sql FROM sqlite_schema WHERE name = 'seals_kept'").get())
  fresh.exec('DROP TRIGGER seals_kept; DELETE FROM seals')
  fresh.exec(kept)
  atOnce(beginSeals(shared(connection), 'salvaged', former, now))
}

/** Makes what the others need: facts, names of agents that mail speaks of, and counts. */
function finish(fresh: Database, losses: readonly Loss[], now: number): void {
  const lost = new Set(losses.map(({ table }) => table))
  fresh.exec("INSERT INTO messages_text(messages_text, rank) VALUES('automerge', 0)")
  if (lost.has('facts')) writeFacts(fresh, {})
  if (lost.has('agents')) fresh.exec(nameLostAgents)
  if (lost.has('deeds')) fresh.exec(numberLostDeeds)
  if (sealed.some((table) => lost.has(table))) beginAnew(fresh, lost.has('seals'), now)
  // What names a lost message must not come to name a new one.
  if (lost.has('messages')) atOnce(setFact(shared(connect(fresh, '')), 'skip_ids', String(skippedIds)))
  for (const { table, rows } of countedTables)
    fresh.exec(`DELETE FROM ${table}; INSERT INTO ${table} ${rows}`)
}

const spokenOf = `SELECT sender_id AS id FROM messages UNION SELECT agent_id FROM deliveries UNION SELECT sender_id FROM deliveries
UNION SELECT actor_id FROM deeds UNION SELECT agent_id FROM events`
const nameLostAgents = `INSERT INTO agents(id, address, kind, state, registered_at)
SELECT id, 'lost-' || id, 'agent', 'named', 0 FROM (${spokenOf}) WHERE id > 0 AND id NOT IN (SELECT id FROM agents)`
/** Events of a lost change must not come to be those of a new one. Times of changes never go back. */
const numberLostDeeds = `INSERT INTO deeds(id, actor_id, at, what)
SELECT l.id, coalesce((SELECT id FROM agents WHERE address = 'system'), 0),
  coalesce((SELECT at FROM deeds d WHERE d.id < l.id ORDER BY d.id DESC LIMIT 1), (SELECT min(at) FROM deeds), 0), 'lost'
FROM (SELECT DISTINCT deed_id AS id FROM events) l WHERE l.id > 0 AND l.id NOT IN (SELECT id FROM deeds)`

function countOf(fresh: Database, table: string): number {
  return Number(fresh.prepare(`SELECT count(*) FROM ${table}`).pluck().get())
}

/** Keys that rows may have, by the rows that were salvaged before: a copy is of a message and one of its recipients. */
function likelyKeys(fresh: Database, table: string): readonly Key[] {
  if (table === 'deliveries') return copiesOfAll(fresh)
  const sql = byAgent[table]
  return sql === undefined ? [] : (fresh.prepare(sql).raw(true).safeIntegers(true).all() as Key[])
}

/** Where the rows of each agent begin. */
const byAgent: Readonly<Record<string, string>> = {
  sessions: "SELECT id, '' FROM agents",
  asks: "SELECT id, '', '' FROM agents",
  reservations: "SELECT id, '', '' FROM agents",
  drafts: "SELECT id, '' FROM agents",
  views: "SELECT id, '' FROM agents",
  alerts: "SELECT id, '', '' FROM agents",
  subscriptions: 'SELECT c.id, a.id FROM channels c, agents a',
}

function copiesOfAll(fresh: Database): readonly Key[] {
  const sql = 'SELECT r.value, m.rank FROM messages m, json_each(m.recipients) r'
  const pairs = fresh.prepare(sql).raw(true).safeIntegers(true).all() as (readonly [bigint, bigint])[]
  return pairs.flatMap(([agent, rank]) => boxes.map((_, box): Key => [agent, BigInt(box), rank]))
}
