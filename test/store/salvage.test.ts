import {
  closeSync,
  copyFileSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  openSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
  truncateSync,
  writeFileSync,
  writeSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import Database from 'better-sqlite3'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import type { Finding } from '../../src/domain/finding.ts'
import { readHead } from '../../src/domain/log-head.ts'
import { examineStore } from '../../store/sqlite/doctor/doctor.ts'
import { openSqliteStore } from '../../store/sqlite/sqlite-store.ts'
import { plantOldStore } from '../support/old-store.ts'
import { act, enroll, firstPage, openMail, send, start } from './fixture.ts'

const pageSize = 4096
const now = Date.UTC(2026, 10, 26, 12)
let folder = ''
let whole: Buffer
let location = ''
const file = () => join(location, 'mail.db')

type Row = readonly unknown[]
type Tables = Readonly<Record<string, readonly string[]>>

/** A store of some hundred pages: messages, copies, changes of several agents, all at rest in one file. */
beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'watchpost-salvage-'))
  const made = join(folder, 'made')
  const store = await openSqliteStore(made, { create: true, durability: 'normal' })
  await enroll(store, 'writer', 'reader', 'clerk')
  for (let number = 1; number <= 150; number += 1) {
    const to = (['reader', 'clerk'] as const).map((address) => ({ address, owes: false }))
    const id = await send(store, { subject: `Number ${number}`, body: `${number} `.repeat(200), to })
    if (number % 3 === 0) await act(store, 'reader', 'archive', id)
  }
  while (await store.messages.index());
  await store.close()
  const database = new Database(join(made, 'mail.db'))
  database.pragma('wal_checkpoint(TRUNCATE)')
  database.close()
  whole = readFileSync(join(made, 'mail.db'))
})
afterAll(() => rmSync(folder, { recursive: true, force: true }))

let count = 0
beforeEach(() => {
  location = join(folder, `store-${(count += 1)}`)
  mkdirSync(location, { mode: 0o700 })
  writeFileSync(file(), whole, { mode: 0o600 })
})

const examine = (repair: boolean, at = location) => examineStore(at, { repair, now })
const damage = (found: readonly Finding[]) =>
  found.filter(({ severity, mended }) => severity === 'damage' && !mended)
const asides = () =>
  readdirSync(location).filter((name) => /^mail\.db\.damaged-\d+T\d+(?:-\d+)?$/u.test(name))
const leftovers = () =>
  readdirSync(location).filter((name) => name.startsWith('.') || name.includes('salvaged'))

function spoil(page: number, from = 0, length = pageSize): void {
  const bytes = readFileSync(file())
  bytes.fill(0xa5, (page - 1) * pageSize + from, (page - 1) * pageSize + from + length)
  writeFileSync(file(), bytes)
}

function ask<T>(path: string, look: (database: Database.Database) => T): T {
  const database = new Database(path)
  try {
    database.unsafeMode()
    database.pragma('writable_schema = ON')
    return look(database)
  } finally {
    database.close()
  }
}

const pagesOf = (name: string, type: string): readonly number[] =>
  ask(
    file(),
    (database) =>
      database
        .prepare('SELECT pageno FROM dbstat WHERE name = ? AND pagetype = ? ORDER BY path')
        .pluck()
        .all(name, type) as number[],
  )

/** Tables whose rows have a number, without those that are derived. */
const numbered = ['messages', 'agents', 'deeds', 'events', 'channels', 'bells']

/** What SQLite can still read one by one, by the number of each row that there was. */
function readable(path: string): Tables {
  return ask(path, (database) => {
    const rows = numbered.map((table) => {
      const key = table === 'events' ? 'seq' : 'id'
      const found: string[] = []
      try {
        const statement = database.prepare(`SELECT * FROM ${table} NOT INDEXED WHERE ${key} = ?`).raw()
        for (let id = 0; id < 700; id += 1) {
          try {
            const row = statement.get(id) as Row | undefined
            if (row !== undefined) found.push(JSON.stringify(row))
          } catch {
            // This one is lost.
          }
        }
      } catch {
        // The table is.
      }
      return [table, found] as const
    })
    return Object.fromEntries(rows)
  })
}

