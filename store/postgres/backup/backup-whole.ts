import type { Pool, PoolClient } from 'pg'
import { MailError } from '../../../src/domain/errors.ts'
import type { BackedUp } from '../../backup-store.ts'
import { schemaVersion } from '../../schema-version.ts'
import { headTextOf, lastSealSql, type Seal } from '../../shared/seals.ts'
import { moreOf } from '../../sql/rows/post-content.ts'
import { beginSeals, sealCopy } from '../../sql/upkeep/sealing.ts'
import { atOnce } from '../../sql/work.ts'
import { lostBy, skippedIds } from '../../sqlite/backup/backup-whole.ts'
import { countedTables } from '../../sqlite/counted.ts'
import { connect } from '../../sqlite/database/connection.ts'
import { type Database, openFile } from '../../sqlite/database/driver.ts'
import { shared } from '../../sqlite/engine/shared.ts'
import { schema } from '../../sqlite/schema.ts'
import { type Part, partsOf } from '../../sqlite/schema-parts.ts'
import { mailErrorOf } from '../database/errors.ts'
import { beginRead } from '../database/looks.ts'
import { unlimitedSql } from '../database/pool.ts'
import { messageIn } from '../engine/archive-lines.ts'
import { newestBy } from './moments.ts'
import { type Row, rowsOf } from './rows-of.ts'

type Lost = BackedUp['lost'][number]

/** Rebuilt from the rest, or only useful where files lie beside the database. */
const derived = new Set([
  'messages_text',
  'text_state',
  'cold',
  'seals',
  ...countedTables.map(({ table }) => table),
])
/** Facts about the server's own tables, and about how far a walk over them went. */
const ownFacts = "'schema', 'text_seen', 'cold_hand'"

/** How a table is read whose rows are not the same on both sides. */
type Reading = {
  /** Columns that are worked out, by name. `t` is the row. */
  readonly columns?: Readonly<Record<string, string>>
  readonly from?: string
  /** Columns that only `change` uses. They come last. */
  readonly beside?: string
  readonly change?: (row: Record<string, unknown>) => void
}

/** Writes all that a server has, as it is at one moment, into an empty file: a whole store. */
export async function writeWhole(
  pool: Pool,
  { location, draft, now }: { readonly location: string; readonly draft: string; readonly now: number },
): Promise<Omit<BackedUp, 'file' | 'bytes'>> {
  const database = openFile(draft)
  try {
    database.exec('PRAGMA journal_mode=MEMORY; PRAGMA synchronous=OFF; PRAGMA trusted_schema=OFF; BEGIN')
    const later = emptyStore(database)
    const { lost, ...sealed } = await atOneMoment(pool, location, async (client) => ({
      lost: await fill(database, client),
      ...(await sealedIn(client)),
    }))
    complete(database, later)
    // Snapshots became numbers, so these are not the rows that the server has sealed.
    const copy = shared(connect(database, ''))
    atOnce(beginSeals(copy, 'copied', sealed.head, now))
    atOnce(sealCopy(copy, now))
    database.exec('COMMIT')
    const check = String(database.pragma('integrity_check(1)', { simple: true }))
    if (check !== 'ok')
      throw new MailError('damaged', `The backup of ${location} is damaged: ${check}`, 'Try again.')
    const messages = Number(database.prepare('SELECT count(*) FROM messages').pluck().get())
    return { messages, ...sealed, lost }
  } finally {
    database.close()
  }
}

async function sealedIn(client: PoolClient): Promise<Pick<BackedUp, 'head' | 'unsealed'>> {
  const last = (await client.query<Seal>(lastSealSql)).rows[0]
  const left = await client.query<{ left: number }>('SELECT count(*) AS left FROM deeds WHERE id > $1', [
    last?.deed ?? 0,
  ])
  return { head: headTextOf(last), unsealed: Number(left.rows[0]?.left) }
}

/** Within one transaction that only reads: others go on writing. */
async function atOneMoment<T>(
  pool: Pool,
  location: string,
  look: (client: PoolClient) => Promise<T>,
): Promise<T> {
  const client = await pool.connect()
  try {
    await client.query(`${beginRead}; ${unlimitedSql}; SET LOCAL idle_in_transaction_session_timeout = '60s'`)
    const seen = await look(client)
    await client.query('COMMIT')
    client.release()
    return seen
  } catch (error) {
    client.release(true)
    throw mailErrorOf(error, location)
  }
}

/** Indexes are faster made from all rows, and triggers would count and refuse what is only moved: answers both. */
function emptyStore(database: Database): readonly Part[] {
  database.exec(schema)
  const later = partsOf(database).filter(({ type }) => type !== 'table')
  for (const { type, name } of later) database.exec(`DROP ${type} "${name}"`)
  return later
}

