import { spawn } from 'node:child_process'
import { mkdtempSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import Database from 'better-sqlite3'
import { afterAll, describe, expect, it } from 'vitest'
import type { MailboxFilter } from '../../store/mail-store.ts'
import { spoken } from '../../store/sql/dialect.ts'
import { debtor, lapsedSql, pairSql, requester } from '../../store/sql/reading/debt-walks.ts'
import {
  firstOfEachSql as firstOfEachText,
  listSql,
  mailboxSql as mailboxText,
  pageSql,
} from '../../store/sql/reading/mailbox-sql.ts'
import { threadPart } from '../../store/sql/reading/messages.ts'
import { unreadOfManySql, unreadSql } from '../../store/sql/rows/counts.ts'
import { newestSql } from '../../store/sql/search/search-states.ts'
import { mailErrorOf } from '../../store/sqlite/database/errors.ts'
import { shared } from '../../store/sqlite/engine/shared.ts'
import { openSqliteStore } from '../../store/sqlite/sqlite-store.ts'
import { bundled } from '../support/bundled.ts'
import { makeFolder, openBare } from '../support/store-bare.ts'
import { describeStore } from './conformance.ts'
import { act, enroll, openings, openMail, send, start } from './fixture.ts'

const folder = mkdtempSync(join(tmpdir(), 'watchpost-sqlite-'))
const opener = await bundled('store-opener.ts')
let count = 0
const freshFolder = () => join(folder, String((count += 1)))
const options = { create: true, durability: 'normal' } as const
afterAll(() => rmSync(folder, { recursive: true, force: true }))

describeStore('SQLite', () => {
  const location = freshFolder()
  const remove = () => rmSync(location, { recursive: true, force: true })
  return openings(() => openSqliteStore(location, options), remove)
})

it.each([
  ['ENOSPC', 'busy'],
  ['EDQUOT', 'busy'],
  ['EROFS', 'not-allowed'],
  ['EACCES', 'not-allowed'],
])('%s of a file beside the database is told as %s, by its store', (code, word) => {
  const error = Object.assign(new Error(`${code}: said by the system`), { code, syscall: 'write' })
  expect(mailErrorOf(error, '/mail')).toMatchObject({ code: word, message: expect.stringContaining('/mail') })
})

async function filled(): Promise<string> {
  const location = freshFolder()
  const store = await openSqliteStore(location, options)
  await enroll(store, 'writer', 'reader')
  const id = await send(store)
  await act(store, 'reader', 'read', id)
  await store.close()
  return location
}

function withDatabase<T>(location: string, look: (database: Database.Database) => T): T {
  const database = new Database(join(location, 'mail.db'))
  try {
    return look(database)
  } finally {
    database.close()
  }
}

describe('what was written stays as it is', () => {
  it.each([
    ['UPDATE messages SET subject = ?', ['x']],
    ['DELETE FROM messages WHERE id > ?', [0]],
    ['UPDATE events SET what = ?', ['x']],
    ['DELETE FROM events WHERE seq > ?', [0]],
    ['UPDATE deeds SET at = ?', [1]],
    ['DELETE FROM deeds WHERE id > ?', [0]],
  ])('%s', async (sql, values) => {
    const location = await filled()
    withDatabase(location, (database) =>
      expect(() => database.prepare(sql).run(...values)).toThrow(
        /never changed|never deleted|only by an archive deed/u,
      ),
    )
  })
})

describe('opening', () => {
  it('finds no store where there is none, and makes none', async () => {
    const location = freshFolder()
    await expect(openSqliteStore(location, { ...options, create: false })).rejects.toMatchObject({
      code: 'no-store',
      hint: expect.stringContaining('watchpost init'),
    })
    expect(statSync(location, { throwIfNoEntry: false })).toBeUndefined()
  })

  it('makes a store that only its owner can read', async () => {
    const location = await filled()
    expect(statSync(location).mode & 0o777).toBe(0o700)
    const store = await openSqliteStore(location, options)
    await send(store)
    for (const name of ['mail.db', 'mail.db-wal', 'mail.db-shm'])
      expect([name, statSync(join(location, name)).mode & 0o777]).toEqual([name, 0o600])
    await store.close()
  })

  it('keeps what was stored, its identity too', async () => {
    const location = await filled()
    const first = await openSqliteStore(location, { ...options, create: false, durability: 'full' })
    const facts = await first.facts.read()
    expect((await first.messages.read(1, 'reader'))?.delivery?.box).toBe('read')
    await first.close()
    const second = await openSqliteStore(location, { ...options, swarm: 'ignored' })
    expect(await second.facts.read()).toEqual(facts)
    await second.close()
  })

  it('refuses a newer schema, naming both', async () => {
    const location = await filled()
    withDatabase(location, (database) => database.pragma('user_version = 4711'))
    await expect(openSqliteStore(location, options)).rejects.toMatchObject({
      code: 'newer-version',
      message: expect.stringMatching(/4711.*up to \d+/u),
    })
  })

  it.each([
    ['has lost its beginning', (file: string) => writeFileSync(file, 'no database at all '.repeat(500))],
    ['tells no version', (file: string) => void new Database(file).exec('PRAGMA user_version = 0').close()],
    ['lacks a table', (file: string) => void new Database(file).exec('DROP TABLE facts').close()],
  ])('says of a store that %s that it is damaged', async (_, harm) => {
    const location = await filled()
    harm(join(location, 'mail.db'))
    const opened = openSqliteStore(location, options).then((store) => store.facts.swarm())
    await expect(opened).rejects.toMatchObject({ code: 'damaged' })
  })

  it('skips ids once after a backup was brought back', async () => {
    const location = await filled()
    withDatabase(location, (database) =>
      database.prepare("INSERT INTO facts VALUES('skip_ids', ?)").run(String(2 ** 20)),
    )
    const store = await openSqliteStore(location, options)
    const ids = [await send(store), await send(store)]
    expect(ids).toEqual([2 + 2 ** 20, 3 + 2 ** 20])
    await store.close()
  })

  it('20 processes open a fresh store at once, and all find the same one', async () => {
    const location = freshFolder()
    const answers = await Promise.all(
      Array.from({ length: 20 }, (_, at) => openElsewhere(location, `agent-${at}`)),
    )
    expect(answers.filter(({ code }) => code !== 0)).toEqual([])
    expect(new Set(answers.map(({ out }) => out)).size).toBe(1)
    const store = await openSqliteStore(location, { ...options, create: false })
    expect((await store.roster.list({}, { limit: 50, after: null })).rows).toHaveLength(20)
    await store.close()
  })
})

function openElsewhere(
  location: string,
  name: string,
): Promise<{ readonly code: number | null; readonly out: string; readonly err: string }> {
  const child = spawn(process.execPath, [opener, location, name], {
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  let [out, err] = ['', '']
  child.stdout.on('data', (chunk: Buffer) => void (out += chunk.toString()))
  child.stderr.on('data', (chunk: Buffer) => void (err += chunk.toString()))
  return new Promise((done) => void child.on('close', (code) => done({ code, out, err })))
}

// A bare connection says how its engine orders mail; nothing is asked of it.
const bare = makeFolder()
afterAll(() => bare.remove())
const { engine } = shared(openBare(bare.location))
const mailboxSql = (filter: MailboxFilter, rows: 'letters' | 'copies') => mailboxText(engine, filter, rows)

describe('no look sorts a mailbox', () => {
  const narrow = {
    ...openMail,
    kind: ['request'],
    from: ['writer'],
    tag: ['x'],
    task: 'T',
    minPriority: 'high',
  } as const
  it.each([
    ['an inbox', mailboxSql(openMail, 'letters')],
    ['a page of an inbox', pageSql(mailboxSql(openMail, 'letters'))],
    ['a list of an inbox', listSql(mailboxSql(openMail, 'letters'))],
    ['a narrowed inbox', mailboxSql(narrow, 'letters')],
    [
      'every box',
      mailboxSql(
        {
          boxes: [
            'unread',
            'read',
            'processing',
            'completed',
            'failed',
            'archived',
            'snoozed',
            'dead',
            'expired',
          ],
        },
        'letters',
      ),
    ],
    ['a head', mailboxSql(openMail, 'copies')],
    ['a count', unreadSql],
    ['counts of many', unreadOfManySql],
    ['a thread', `SELECT m.id FROM ${threadPart}`],
    ['what one owes to another', pairSql(debtor)],
    ['what another owes one', pairSql(requester)],
    ['what one owes of what lapsed', lapsedSql(debtor)],
    ['what one is owed of what lapsed', lapsedSql(requester)],
    ['pinned copies', newestSql(['pinned'], 10)],
  ])('%s', async (_, sql) => {
    const text = await planOf(sql)
    expect(text).not.toMatch(/TEMP B-TREE FOR ORDER BY|SCAN (?:d|m|deliveries|messages)\b/u)
    expect(text).toMatch(/SEARCH/u)
  })
})

it('the first rows of all mailboxes are one look a box, and are looked for once', async () => {
  const text = await planOf(firstOfEachText(engine, openMail, 'TRUE'))
  const looks = text.split('\n').filter((line) => / d(?: |$)/u.test(line))
  expect(looks).toHaveLength(openMail.boxes.length + 1)
  for (const look of looks)
    expect(look).toMatch(
      /SEARCH d USING (?:PRIMARY KEY \(agent_id=\? AND box|INDEX deliveries_timed \(agent_id)=\?/u,
    )
})

async function planOf(sql: string): Promise<string> {
  return withDatabase(await filled(), (database) => {
    const names = [...sql.matchAll(/@(\w+)/gu)].map(([, name = '']) => name)
    const values = Object.fromEntries(names.map((name) => [name, 1]))
    const plan = database.prepare(`EXPLAIN QUERY PLAN ${spoken('sqlite', sql)}`).all(values) as {
      detail: string
    }[]
    return plan.map(({ detail }) => detail).join('\n')
  })
}

describe('while others write', () => {
  it('a sender waits its turn', async () => {
    const location = await filled()
    const store = await openSqliteStore(location, options)
    const blocker = new Database(join(location, 'mail.db'))
    blocker.exec('BEGIN IMMEDIATE')
    const child = spawn(process.execPath, [opener, location, 'late'])
    const ended = new Promise<number | null>((done) => void child.on('close', done))
    await new Promise((next) => setTimeout(next, 1500))
    expect((await store.deliveries.count('reader', start)).total).toBe(0)
    blocker.exec('COMMIT')
    expect(await ended).toBe(0)
    expect(await store.roster.find('late')).not.toBeNull()
    blocker.close()
    await store.close()
  })
})
