import { copyFileSync, existsSync, mkdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import Database from 'better-sqlite3'
import { afterEach, beforeEach, expect, it } from 'vitest'
import type { SealedLog } from '../../src/domain/finding.ts'
import { parseQuery } from '../../src/domain/query/query.ts'
import { schemaVersion } from '../../store/schema-version.ts'
import { openDatabase } from '../../store/sqlite/database/connection.ts'
import type { Database as Opened } from '../../store/sqlite/database/driver.ts'
import { examineStore } from '../../store/sqlite/doctor/doctor.ts'
import { migrate } from '../../store/sqlite/migrate.ts'
import { openSqliteStore } from '../../store/sqlite/sqlite-store.ts'
import { plantOldStore } from '../support/old-store.ts'
import { makeFolder } from '../support/store-bare.ts'
import { doer, enroll, firstPage, hour, openMail, send, start, system } from './fixture.ts'
import { expectOpenTasks, plantTasks } from './old-tasks.ts'

let folder: ReturnType<typeof makeFolder>
beforeEach(() => {
  folder = makeFolder()
})
afterEach(() => folder.remove())

type Rows = Readonly<Record<string, readonly unknown[]>>

/** Every row of every table, in these columns of it. */
function rowsOf(location: string, columns?: Readonly<Record<string, string>>): Rows {
  const database = new Database(join(location, 'mail.db'), { readonly: true })
  const tables = Object.entries(columns ?? columnsOf(database))
  const rows = tables.map(([table, names]) => [
    table,
    database.prepare(`SELECT ${names} FROM ${table}`).all(),
  ])
  database.close()
  return Object.fromEntries(rows)
}

/** They were put together as one. */
const replaced = ['unread', 'debts', 'pressing', 'queued']

function columnsOf(database: Database.Database): Record<string, string> {
  const named = database
    .prepare(
      "SELECT t.name, group_concat(c.name) AS columns FROM pragma_table_list t JOIN pragma_table_info(t.name) c WHERE t.type = 'table' AND t.name NOT LIKE 'sqlite%' GROUP BY 1",
    )
    .all() as { name: string; columns: string }[]
  const kept = named.filter(({ name }) => !replaced.includes(name))
  return Object.fromEntries(kept.map(({ name, columns }) => [name, columns]))
}

function columnsIn(location: string): Record<string, string> {
  const database = new Database(join(location, 'mail.db'), { readonly: true })
  const columns = columnsOf(database)
  database.close()
  return columns
}

function versionIn(location: string): unknown {
  const database = new Database(join(location, 'mail.db'), { readonly: true })
  const version = database.pragma('user_version', { simple: true })
  database.close()
  return version
}

/** The script makes the database only: nobody set its permissions or raised a signal. */
const besideDatabase = ['permissions', 'signal-empty', 'upgrade-backup']
const findings = (location: string) =>
  examineStore(location, { repair: false, now: start }).filter(
    ({ finding }) => !besideDatabase.includes(finding),
  )

function sealedIn(location: string): SealedLog | null {
  let log: SealedLog | null = null
  const told = (sealed: SealedLog) => void (log = sealed)
  examineStore(location, { repair: false, now: start, log: { head: null, told } })
  return log
}

/** Soon after the last message of the scripts. */
const now = Date.UTC(2026, 10, 22, 14, 15)

it.each([10, 14] as const)('a store of schema %i is opened with everything in it', async (schema) => {
  const { location } = folder
  plantOldStore(location, schema)
  const columns = columnsIn(location)
  const before = rowsOf(location, columns)
  const store = await openSqliteStore(location, { create: false, durability: 'normal' })
  expect((await store.facts.read()).schema).toBe(schemaVersion)
  expect(rowsOf(location, columns)).toEqual(before)
  expect(findings(location)).toEqual([])

  const surveyed = await store.fleet.survey({ now, failedSince: now, retired: true })
  expect(surveyed.some(({ owed }) => owed > 0)).toBe(true)
  for (const { address, owed } of surveyed) {
    const debts = await store.deliveries.owed({ by: address, to: null }, now, firstPage(500))
    expect([address, owed]).toEqual([address, debts.rows.length])
  }

  const { rows } = await store.deliveries.page('worker', openMail, now, firstPage())
  expect(rows.map(({ message }) => message.subject)).toEqual(['Repair the mill', 'Opening'])
  expect(await store.deliveries.count('keeper', now)).toMatchObject({
    high: 1,
    normal: schema === 10 ? 2 : 3,
  })
  await enroll(store, 'carrier')
  await send(store, { from: 'keeper', to: [{ address: 'queue:work', via: 'queue:work', owes: false }] })
  expect(await store.queues.find('work', now)).toMatchObject({ available: 2, processing: 1 })
  while ((await store.upkeep.seal(3, now)) === 'more');
  expect(sealedIn(location)).toEqual({
    head: expect.stringMatching(/^[1-9]/u),
    unsealed: 0,
    copiedFrom: null,
  })
  await store.close()
})

it('a store of schema 14 gets the counts of what needs attention for the mail that it has', async () => {
  const { location } = folder
  const payload = JSON.stringify({ payload: { deadline: '2026-11-22T16:00:00.000Z' } })
  const escalation = `${5910974510923789}`
  plantOldStore(
    location,
    14,
    `INSERT INTO messages SELECT 13, 13, NULL, 3, NULL, 'escalation', ${escalation}, sent_at, arrived_at, NULL, NULL, NULL, NULL, NULL, written, '[5]', '${payload}', 'Decide', '', NULL, '' FROM messages WHERE id = 12;
INSERT INTO deliveries(agent_id, box, rank, sender_id, owes) VALUES(5, 1, ${escalation}, 3, 1)`,
  )
  const store = await openSqliteStore(location, { create: false, durability: 'normal' })
  const moment = { now: now + 24 * hour, overdueBefore: now }
  const one = { count: 1, agents: 1 }
  expect(await store.attention.tally('lea', moment)).toMatchObject({ escalation: one, overdue: { count: 0 } })
  expect(await store.attention.tally('keeper', moment)).toMatchObject({ overdue: one, urgent: { count: 0 } })
  expect(await store.attention.tally('critic', moment)).toMatchObject({ unanswered: { count: 2 } })
  await store.close()
})

it('a store of schema 30 keeps its copies, each with its one way, and takes more', async () => {
  const { location } = folder
  const role = { selector: 'role:dev', expiresAt: null }
  const made = await openSqliteStore(location, { create: true, durability: 'normal' })
  await enroll(made, { address: 'reader', role: 'dev' }, { address: 'other', role: 'dev' })
  const old = await send(made, { to: [{ address: 'reader', via: 'role:dev' }, 'other'], selectors: [role] })
  await made.close()
  const database = new Database(join(location, 'mail.db'))
  database.exec('ALTER TABLE deliveries DROP COLUMN also_via; PRAGMA user_version = 30')
  database.close()
  const columns = columnsIn(location)
  const before = rowsOf(location, columns)

  const store = await openSqliteStore(location, { create: false, durability: 'normal' })
  expect((await store.facts.read()).schema).toBe(schemaVersion)
  expect(rowsOf(location, columns)).toEqual(before)
  expect(findings(location)).toEqual([])
  const to = [{ address: 'reader', via: 'to', alsoVia: ['role:dev'] }]
  const now = await send(store, { to, selectors: [role] })
  expect(await store.deliveries.find('reader', now)).toMatchObject({ via: 'to', alsoVia: ['role:dev'] })
  await store.roster.update({ address: 'reader', longForm: null, role: null }, system, start)
  expect(await store.deliveries.find('reader', old)).toMatchObject({ box: 'archived', via: 'role:dev' })
  expect(await store.deliveries.find('reader', now)).toMatchObject({ box: 'unread', via: 'to' })
  await store.close()
})

it('a store of schema 31 tells its open tasks from those that ended', async () => {
  const { location } = folder
  const made = await openSqliteStore(location, { create: true, durability: 'normal' })
  await plantTasks(made)
  await made.close()
  const database = new Database(join(location, 'mail.db'))
  database.exec(
    'DROP INDEX commissions_open; DROP TRIGGER tasks_change; ALTER TABLE commissions DROP COLUMN open; PRAGMA user_version = 31',
  )
  database.close()
  const columns = columnsIn(location)
  const before = rowsOf(location, columns)

  const store = await openSqliteStore(location, { create: false, durability: 'normal' })
  expect((await store.facts.read()).schema).toBe(schemaVersion)
  expect(rowsOf(location, columns)).toEqual(before)
  expect(findings(location)).toEqual([])
  await expectOpenTasks(store)
  await store.close()
})

it('a change of an earlier schema is found and undone', async () => {
  const { location } = folder
  plantOldStore(location, 10)
  const store = await openSqliteStore(location, { create: false, durability: 'normal' })
  const { change, letters } = await store.log.reverse(doer('critic'), 'undo', now)
  expect(change).toMatchObject({ what: 'fail', messages: [10] })
  expect(letters.map(({ delivery }) => delivery?.box)).toEqual(['processing'])
  await store.close()
})

it('refuses a store of a schema that was never released, and changes nothing in it', async () => {
  const { location } = folder
  plantOldStore(location, 10, 'PRAGMA user_version = 9')
  const before = readFileSync(join(location, 'mail.db'))
  await expect(openSqliteStore(location, { create: true, durability: 'normal' })).rejects.toMatchObject({
    code: 'usage',
    message: expect.stringMatching(/schema 9, which was never released/u),
    hint: expect.stringContaining('watchpost init'),
  })
  for (const repair of [false, true])
    expect(examineStore(location, { repair, now: start })).toContainEqual(
      expect.objectContaining({ finding: 'older-version', severity: 'damage', mended: false }),
    )
  expect(readFileSync(join(location, 'mail.db')).equals(before)).toBe(true)
})

/** Calls `at` before and after everything that the upgrade runs. */
function watched(database: Opened, at: () => void): Opened {
  return new Proxy(database, {
    get(_, name) {
      const value = Reflect.get(database, name)
      if (typeof value !== 'function') return value
      return (...given: unknown[]) => {
        at()
        const answer = Reflect.apply(value, database, given)
        at()
        return answer
      }
    },
  })
}

it.each(['a new store', 'a store of schema 10'])(
  'whenever a process dies that makes %s, the next one finds nothing or everything',
  async (which) => {
    const { location } = folder
    if (which !== 'a new store') plantOldStore(location, 10)
    const database = openDatabase(join(location, 'mail.db'), { durability: 'normal' })
    database.pragma('journal_mode = WAL')
    // Much of what is written goes to the log before the end, as where a store is large.
    database.pragma('cache_size = 4')
    const left: string[] = []
    let last = ''
    const keep = () => {
      const files = ['mail.db', 'mail.db-wal'].filter((file) => existsSync(join(location, file)))
      const now = files.map((file) => readFileSync(join(location, file), 'latin1')).join()
      if (now === last) return
      last = now
      const to = join(location, `died-${left.length}`)
      mkdirSync(to)
      for (const file of files) copyFileSync(join(location, file), join(to, file))
      left.push(to)
    }
    migrate(watched(database, keep), location)
    database.close()
    const versions = left.map(versionIn)
    expect(new Set(versions)).toEqual(new Set([which === 'a new store' ? 0 : 10, schemaVersion]))
    for (const place of left) {
      const store = await openSqliteStore(place, { create: true, durability: 'normal' })
      await store.close()
      expect(findings(place)).toEqual([])
    }
    const expected = columnsIn(location)
    for (const place of left) expect(columnsIn(place)).toEqual(expected)
    const agents = { agents: 'address, skeleton, glyphs, lookalike' }
    for (const place of left) expect(rowsOf(place, agents)).toEqual(rowsOf(location, agents))
  },
)

it('finds words in their usual forms that an earlier program indexed as they were written', async () => {
  const { location } = folder
  const earlier = await openSqliteStore(location, { create: true, durability: 'normal' })
  await enroll(earlier, 'writer', 'reader')
  const id = await send(earlier, { body: 'A ﬁnch 🐦' })
  while (await earlier.messages.index());
  await earlier.close()
  const database = new Database(join(location, 'mail.db'))
  database.exec("INSERT INTO messages_text(messages_text) VALUES('delete-all')")
  database
    .prepare("INSERT INTO messages_text(rowid, subject, body, facets) VALUES(?, '', 'A ﬁnch', '')")
    .run(id)
  database.pragma('user_version = 25')
  database.close()
  const store = await openSqliteStore(location, { create: false, durability: 'normal' })
  const found = async (words: string) => {
    const page = { ...firstPage(), best: false }
    const { rows } = await store.messages.search(parseQuery(words, start), null, start, page)
    return rows.map(({ message }) => message.id)
  }
  expect([await found('finch'), await found('🐦')]).toEqual([[id], [id]])
  while (await store.messages.index());
  expect([await found('finch'), await found('🐦')]).toEqual([[id], [id]])
  await store.close()
})