async function fill(database: Database, client: PoolClient): Promise<readonly Lost[]> {
  const lost: Lost[] = []
  const readings = readingsOf(lost)
  for (const { name } of partsOf(database))
    if (!derived.has(name)) await copyTable(database, client, name, readings[name])
  await putFacts(database, client)
  return lost
}

function complete(database: Database, later: readonly Part[]): void {
  for (const { table, rows } of countedTables) database.exec(`INSERT INTO ${table} ${rows}`)
  for (const { sql } of later) database.exec(sql)
  database.pragma(`user_version = ${schemaVersion}`)
}

type Column = { readonly name: string; readonly pk: number }

async function copyTable(
  database: Database,
  client: PoolClient,
  table: string,
  { columns = {}, from = '', beside = '', change }: Reading = {},
): Promise<void> {
  const all = database.prepare('SELECT name, pk FROM pragma_table_info(?)').all(table) as Column[]
  const there = await client.query<{ attname: string }>(
    'SELECT attname FROM pg_attribute WHERE attrelid = $1::regclass AND attnum > 0 AND NOT attisdropped',
    [table],
  )
  const theirs = new Set([...there.rows.map(({ attname }) => attname), ...Object.keys(columns)])
  const own = all.map(({ name }) => name).filter((name) => theirs.has(name))
  const order = all.filter(({ pk }) => pk > 0).sort((one, other) => one.pk - other.pk)
  const asked = own.map((name) => columns[name] ?? `t."${name}"`)
  const sql = `SELECT ${asked.join(', ')}${beside === '' ? '' : `, ${beside}`} FROM ${table} t ${from}
    ${table === 'facts' ? `WHERE t.name NOT IN (${ownFacts})` : ''} ORDER BY ${order.map(({ name }) => `t."${name}"`).join(', ')}`
  const insert = database.prepare(
    `INSERT INTO ${table}(${own.map((name) => `"${name}"`).join(', ')}) VALUES(${own.map(() => '?').join(', ')})`,
  )
  for await (const row of rowsOf(client, sql))
    insert.run(change === undefined ? row : changed(own, row, change))
}

function changed(own: readonly string[], row: Row, change: NonNullable<Reading['change']>): Row {
  const named = Object.fromEntries([...own, 'beside'].map((name, at) => [name, row[at]]))
  change(named)
  return own.map((name) => named[name])
}

function readingsOf(lost: Lost[]): Readonly<Record<string, Reading>> {
  let arrived = 0
  return {
    messages: {
      from: 'LEFT JOIN cold c ON c.message_id = t.id',
      beside: 'c.line',
      change(row) {
        // Here a later number never came earlier: clocks of machines may differ.
        arrived = Math.max(arrived, Number(row['arrived_at']))
        row['arrived_at'] = arrived
        if (row['beside'] !== null) lost.push(...takeIn(row))
      },
    },
    bells: { columns: { upto: newestBy('t.upto') } },
    deeds: {
      columns: { first_event: 'f.seq' },
      from: 'LEFT JOIN (SELECT e.deed_id, min(e.seq) AS seq FROM events e GROUP BY e.deed_id) f ON f.deed_id = t.id',
    },
    events: {
      columns: { later: '(row_number() OVER (PARTITION BY t.deed_id ORDER BY t.seq) > 1)::int' },
      beside: `CASE WHEN t.what IN ('shown', 'told') AND t.detail LIKE '%"upto"%'
        THEN ${newestBy("(readable(t.detail)::json ->> 'upto')::pg_snapshot")} END`,
      change(row) {
        if (row['beside'] === null) return
        row['detail'] = JSON.stringify({ ...JSON.parse(String(row['detail'])), upto: row['beside'] })
      },
    },
  }
}

/** What was put away is ordinary mail in the file. */
function takeIn(row: Record<string, unknown>): readonly Lost[] {
  const id = Number(row['id'])
  return lostBy(id, () => {
    const message = messageIn(String(row['beside']), id)
    row['body'] = message.body
    row['more'] = moreOf(message)
  })
}

/** Where cursors begin with a snapshot, here they are numbers. */
async function putFacts(database: Database, client: PoolClient): Promise<void> {
  const put = database.prepare(
    'INSERT INTO facts(name, value) VALUES(?, ?) ON CONFLICT DO UPDATE SET value = excluded.value',
  )
  const followed = await client.query<{
    upto: number
  }>(`SELECT ${newestBy(`substring(t.value FROM '^\\d+:\\d+:[\\d,]*')::pg_snapshot`)} AS upto
    FROM facts t WHERE t.name = 'finished-upto'`)
  for (const { upto } of followed.rows) put.run('finished-upto', String(upto))
  put.run('skip_ids', String(skippedIds))
  put.run('cold_hand', '0')
}
