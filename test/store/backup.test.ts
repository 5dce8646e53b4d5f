import { mkdtempSync, readdirSync, rmSync, statSync, symlinkSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import Database from 'better-sqlite3'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { parseQuery } from '../../src/domain/query/query.ts'
import type { MailStore } from '../../store/mail-store.ts'
import { openSqliteStore } from '../../store/sqlite/sqlite-store.ts'
import { act, enroll, firstPage, openMail, send, start, system } from './fixture.ts'

let folder = ''
let store: MailStore
let copies: MailStore[] = []
const long = 'A long report. 🙂 '.repeat(20_000)

beforeEach(async () => {
  folder = mkdtempSync(join(tmpdir(), 'watchpost-backup-'))
  store = await openSqliteStore(join(folder, 'store'), { create: true, durability: 'normal' })
  await enroll(store, 'writer', 'reader')
})
afterEach(async () => {
  for (const one of [store, ...copies]) await one.close()
  copies = []
  rmSync(folder, { recursive: true, force: true })
})

const target = () => join(folder, 'mail.backup')
async function opened(file = target()): Promise<MailStore> {
  const copy = await openSqliteStore(file, { create: false, durability: 'normal' })
  copies.push(copy)
  return copy
}
const bodyOf = async (from: MailStore, id: number) => (await from.messages.read(id, null))?.message.body
const searched = async (from: MailStore, words: string) => {
  const query = parseQuery(words, start)
  const { rows } = await from.messages.search(query, null, start, { ...firstPage(), best: false })
  return rows.map(({ message }) => message.id)
}

test('one file of mode 0600 is a whole store: mail, big bodies and what was cold', async () => {
  const big = await send(store, { body: long })
  const cold = await send(store, {
    body: 'zebra crossing',
    payload: { long: 'p'.repeat(1000) },
    to: [{ address: 'reader', owes: false }],
  })
  await act(store, 'reader', 'archive', cold)
  const open = await send(store, { body: 'still open' })
  while (await store.messages.index());
  expect((await store.upkeep.chill(system, 200, start, 1)).messages).toEqual([cold])

  const made = await store.backups.make(target(), false)
  expect(made).toMatchObject({ file: target(), messages: 3, lost: [] })
  expect(made.bytes).toBe(statSync(target()).size)
  expect(statSync(target()).mode & 0o777).toBe(0o600)
  expect(readdirSync(folder).sort()).toEqual(['mail.backup', 'store'])

  rmSync(join(folder, 'store', 'bodies'), { recursive: true })
  rmSync(join(folder, 'store', 'archive'), { recursive: true })
  const copy = await opened()
  expect(await bodyOf(copy, big)).toBe(long)
  expect((await copy.messages.read(cold, null))?.message).toMatchObject({
    body: 'zebra crossing',
    payload: { long: 'p'.repeat(1000) },
  })
  expect(await searched(copy, 'zebra')).toEqual([cold])
  const { rows } = await copy.deliveries.page('reader', openMail, start, firstPage())
  expect(rows.map(({ message }) => message.id)).toEqual([big, open])
  expect((await copy.facts.read()).store).toBe((await store.facts.read()).store)
})

test('what is written to a copy keeps away from ids given out since, and from the store', async () => {
  const before = await send(store)
  await store.backups.make(target(), false)
  const copy = await opened()
  const after = await send(copy, { body: long })
  expect(after).toBeGreaterThan(before + 2 ** 20)
  expect(await bodyOf(copy, after)).toBe(long)
  expect(await bodyOf(store, after)).toBeUndefined()
  const raw = new Database(target(), { readonly: true })
  expect(() => raw.prepare("UPDATE messages SET subject = 'x'").run()).toThrow()
  expect(
    raw.prepare("SELECT count(*) AS n FROM sqlite_schema WHERE name = 'messages_unchanged'").get(),
  ).toEqual({
    n: 1,
  })
  raw.close()
})

test('the first message to a copy has everybody told whose mail waits in it', async () => {
  await enroll(store, 'other')
  await send(store)
  await store.backups.make(target(), false)
  const copy = await opened()
  await send(copy, { to: ['other'] })
  expect(statSync(join(`${target()}-files`, 'signals', 'reader')).size).toBe(1)
})

test("a copy in an empty folder, named mail.db, is that folder's store", async () => {
  const id = await send(store, { body: long })
  const other = mkdtempSync(join(folder, 'other-'))
  await store.backups.make(join(other, 'mail.db'), false)
  expect(await bodyOf(await opened(other), id)).toBe(long)
  expect(await bodyOf(await opened(join(other, 'mail.db')), id)).toBe(long)
})

test.each([
  ['a file that is there', () => writeFileSync(target(), 'mine'), target, 'conflict'],
  ['a folder', () => undefined, () => folder, 'usage'],
  ['no folder to be in', () => undefined, () => join(folder, 'no', 'x'), 'not-found'],
  ['the store itself', () => undefined, () => join(folder, 'store', 'mail.db'), 'usage'],
  ['its log', () => undefined, () => join(folder, 'store', 'mail.db-wal'), 'usage'],
  ['a link to the store', () => symlinkSync(join(folder, 'store', 'mail.db'), target()), target, 'usage'],
])('%s is refused and left as it is', async (_, arrange, file, code) => {
  arrange()
  const id = await send(store)
  const before = readdirSync(folder)
  await expect(store.backups.make(file(), code === 'usage')).rejects.toMatchObject({ code })
  expect(readdirSync(folder)).toEqual(before)
  expect(await bodyOf(store, id)).toBe('body')
})

test('force replaces what is there, but no copy that somebody has open', async () => {
  writeFileSync(target(), 'mine', { mode: 0o644 })
  await send(store)
  await store.backups.make(target(), true)
  expect(statSync(target()).mode & 0o777).toBe(0o600)
  const copy = await opened()
  await send(copy, { body: 'of the copy' })
  await expect(store.backups.make(target(), true)).rejects.toMatchObject({ code: 'conflict' })
})

test('what the store lost is told, and the rest is kept', async () => {
  const big = await send(store, { body: long })
  const small = await send(store, { body: 'small' })
  rmSync(join(folder, 'store', 'bodies'), { recursive: true })
  const { lost } = await store.backups.make(target(), false)
  expect(lost).toEqual([{ message: big, problem: expect.objectContaining({ code: 'damaged' }) }])
  expect(await bodyOf(await opened(), small)).toBe('small')
})
