import {
  appendFileSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  truncateSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { parseQuery } from '../../src/domain/query/query.ts'
import type { MailStore } from '../../store/mail-store.ts'
import { openColdFiles } from '../../store/sqlite/bodies/archive-files.ts'
import { type Connection, connect, openDatabase } from '../../store/sqlite/database/connection.ts'
import { openSqliteStore } from '../../store/sqlite/sqlite-store.ts'
import { endDue } from '../../store/sqlite/upkeep/patrolling.ts'
import { openUpkeep } from '../../store/sqlite/upkeep/upkeep.ts'
import { act, enroll, firstPage, send, start, system } from './fixture.ts'

let folder: string
let location: string
let store: MailStore
let connection: Connection
let ids: number[]

const lines = () =>
  readdirSync(join(location, 'archive')).flatMap((name) =>
    readFileSync(join(location, 'archive', name), 'utf8')
      .split('\n')
      .filter(Boolean),
  )
const chill = () => store.upkeep.chill(system, 200, start, 1)
const bodyOf = async (id = 0) => (await store.messages.read(id, null))?.message.body
const sql = (text: string) => connection.database.prepare(text).all()
const file = () => join(location, 'archive', '2027-01.jsonl')

beforeEach(async () => {
  folder = mkdtempSync(join(tmpdir(), 'watchpost-cold-'))
  location = join(folder, 'store')
  store = await openSqliteStore(location, { create: true, durability: 'normal' })
  connection = connect(openDatabase(join(location, 'mail.db'), { durability: 'normal' }), location)
  await enroll(store, 'writer', 'reader')
  ids = []
  for (const body of ['first', 'second', 'third']) {
    ids.push(await send(store, { body, to: [{ address: 'reader', owes: false }] }))
    await act(store, 'reader', 'archive', ids.at(-1) ?? 0)
  }
})
afterEach(async () => {
  expect(sql('PRAGMA integrity_check')).toEqual([{ integrity_check: 'ok' }])
  connection.database.close()
  await store.close()
  rmSync(folder, { recursive: true, force: true })
})

test.each([
  ['before the year 0', Date.parse('0000-01-01') - 1, '0000-01.jsonl'],
  ['after the year 9999', Date.parse('9999-12-31') + 2 * 86_400_000, '9999-12.jsonl'],
])('what is said to be sent %s keeps its body', async (_when, sentAt, name) => {
  const strange = await send(store, { sentAt, body: 'strange', to: [], expiresAt: start })
  await send(store)
  expect((await chill()).messages).toEqual([...ids, strange])
  expect(readdirSync(join(location, 'archive')).sort()).toEqual([name, '2027-01.jsonl'].sort())
  expect(await bodyOf(strange)).toBe('strange')
})

test('what an older program put into a file of such a year is read there', async () => {
  const strange = await send(store, {
    sentAt: Date.parse('9999-12-31'),
    body: 'old',
    to: [],
    expiresAt: start,
  })
  await send(store)
  await chill()
  renameSync(join(location, 'archive', '9999-12.jsonl'), join(location, 'archive', '+010000.jsonl'))
  connection.database.exec("UPDATE cold SET file = '+010000.jsonl' WHERE file = '9999-12.jsonl'")
  expect(await bodyOf(strange)).toBe('old')
})

test('one line a message, in the file of its month, with its copies', async () => {
  const september = await send(store, { sentAt: Date.UTC(2026, 8, 30, 23, 59), to: [], expiresAt: start })
  await send(store)
  expect((await chill()).messages).toEqual([...ids, september])
  expect(readdirSync(join(location, 'archive')).sort()).toEqual(['2026-09.jsonl', '2027-01.jsonl'])
  const [line = ''] = readFileSync(file(), 'utf8').split('\n')
  expect(JSON.parse(line)).toMatchObject({
    message: { id: ids[0], body: 'first', from: 'writer', kind: 'request' },
    deliveries: [{ owner: 'reader', box: 'archived' }],
  })
})

describe('whoever dies in between', () => {
  test('while appending leaves everything as it was', async () => {
    const files = {
      ...openColdFiles(location),
      append: () => {
        throw new Error('no space left')
      },
    }
    const broken = openUpkeep(connection, files)
    await expect(broken.chill(system, 200, start, 1)).rejects.toThrow('no space left')
    expect(sql('SELECT * FROM cold')).toEqual([])
    expect(await bodyOf(ids[0])).toBe('first')
    expect((await chill()).messages).toEqual(ids.slice(0, 2))
  })

  test('in the middle of a line leaves half a line that is never read', async () => {
    await chill()
    appendFileSync(file(), '{"id":"half a li')
    ids.push(await send(store))
    expect((await chill()).messages).toEqual([ids[2]])
    expect(await Promise.all(ids.slice(0, 3).map(bodyOf))).toEqual(['first', 'second', 'third'])
    expect(lines().filter((line) => line.endsWith('}'))).toHaveLength(3)
    expect(lines()).toContain('{"id":"half a li')
    const { rows } = await store.messages.searchCold(parseQuery('third', start), null, start, firstPage())
    expect(rows.map(({ message }) => message.id)).toEqual([ids[2]])
  })

  test('after appending leaves a line twice, and its row names one of them', async () => {
    connection.database.exec(
      "CREATE TEMP TRIGGER dies BEFORE INSERT ON cold BEGIN SELECT RAISE(ABORT, 'killed'); END",
    )
    const broken = openUpkeep(connection)
    await expect(broken.chill(system, 200, start, 1)).rejects.toThrow('killed')
    expect(sql('SELECT * FROM cold')).toEqual([])
    expect(lines()).toHaveLength(2)
    expect(await bodyOf(ids[0])).toBe('first')
    expect((await chill()).messages).toEqual(ids.slice(0, 2))
    expect(lines()).toHaveLength(4)
    expect(await Promise.all(ids.map(bodyOf))).toEqual(['first', 'second', 'third'])
    const found = await store.messages.searchCold(parseQuery('first', start), null, start, firstPage())
    expect(found.rows.map(({ message }) => message.id)).toEqual([ids[0]])
  })
})

test('mail that somebody touches between the line and the row stays', async () => {
  const files = openColdFiles(location)
  const slow = openUpkeep(connection, {
    ...files,
    append(name, batch) {
      const places = files.append(name, batch)
      connection.database.exec(
        `INSERT INTO events(deed_id, message_id, agent_id, what) SELECT deed_id, message_id, agent_id, 'restore' FROM events WHERE message_id = ${ids[0]} LIMIT 1`,
      )
      return places
    },
  })
  expect((await slow.chill(system, 200, start, 1)).messages).toEqual([ids[1]])
})

test('two at once take each message once', async () => {
  const files = openColdFiles(location)
  let others: readonly number[] = []
  const other = openUpkeep(connection, {
    ...files,
    append(name, batch) {
      const places = files.append(name, batch)
      if (others.length === 0) others = takeNow()
      return places
    },
  })
  /** What a second process does meanwhile, up to its end. */
  function takeNow(): readonly number[] {
    const places = files.append('2027-01.jsonl', [Buffer.from(lines()[0] ?? '')])
    const { position = 0, length = 0 } = places[0] ?? {}
    connection.database.exec(
      `INSERT INTO cold VALUES(${ids[0]}, '2027-01.jsonl', ${position}, ${length}, 1); UPDATE messages SET body = '' WHERE id = ${ids[0]}`,
    )
    return [ids[0] ?? 0]
  }
  expect((await other.chill(system, 200, start, 1)).messages).toEqual([ids[1]])
  expect(await Promise.all(ids.map(bodyOf))).toEqual(['first', 'second', 'third'])
})

test('what another patrol ended between the look and the lock is not ended again', async () => {
  const id = await send(store)
  await act(store, 'reader', 'snooze', id, { until: start + 1 })
  let others = 0
  const late = {
    ...connection,
    write: <T>(deed: () => T, rings?: (result: T) => boolean): T => {
      others += endDue({ connection }, 'snoozes', system, { limit: 200, now: start + 1 }).length
      return connection.write(deed, rings)
    },
  }
  expect(endDue({ connection: late }, 'snoozes', system, { limit: 200, now: start + 1 })).toEqual([])
  expect(others).toBe(1)
  const { rows } = await store.log.history(id, firstPage())
  expect(rows.filter(({ what }) => what === 'woken')).toHaveLength(1)
})

test('a file that lost its lines is damage, told when the mail is read', async () => {
  await chill()
  truncateSync(file(), 10)
  await expect(bodyOf(ids[0])).rejects.toMatchObject({ code: 'damaged' })
  expect(await bodyOf(ids[2])).toBe('third')
  const { rows } = await store.messages.searchCold(parseQuery('tag:none', start), null, start, firstPage())
  expect(rows).toEqual([])
})

test('the rows that left, and no others, may lose their bodies, and nothing else', async () => {
  await chill()
  const [cold = 0, , hot = 0] = ids
  const run = (text: string) => () => connection.database.exec(text)
  expect(run(`UPDATE messages SET body = '' WHERE id = ${hot}`)).toThrow('never changed')
  expect(run(`UPDATE messages SET body = 'other' WHERE id = ${cold}`)).toThrow('never changed')
  expect(run(`UPDATE messages SET subject = '' WHERE id = ${cold}`)).toThrow('never changed')
  expect(run(`DELETE FROM messages WHERE id = ${hot}`)).toThrow('deleted only by')
})

test('archived mail that once owed an answer leaves; expired mail that owes one stays', async () => {
  const owing = await send(store, { to: [{ address: 'reader', owes: true }] })
  await act(store, 'reader', 'archive', owing)
  const expired = await send(store, { to: [{ address: 'reader', owes: true, expiresAt: start }] })
  await send(store)
  await send(store)
  const { messages } = await chill()
  expect(messages).toContain(owing)
  expect(messages).not.toContain(expired)
})

test('a body that has a file of its own stays in it', async () => {
  const body = 'é'.repeat(200_000)
  const id = await send(store, { body, to: [{ address: 'reader', owes: false }] })
  await act(store, 'reader', 'archive', id)
  await send(store)
  expect((await chill()).messages).toContain(id)
  expect(await bodyOf(id)).toBe(body)
  expect(lines().every((line) => line.length < 2000)).toBe(true)
})

test('for a while after a look at all mail, only mail that something happened to is looked at', async () => {
  const day = 86_400_000
  const chillAt = async (at: number, limit = 200) =>
    (await store.upkeep.chill(system, limit, at, 2, day)).messages
  const lapsing = await send(store, { to: [{ address: 'reader', owes: false, expiresAt: start + 60_000 }] })
  const quiet = await send(store, { to: [{ address: 'reader', owes: false }] })
  const [first = 0, second = 0, third = 0] = ids
  expect(await chillAt(start)).toEqual([first, second, third])
  expect(await chillAt(start)).toEqual([])
  // Older than the newest two from now on.
  const settled = () => send(store, { to: [{ address: 'reader', owes: false }] })
  const newest = [await settled(), await settled()]
  expect(await chillAt(start)).toEqual([])
  await act(store, 'reader', 'archive', quiet)
  for (const one of newest) await act(store, 'reader', 'archive', one)
  expect(await chillAt(start)).toEqual([quiet])
  expect(await chillAt(start + day - 1)).toEqual([])
  const more = [await send(store), await send(store)]
  expect(await chillAt(start + day - 1, 1)).toEqual([newest[0]])
  expect(await chillAt(start + day - 1, 1)).toEqual([newest[1]])
  expect(await chillAt(start + day - 1, 1)).toEqual([])
  // What time alone settled waits for the next look at all mail.
  expect(await chillAt(start + day)).toEqual([lapsing])
  expect(more).toHaveLength(2)
})