function expectSalvaged(before: Tables): void {
  const after = readable(file())
  for (const table of numbered) {
    const kept = new Set(after[table])
    expect(
      (before[table] ?? []).filter((row) => !kept.has(row)),
      table,
    ).toEqual([])
  }
  expect(ask(file(), (database) => database.pragma('integrity_check', { simple: true }))).toBe('ok')
  expect(statSync(file()).mode & 0o777).toBe(0o600)
  expect(leftovers()).toEqual([])
}

const lostOf = (found: readonly Finding[], table: string) =>
  found.filter(({ finding, why }) => finding === 'rows-lost' && why.startsWith(`${table}:`))

test('a leaf of messages: all others are kept, those on it are named, and the damaged file stays', async () => {
  const [, leaf = 0] = pagesOf('messages', 'leaf')
  const damaged = () => readFileSync(join(location, asides()[0] ?? ''))
  spoil(leaf)
  const bytes = readFileSync(file())
  const before = readable(file())
  const ids = ask(join(folder, 'made', 'mail.db'), (database) =>
    database.prepare('SELECT id FROM messages').pluck().all(),
  ) as number[]
  const kept = new Set((before['messages'] ?? []).map((row) => JSON.parse(row)[0]))
  const lost = ids.filter((id) => !kept.has(id))
  expect(lost.length).toBeGreaterThan(0)

  expect(examine(false).map(({ mend }) => mend)).toContainEqual(expect.stringContaining('doctor --repair'))
  expect(readFileSync(file()).equals(bytes), 'looking changes nothing').toBe(true)
  const found = examine(true)
  expectSalvaged(before)
  expect(asides()).toHaveLength(1)
  expect(damaged().equals(bytes)).toBe(true)
  expect(lostOf(found, 'messages')).toEqual([
    expect.objectContaining({
      where: join(location, asides()[0] ?? ''),
      why: expect.stringMatching(new RegExp(`^messages: ${lost.length} rows? (is|are) lost: [^.]+\\.$`, 'u')),
    }),
  ])
  expect(found.filter(({ finding }) => finding === 'rows-lost')).toHaveLength(1)
  expect(new Set(damage(found).map(({ finding }) => finding))).toEqual(
    new Set(['rows-lost', 'copy-without-message']),
  )

  const store = await openSqliteStore(location, { create: false, durability: 'normal' })
  const next = await send(store, { subject: 'After' })
  expect(next, 'no id of a lost message is given again').toBeGreaterThan(Math.max(...ids))
  expect((await store.deliveries.page('reader', openMail, start, firstPage(5))).rows.length).toBe(5)
  await store.close()
})

test('a page of an index loses nothing', () => {
  for (const index of ['messages_sender', 'events_message', 'agents_kind']) {
    writeFileSync(file(), whole)
    const [leaf = 0] = pagesOf(index, 'leaf')
    spoil(leaf)
    const before = readable(file())
    const found = examine(true)
    expectSalvaged(before)
    expect(damage(found), index).toEqual([])
    expect(readable(file())).toEqual(before)
  }
})

test('the root of a table loses that table alone', () => {
  const [root = 0] = pagesOf('events', 'internal')
  spoil(root)
  const before = readable(file())
  expect(before['events']).toEqual([])
  const found = examine(true)
  expectSalvaged(before)
  expect(lostOf(found, 'events')).toHaveLength(1)
  expect(damage(found)).toHaveLength(1)
  expect(examine(false)).toEqual([])
})

describe('seals of the log', () => {
  let head: string | null = null
  beforeEach(async () => {
    const store = await openSqliteStore(location, { create: false, durability: 'normal' })
    while ((await store.upkeep.seal(20, start)) === 'more');
    head = (await store.backups.make(join(folder, `backup-${count}`), false)).head
    await store.close()
    ask(file(), (database) => database.pragma('wal_checkpoint(TRUNCATE)'))
  })
  const held = (wanted: string | null) =>
    examineStore(location, {
      repair: false,
      now,
      log: { head: wanted === null ? null : readHead(wanted), told() {} },
    })

  test('stay where the log was read whole', () => {
    spoil(pagesOf('deliveries', 'leaf')[0] ?? 0)
    expect(damage(examine(true))).not.toEqual([])
    expect(head).toMatch(/^53:50:/u)
    expect(held(head).map(({ finding }) => finding)).toEqual(['copy-lost'])
  })

  test.each(['deeds', 'events'])(
    'begin anew where %s were lost, after the head that there was',
    async (table) => {
      spoil(pagesOf(table, 'leaf')[0] ?? 0)
      expect(lostOf(examine(true), table)).toHaveLength(1)
      const [found, ...others] = held(head)
      expect(others).toEqual([])
      expect(found).toMatchObject({ finding: 'log-begun', severity: 'advice' })
      expect(found?.why).toContain(`The head before was ${head}.`)
      const store = await openSqliteStore(location, { create: false, durability: 'normal' })
      while ((await store.upkeep.seal(20, now)) === 'more');
      await store.close()
      expect(held(null)).toEqual([found])
    },
  )
})

