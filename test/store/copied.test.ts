import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import Database from 'better-sqlite3'
import pg from 'pg'
import { afterEach, beforeEach, expect, it, test } from 'vitest'
import { boxes } from '../../src/domain/delivery.ts'
import { parseQuery } from '../../src/domain/query/query.ts'
import { seedDemoWorld } from '../../src/entry/demo/demo-world.ts'
import type { MailStore, MessageCursor, StoreRecord } from '../../store/mail-store.ts'
import { examineServer } from '../../store/postgres/doctor/doctor.ts'
import { openPostgresStore, restorePostgresStore } from '../../store/postgres/postgres-store.ts'
import { openSqliteStore } from '../../store/sqlite/sqlite-store.ts'
import { withPostgres } from '../support/postgres.ts'
import { act, enroll, firstPage, openMail, send, start, system } from './fixture.ts'

/** Made anew in each copy, from the rest. */
const indexed = /^(?:sqlite_|messages_text|text_state)/u

type Column = { readonly name: string; readonly type: string }

/** Every row of every table of a store's file, without counts of nothing. */
function rowsIn(file: string): Readonly<Record<string, readonly unknown[]>> {
  const database = new Database(file, { readonly: true })
  const tables = database
    .prepare("SELECT name FROM sqlite_schema WHERE type = 'table'")
    .pluck()
    .all() as string[]
  const rows = tables
    .filter((name) => !indexed.test(name))
    .map((name): [string, readonly unknown[]] => {
      const counted =
        name === 'tallies' ? 'WHERE copies <> 0' : name === 'verdicts' ? 'WHERE debates <> 0' : ''
      const found = database.prepare(`SELECT * FROM ${name} ${counted}`).raw().all()
      return [name, found.map((row) => JSON.stringify(row)).sort()]
    })
  database.close()
  return Object.fromEntries(rows)
}

/** Rows of any kind in the tables that have none yet; and what a session was told of, as a settlement notes it. */
function fillRest(file: string): void {
  const database = new Database(file)
  const empty = Object.entries(rowsIn(file)).filter(([name, rows]) => rows.length === 0 && name !== 'cold')
  for (const [table] of empty) {
    const columns = database.prepare('SELECT name, type FROM pragma_table_info(?)').all(table) as Column[]
    const insert = database.prepare(`INSERT INTO ${table} VALUES(${columns.map(() => '?').join(', ')})`)
    for (const row of [1, 2, 3])
      insert.run(columns.map(({ name, type }) => (type === 'INTEGER' ? row : `${name} ${row} \0 ü "\\`)))
  }
  database.exec(`INSERT INTO deeds(id, actor_id, at, what, session, newest, first_event)
    SELECT max(id) + 1, 1, max(at), 'shown', 's', 3, (SELECT max(seq) + 1 FROM events) FROM deeds;
    INSERT INTO events(deed_id, message_id, agent_id, what, detail, later)
    SELECT max(id), 2, 1, 'shown', '{"as":"tell","upto":3,"portion":true}', 0 FROM deeds;
    INSERT INTO events(deed_id, message_id, agent_id, what, detail) SELECT max(id), 3, 1, 'told', '{"upto":0}' FROM deeds`)
  database.close()
}

