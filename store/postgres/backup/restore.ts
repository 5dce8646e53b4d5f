import type { Pool, PoolClient } from 'pg'
import { MailError } from '../../../src/domain/errors.ts'
import { schemaVersion } from '../../schema-version.ts'
import { beginningOf, headTextOf, lastSealSql, type Seal } from '../../shared/seals.ts'
import { type Counts, countsSql } from '../../sqlite/backup/restored.ts'
import { type Database, openFile } from '../../sqlite/database/driver.ts'
import { kept } from '../database/text.ts'
import { countSql } from '../doctor/doctor-schema.ts'
import { schema } from '../schema/schema.ts'
import { indexes, triggers } from '../schema/schema-parts.ts'
import { beginOf, type Moments, takeMoments } from './moments.ts'

/** Facts about the file, and about how far a walk over it went. */
const ownFacts = ['skip_ids', 'cold_hand']
const [mostRows, characters] = [1_000, 1024 * 1024]

/** A backup that is read into a server. */
export type Backup = {
  /** Before the transaction that fills the store. */
  prepare(pool: Pool): Promise<void>
  /** Makes the tables and fills them, within the client's transaction. Answers how much they have. */
  restore(client: PoolClient, now: number): Promise<Counts>
  close(): void
}

/** @throws MailError `usage` where the file is no backup of this version */
export function openBackup(file: string): Backup {
  const database = openFile(file, { readonly: true })
  const version = Number(database.pragma('user_version', { simple: true }))
  if (version !== schemaVersion) {
    database.close()
    throw new MailError(
      'usage',
      `The copy has schema ${version}; this program copies schema ${schemaVersion} only.`,
      'Install the same version of Watchpost where the store lies.',
    )
  }
  const number = (sql: string) => Number(database.prepare(sql).pluck().get() ?? 0)
  const messages = number('SELECT count(*) FROM messages')
  return {
    prepare: (pool) => takeMoments(pool, messages),
    async restore(client, now) {
      const bare = [...indexes, ...triggers].reduce((sql, part) => sql.replace(part.sql, () => ''), schema)
      await client.query(`CREATE SCHEMA IF NOT EXISTS watchpost; ${bare}`)
      const moments = await beginOf(client, messages)
      const tables = await tablesOf(database, client)
      for (const table of tables) await fillTable(database, client, table, moments)
      await putFacts(database, client, moments)
      // Numbers became snapshots, so these are not the rows that the file has sealed.
      const former = formerHead(database)
      await client.query('INSERT INTO seals SELECT * FROM json_populate_record(NULL::seals, $1)', [
        JSON.stringify(beginningOf('copied', former, now)),
      ])
      await client.query(`${[...indexes, ...triggers].map(({ sql }) => sql).join('\n')} ${countSql}`)
      await setSequences(client, number("SELECT value FROM facts WHERE name = 'skip_ids'"))
      await client.query(`ANALYZE ${tables.map(({ name }) => name).join(', ')}`)
      return (await client.query<Counts>(countsSql)).rows[0] as Counts
    },
    close: () => void database.close(),
  }
}

/** A file that nobody used since it was made of another server has the head of that one. */
function formerHead(database: Database): string | null {
  const sql = "SELECT former FROM seals WHERE begun = 'copied' AND at = (SELECT max(at) FROM seals)"
  const copied = database.prepare(sql).pluck().get() as string | null | undefined
  if (copied !== undefined) return copied
  return headTextOf(database.prepare(lastSealSql).get() as Seal | undefined)
}

type Column = { readonly name: string; readonly type: string }
type Table = { readonly name: string; readonly columns: readonly Column[] }

/** The tables that both have, with the columns that both have. Messages come first, then deeds: others tell how far they went. */
async function tablesOf(database: Database, client: PoolClient): Promise<readonly Table[]> {
  const { rows } = await client.query<{ table: string; name: string; type: string }>(
    `SELECT c.relname::text AS table, a.attname::text AS name, format_type(a.atttypid, a.atttypmod) AS type
    FROM pg_class c JOIN pg_attribute a ON a.attrelid = c.oid AND a.attnum > 0
    WHERE c.relnamespace = 'watchpost'::regnamespace AND c.relkind = 'r' AND c.relname NOT IN ('facts', 'seals')
    ORDER BY c.relname <> 'messages', c.relname <> 'deeds', c.oid, a.attnum`,
  )
  const all = database
    .prepare(
      "SELECT t.name || '.' || c.name FROM sqlite_schema t, pragma_table_info(t.name) c WHERE t.type = 'table'",
    )
    .pluck()
    .all() as string[]
  const theirs = new Set(all)
  const tables = new Map<string, Column[]>()
  for (const { table, name, type } of rows)
    if (theirs.has(`${table}.${name}`)) tables.set(table, [...(tables.get(table) ?? []), { name, type }])
  return [...tables].map(([name, columns]) => ({ name, columns }))
}

/** When a message was stored, which a server numbers otherwise: all had been that came before the first beyond this one. */
const momentAfter = (message: string) =>
  `coalesce((SELECT m.seen FROM messages m WHERE m.id > ${message} ORDER BY m.id LIMIT 1), $2::text::pg_snapshot)`
const toldSql = `substring(x.detail FROM '"upto":\\s*(\\d+)')`