test('a leaf of copies: the others are kept, and lost ones are named by agent and message', () => {
  const leaves = pagesOf('deliveries', 'leaf')
  const all = ask(file(), (database) => database.prepare('SELECT * FROM deliveries').raw().all()) as Row[]
  spoil(leaves[Math.floor(leaves.length / 2)] ?? 0)
  const reachable = ask(file(), (database) => {
    const statement = database.prepare(
      'SELECT * FROM deliveries NOT INDEXED WHERE agent_id = ? AND box = ? AND rank = ?',
    )
    return all.filter(([agent, box, rank]) => {
      try {
        return statement.raw().get(agent, box, rank) !== undefined
      } catch {
        return false
      }
    })
  })
  expect(reachable.length).toBeLessThan(all.length)
  const found = examine(true)
  const kept = ask(file(), (database) => database.prepare('SELECT * FROM deliveries').raw().all()) as Row[]
  const texts = new Set(kept.map((row) => JSON.stringify(row)))
  expect(reachable.filter((row) => !texts.has(JSON.stringify(row)))).toEqual([])
  const [lost] = lostOf(found, 'deliveries')
  expect(lost?.why).toMatch(
    new RegExp(`^deliveries: ${all.length - kept.length} rows? (is|are) lost: (reader|clerk) of `, 'u'),
  )
  // No repair gives them back, so each look says so.
  expect(examine(false)).toMatchObject([{ finding: 'copy-lost', mended: false }])
})

test('the list of free pages, and the second half of the header', () => {
  for (const [from, length] of [
    [32, 8],
    [50, 50],
    [60, 4],
    [16, 84],
  ] as const) {
    writeFileSync(file(), whole)
    const before = readable(file())
    spoil(1, from, length)
    const found = examine(true)
    expect(found.length, `${from}`).toBeGreaterThan(0)
    expect(damage(found), `${from}`).toEqual([])
    expect(readable(file()), `${from}`).toEqual(before)
  }
})

test('a file that was cut off keeps what is left of it', () => {
  for (const part of [0.9, 0.6, 0.4]) {
    writeFileSync(file(), whole)
    truncateSync(file(), Math.floor((whole.length * part) / pageSize) * pageSize)
    const before = readable(file())
    const found = examine(true)
    expectSalvaged(before)
    if (part < 0.5) expect(found.map(({ finding }) => finding)).toContain('rows-lost')
  }
})

test('the first page, with the list of tables', () => {
  const before = readable(file())
  for (const [from, length] of [
    [100, pageSize - 100],
    [0, pageSize],
  ] as const) {
    writeFileSync(file(), whole)
    spoil(1, from, length)
    const found = examine(true)
    expect(damage(found)).toEqual([])
    expect(readable(file())).toEqual(before)
  }
})

test('a file of which nothing can be read stays as it is', () => {
  for (const bytes of [Buffer.alloc(whole.length, 0xa5), whole.subarray(0, pageSize)]) {
    writeFileSync(file(), bytes)
    const found = examine(true)
    expect(damage(found).length).toBeGreaterThan(0)
    expect(readFileSync(file()).equals(bytes)).toBe(true)
    expect([asides(), leftovers()]).toEqual([[], []])
  }
})