await withPostgres((server) => {
  let folder = ''
  let opened: MailStore[] = []

  beforeEach(() => {
    folder = mkdtempSync(join(tmpdir(), 'watchpost-copied-'))
  })
  afterEach(async () => {
    for (const one of opened) await one.close()
    opened = []
    rmSync(folder, { recursive: true, force: true })
  })

  const at = (name: string) => join(folder, name)
  async function kept(store: Promise<MailStore>): Promise<MailStore> {
    const one = await store
    opened.push(one)
    return one
  }
  const sqlite = (name: string, create = false) =>
    kept(openSqliteStore(at(name), { create, durability: 'normal' }))
  const postgres = (address: string) => kept(openPostgresStore(address, { create: false }))

  async function ask(address: string, sql: string): Promise<readonly Record<string, unknown>[]> {
    const client = new pg.Client({ connectionString: address, options: '-c search_path=watchpost' })
    await client.connect()
    try {
      return (await client.query(sql)).rows
    } finally {
      await client.end()
    }
  }

  /** A store with something in every table, in files beside it, and in cold files. */
  async function furnished(name: string, rest = true): Promise<MailStore> {
    const store = await sqlite(name, true)
    await seedDemoWorld(store, start)
    await enroll(store, 'writer', 'reader')
    await send(store, { body: 'A long report. 🙂 '.repeat(20_000) })
    await send(store, { body: 'nothing \0 and \u{10fffd}', subject: 'a\u{10fffd}0', key: 'k' })
    await send(store, { kind: 'claim', task: 'a task' })
    await send(store, { kind: 'escalation', payload: { deadline: '2027-02-01T09:00:00Z' } })
    const payload = { long: 'p'.repeat(1000) }
    const old = await send(store, { body: 'zebra', to: [{ address: 'reader', owes: false }], payload })
    await act(store, 'reader', 'archive', old)
    await send(store)
    while (await store.messages.index());
    expect((await store.upkeep.chill(system, 200, start, 1)).messages).toContain(old)
    await store.facts.remember('finished-upto', '4' as MessageCursor)
    if (rest) fillRest(join(at(name), 'mail.db'))
    return store
  }

  /** The same messages so many times more, one after the other. */
  function multiplied(name: string, times: number): void {
    const database = new Database(join(at(name), 'mail.db'))
    database.exec(`INSERT INTO messages(id, thread_id, sender_id, kind, rank, sent_at, arrived_at, written, recipients, subject, preview, body)
      WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < ${times})
      SELECT newest + i, newest + i, 1, 'request', newest + i, 0, arrived, '{"to":[],"cc":[]}', '[]', 's', 'p', 'b'
      FROM n, (SELECT max(id) AS newest, max(arrived_at) AS arrived FROM messages)`)
    database.close()
  }

  /** Puts a store into a new database, by way of a file. */
  async function moved(store: MailStore): Promise<string> {
    const address = await server.bare()
    await restorePostgresStore(address, async () => {
      await store.backups.make(at('on-the-way'), false)
      return at('on-the-way')
    })
    return address
  }
  /** All that is recorded, without the cursors, which belong to a store. */
  async function recordsOf({ log }: MailStore): Promise<readonly StoreRecord[]> {
    const { rows } = await log.recorded(null, 10_000)
    return rows.map((row) => ({ ...row, cursor: '' as StoreRecord['cursor'] }))
  }

  it('what is recorded has its order there, too: of mail and its events, and of mail and other changes', async () => {
    const source = await furnished('source', false)
    const before = await recordsOf(source)
    const after = await recordsOf(await postgres(await moved(source)))
    expect(before.length).toBeGreaterThan(50)
    const isOther = ({ message }: StoreRecord) => message === null
    const isEvent = ({ message, what }: StoreRecord) => message !== null && what !== 'sent'
    for (const left of [isOther, isEvent])
      expect(after.filter((one) => !left(one))).toEqual(before.filter((one) => !left(one)))
  })

  const hasSchema = async (address: string) =>
    (await ask(address, "SELECT to_regnamespace('watchpost') IS NOT NULL AS there"))[0]?.['there']

  test('a store is the same after a way to a server and back', async () => {
    const source = await furnished('source')
    await source.backups.make(at('there'), false)
    const address = await moved(source)
    const copy = await postgres(address)
    await copy.backups.make(at('back'), false)

    const [there, back] = [rowsIn(at('there')), rowsIn(at('back'))]
    expect(Object.keys(back)).toEqual(Object.keys(there))
    for (const [table, rows] of Object.entries(there))
      if (table !== 'seals') expect([table, back[table]]).toEqual([table, rows])
    const empty = Object.entries(there).flatMap(([table, rows]) => (rows.length === 0 ? [table] : []))
    expect(empty).toEqual(['cold'])
    // Of what was made up each program has an error, and drafts are long overdue.
    const { findings } = await examineServer(address, false)
    expect(findings.filter(({ severity }) => severity !== 'advice')).toEqual([])
    expect(await ask(address, 'SELECT login FROM messages UNION SELECT login FROM deeds')).toEqual([
      { login: '' },
    ])
    const estimated = await ask(
      address,
      "SELECT reltuples > 0 AS known FROM pg_class WHERE oid = 'messages'::regclass",
    )
    expect(estimated).toEqual([{ known: true }])
  })

  test('what a server put away is whole in its backup, and nothing else of it changes', async () => {
    const source = await furnished('source', false)
    const copy = await postgres(await moved(source))
    await copy.backups.make(at('before'), false)
    while (await copy.messages.index());
    const { messages } = await copy.upkeep.chill(system, 200, start, 1)
    expect(messages).not.toEqual([])
    await copy.backups.make(at('after'), false)
    expect(rowsIn(at('after'))['messages']).toEqual(rowsIn(at('before'))['messages'])
    expect(rowsIn(at('after'))['cold']).toEqual([])
  })

  test('the copy goes on where the store was: new numbers, search, mailboxes, and what came after what', async () => {
    const source = await furnished('source')
    multiplied('source', 3_000)
    const { message: newest } = await source.messages.newest()
    const copy = await postgres(await moved(source))
    const ids = [1, 2, 3, 30, 900, 2_000, Number(newest)]
    for (const id of ids) {
      const cursor = (await copy.messages.cursorAt(id, 'after')) as MessageCursor
      expect(await copy.messages.arrivedAfter(cursor, ids)).toEqual(ids.filter((one) => one > id))
    }
    expect((await copy.messages.newest()).message).toBe(newest)
    const mailbox = (store: MailStore) => store.deliveries.page('reader', openMail, start, firstPage())
    expect(await mailbox(copy)).toEqual(await mailbox(source))
    expect(await send(copy)).toBeGreaterThan(Number(newest) + 2 ** 20)
    await enroll(copy, 'late')
    await act(copy, 'reader', 'ack', (await mailbox(copy)).rows[0]?.message.id ?? 0)
    const found = await copy.messages.search(parseQuery('zebra', start), null, start, {
      ...firstPage(),
      best: false,
    })
    const [row] = found.rows
    expect((await copy.messages.read(row?.message.id ?? 0, null))?.message.body).toBe('zebra')
    expect(found.rows).toHaveLength(1)
  })

  test('a change that is open elsewhere on the server makes cursors tell more, never less', async () => {
    await furnished('source')
    multiplied('source', 5_000)
    const source = await sqlite('source')
    const other = new pg.Client({ connectionString: await server.bare() })
    await other.connect()
    await other.query('BEGIN; SELECT pg_current_xact_id()')
    try {
      const copy = await postgres(await moved(source))
      const ids = Array.from({ length: 5_000 }, (_, at) => at + 1)
      for (const id of [1, 2_500, 4_999]) {
        const cursor = (await copy.messages.cursorAt(id, 'after')) as MessageCursor
        const later = await copy.messages.arrivedAfter(cursor, ids)
        expect(later.filter((one) => one > id)).toEqual(ids.filter((one) => one > id))
      }
    } finally {
      await other.end()
    }
  })

  test('a backup of a server has one moment of it, while others send and finish', async () => {
    const address = await server.fresh()
    const [store, other] = [await postgres(address), await postgres(address)]
    await enroll(store, 'writer', 'reader')
    for (let count = 0; count < 100; count += 1) await send(store)
    let isOver = false
    let sent = 0
    const sending = (async () => {
      while (!isOver) {
        const id = await send(other, { thread: null })
        await act(other, 'reader', 'complete', id)
        sent += 1
      }
    })()
    for (const round of [1, 2, 3, 4]) {
      const before = sent
      await store.backups.make(at(`round-${round}`), false)
      const file = new Database(at(`round-${round}`), { readonly: true })
      const number = (sql: string) => file.prepare(sql).pluck().get() as number
      expect(number('SELECT count(*) FROM messages')).toBeGreaterThanOrEqual(100 + before)
      // A completed copy and the entry that says so are one change.
      expect(number(`SELECT count(*) FROM deliveries WHERE box <> ${boxes.indexOf('unread')}`)).toBe(
        number("SELECT count(*) FROM events WHERE what = 'complete'"),
      )
      expect(number('SELECT count(*) FROM deliveries')).toBe(number('SELECT count(*) FROM messages'))
      expect(number('SELECT count(*) FROM events WHERE deed_id NOT IN (SELECT id FROM deeds)')).toBe(0)
      file.close()
    }
    isOver = true
    await sending
    expect(sent).toBeGreaterThan(0)
    server.recycle(address)
  })

  test('no copy goes into a database that has a store, which stays as it is', async () => {
    const source = await furnished('source')
    const address = await server.fresh()
    const there = await postgres(address)
    await enroll(there, 'writer', 'reader')
    await send(there)
    const made: string[] = []
    const refused = restorePostgresStore(address, async () => {
      made.push(at('file'))
      return at('file')
    })
    await expect(refused).rejects.toMatchObject({ code: 'conflict' })
    expect(made).toEqual([])
    // One that comes while the backup is made is there first.
    const bare = await server.bare()
    const late = restorePostgresStore(bare, async () => {
      await source.backups.make(at('file'), false)
      await kept(openPostgresStore(bare, { create: true }))
      return at('file')
    })
    await expect(late).rejects.toMatchObject({ code: 'conflict' })
    expect(await ask(bare, 'SELECT count(*)::int AS messages FROM messages')).toEqual([{ messages: 0 }])
    expect((await there.deliveries.page('reader', openMail, start, firstPage())).rows).toHaveLength(1)
    server.recycle(address)
  })

  const damages: readonly (readonly [string, string, object])[] = [
    ['another schema', 'PRAGMA user_version = 24', { code: 'usage' }],
    ['a row that the server refuses', 'ALTER TABLE views RENAME COLUMN query TO other', {}],
  ]
  test.each(damages)('a file with %s leaves nothing on the server', async (_, damage, error) => {
    const source = await furnished('source')
    const address = await server.bare()
    const refused = restorePostgresStore(address, async () => {
      await source.backups.make(at('file'), false)
      const database = new Database(at('file'))
      database.exec(damage)
      database.close()
      return at('file')
    })
    await expect(refused).rejects.toMatchObject(error)
    expect(await hasSchema(address)).toBe(false)
  })
})