/** Columns that are worked out. `x` is the row, `$2` the moment at which all had been stored. */
const worked: Readonly<Record<string, Readonly<Record<string, string>>>> = {
  messages: {
    login: "''",
    xact: 'x.xact::text::xid8',
    seen: "(x.xact || ':' || x.xact || ':')::pg_snapshot",
  },
  bells: { upto: momentAfter('x.upto::text::bigint') },
  deeds: {
    login: "''",
    seen: `CASE WHEN x.newest IS NULL THEN '1:1:' ELSE ${momentAfter('x.newest')} END`,
    // With the newest message of its time: what is recorded is followed by the numbers of transactions.
    xact: "coalesce((SELECT m.xact FROM messages m WHERE m.id <= x.newest ORDER BY m.id DESC LIMIT 1), '1')",
  },
  events: {
    xact: '(SELECT d.xact FROM deeds d WHERE d.id = x.deed_id)',
    detail: `CASE WHEN x.what IN ('shown', 'told') AND ${toldSql} IS NOT NULL
      THEN regexp_replace(x.detail, '"upto":\\s*\\d+', '"upto":"' || ${momentAfter(`${toldSql}::bigint`)} || '"') ELSE x.detail END`,
  },
}
/** Types in which the file has what is worked out. */
const givenTypes: Readonly<Record<string, string>> = { pg_snapshot: 'bigint' }

async function fillTable(
  database: Database,
  client: PoolClient,
  { name, columns }: Table,
  moments: Moments,
): Promise<void> {
  const isMessages = name === 'messages'
  const own = worked[name] ?? {}
  const said = columns.map((column) => ({ ...column, value: own[column.name] ?? `x."${column.name}"` }))
  const added = Object.entries(own).filter(([column]) => !columns.some((one) => one.name === column))
  const types = columns.map((one) => `"${one.name}" ${givenTypes[one.type] ?? one.type}`)
  const sql = `INSERT INTO ${name}(${[...said.map((one) => `"${one.name}"`), ...added.map(([column]) => column)].join(', ')})
    SELECT ${[...said.map(({ value }) => value), ...added.map(([, value]) => value)].join(', ')}
    FROM json_to_recordset($1) AS x(${types.join(', ')}${isMessages ? ', xact bigint' : ''}) WHERE $2::text IS NOT NULL`
  const names = columns.map((column) => column.name)
  const found = database
    .prepare(
      `SELECT ${names.map((one) => `"${one}"`).join(', ')} FROM ${name}${isMessages ? ' ORDER BY id' : ''}`,
    )
    .raw()
    .iterate() as Iterable<readonly unknown[]>
  let place = 0
  for (const rows of slices(found)) {
    const objects = rows.map((row) => {
      const object = Object.fromEntries(names.map((one, at) => [one, kept(row[at])]))
      if (isMessages) object['xact'] = moments.of(place++)
      return object
    })
    await client.query(sql, [JSON.stringify(objects), moments.after])
  }
}

/** As many rows as one statement takes, about a megabyte. */
function* slices(rows: Iterable<readonly unknown[]>): Generator<readonly (readonly unknown[])[]> {
  let slice: (readonly unknown[])[] = []
  let size = 0
  for (const row of rows) {
    slice.push(row)
    for (const cell of row) size += typeof cell === 'string' ? cell.length : 8
    if (slice.length < mostRows && size < characters) continue
    yield slice
    slice = []
    size = 0
  }
  if (slice.length > 0) yield slice
}

async function putFacts(database: Database, client: PoolClient, { after }: Moments): Promise<void> {
  const found = database.prepare('SELECT name, value FROM facts').all() as { name: string; value: string }[]
  const facts = new Map(found.map(({ name, value }) => [name, value]))
  for (const name of ownFacts) facts.delete(name)
  facts.set('schema', String(schemaVersion))
  const followed = facts.get('finished-upto')
  if (followed !== undefined) {
    const { rows } = await client.query<{ moment: string }>(
      `SELECT ${momentAfter('$1::bigint')}::text AS moment`,
      [followed, after],
    )
    facts.set('finished-upto', rows[0]?.moment ?? after)
  }
  await client.query('INSERT INTO facts(name, value) SELECT key, value FROM json_each_text($1)', [
    JSON.stringify(Object.fromEntries([...facts].map(([name, value]) => [name, kept(value)]))),
  ])
}

/** What comes next has a number that nothing has. */
async function setSequences(client: PoolClient, skipped: number): Promise<void> {
  const { rows } = await client.query<{ table: string; column: string; sequence: string }>(
    `SELECT c.relname::text AS table, a.attname::text AS column, pg_get_serial_sequence(c.relname, a.attname) AS sequence
    FROM pg_class c JOIN pg_attribute a ON a.attrelid = c.oid AND a.attidentity <> ''
    WHERE c.relnamespace = 'watchpost'::regnamespace`,
  )
  const all = [...rows, { table: 'messages', column: 'id', sequence: 'message_ids' }]
  for (const { table, column, sequence } of all)
    await client.query(
      `SELECT setval('${sequence}', max(${column}) + $1) FROM ${table} HAVING max(${column}) > 0`,
      [table === 'messages' ? skipped : 0],
    )
}