test('changes that are in the log alone are kept', async () => {
  const store = await openSqliteStore(location, { create: false, durability: 'normal' })
  const id = await send(store, { subject: 'In the log' })
  const to = join(folder, 'with-log')
  mkdirSync(to)
  for (const end of ['', '-wal']) copyFileSync(`${file()}${end}`, join(to, `mail.db${end}`))
  await store.close()
  location = to
  const [, , leaf = 0] = pagesOf('messages', 'leaf')
  for (const end of ['', '-wal'])
    expect(existsSync(`${file()}${end}`) || end === '-wal', `mail.db${end}`).toBe(true)
  spoil(leaf)
  examine(true)
  const subjects = ask(file(), (database) => database.prepare('SELECT subject FROM messages').pluck().all())
  expect(subjects).toContain('In the log')
  expect(id).toBe(151)
})

test('a store of an older schema is salvaged and upgraded', () => {
  location = join(folder, 'older')
  mkdirSync(location, { mode: 0o700 })
  plantOldStore(location, 10)
  const [leaf = 0] = pagesOf('events', 'leaf')
  const subjects = () =>
    ask(file(), (database) => database.prepare('SELECT id, subject FROM messages').raw().all())
  const before = subjects()
  spoil(leaf)
  const found = examine(true)
  expect(found.map(({ finding }) => finding)).toContain('rows-lost')
  expect(subjects()).toEqual(before)
  expect(damage(examine(false)).filter(({ finding }) => finding !== 'signal-empty')).toEqual([])
})

describe('any page', () => {
  const step = 15
  test.each([0, 4, 7, 11, 13])(
    'whatever page is damaged, all rows that can be read are kept (%i)',
    (offset) => {
      writeFileSync(file(), whole)
      const sound = readable(file())
      for (let page = 2 + offset; page <= whole.length / pageSize; page += step) {
        writeFileSync(file(), whole)
        spoil(page, page % 2 === 0 ? 0 : 8, page % 3 === 0 ? 400 : pageSize - 8)
        const before = readable(file())
        examine(true)
        const after = readable(file())
        for (const table of numbered) {
          const kept = new Set(after[table])
          // Damage may also look like a row.
          const real = (before[table] ?? []).filter((row) => sound[table]?.includes(row))
          expect(
            real.filter((row) => !kept.has(row)),
            `${table}, page ${page}`,
          ).toEqual([])
        }
        expect(
          ask(file(), (database) => database.pragma('integrity_check', { simple: true })),
          `page ${page}`,
        ).toBe('ok')
        for (const name of readdirSync(location)) rmSync(join(location, name), { recursive: true })
      }
    },
  )
})

test.each(['before the damaged file was moved', 'after it'])(
  'a repair that was interrupted %s is finished by the next one',
  (when) => {
    const [leaf = 0] = pagesOf('messages', 'leaf')
    spoil(leaf)
    const before = readable(file())
    examine(true)
    const [aside = ''] = asides()
    const stamp = aside.slice('mail.db.damaged-'.length)
    renameSync(file(), `${file()}.salvaged-${stamp}`)
    if (when === 'after it') {
      expect(examine(false)).toEqual([expect.objectContaining({ finding: 'database-lost', mended: false })])
      expect(examine(false)[0]?.mend).toContain('doctor --repair')
    } else renameSync(join(location, aside), file())
    examine(true)
    expectSalvaged(before)
    expect(asides()).toHaveLength(1)
  },
)

test('programs that have the damaged file open write into the new one, or nowhere', async () => {
  const store = await openSqliteStore(location, { create: false, durability: 'normal' })
  const sent = await send(store, { subject: 'Before' })
  const [leaf = 0] = pagesOf('messages', 'leaf')
  const fd = openSync(file(), 'r+')
  writeSync(fd, Buffer.alloc(pageSize, 0xa5), 0, pageSize, (leaf - 1) * pageSize)
  examine(true)
  await expect(send(store, { subject: 'Too late' })).rejects.toMatchObject({ code: 'no-store' })
  await store.close()
  closeSync(fd)
  const again = await openSqliteStore(location, { create: false, durability: 'normal' })
  await send(again, { subject: 'After' })
  await again.close()
  const subjects = ask(file(), (database) => database.prepare('SELECT subject FROM messages').pluck().all())
  expect(subjects).toEqual(expect.arrayContaining(['Before', 'After']))
  expect(subjects).not.toContain('Too late')
  expect(sent).toBe(151)
  expect(ask(file(), (database) => database.pragma('integrity_check', { simple: true }))).toBe('ok')
})
