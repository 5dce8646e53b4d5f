import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import type { Mailbox } from '../../src/mailbox.ts'
import type { ExchangeValue } from '../../src/values/exchange-schema.ts'
import { type MailRoom, openMailRoom } from '../support/mailbox.ts'
import { soon } from '../support/soon.ts'

const format = 'claude-teams'
let room: MailRoom
let lea: Mailbox
let folder: string
const stop = { now: new AbortController() }
beforeEach(async () => {
  stop.now = new AbortController()
  room = await openMailRoom()
  room.now = Date.parse('2026-11-22T12:00:00Z')
  lea = await room.join('lea', { kind: 'user' })
  folder = mkdtempSync(join(tmpdir(), 'watchpost-teams-'))
})
afterEach(async () => {
  stop.now.abort()
  await room.close()
  rmSync(folder, { recursive: true, force: true })
})

let minute = 0
const entry = (from: string, text: string, more: object = {}) => {
  minute += 1
  const timestamp = new Date(Date.parse('2026-11-22T08:00:00Z') + minute * 60_000).toISOString()
  return { from, text, timestamp, read: false, ...more }
}
const put = (path: string, value: unknown) => {
  mkdirSync(dirname(join(folder, path)), { recursive: true })
  writeFileSync(join(folder, path), typeof value === 'string' ? value : JSON.stringify(value, null, 2))
}
/** Every file as it is, with the time of its last change. */
const state = () =>
  readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .filter((path) => path.endsWith('.json'))
    .toSorted()
    .map((path) => [path, statSync(join(folder, path)).mtimeMs, readFileSync(join(folder, path), 'utf8')])
const inboxOf = async (owner: string) =>
  (await lea.inbox({ owner, all: true, limit: 500 })).messages.map(({ subject, status }) => [subject, status])

test('an import takes each inbox, by teammate, and again nothing', async () => {
  const asked = entry('team-lead', 'Read the parser', { read: true })
  put('auth/inboxes/reader.json', [asked, 7])
  put('auth/inboxes/team-lead.json', [entry('reader', 'Done with it', { summary: 'Done', color: 'green' })])
  put('docs/inboxes/reader.json', [entry('team-lead', 'Another team')])
  put('auth/config.json', { name: 'auth' })
  const before = state()
  const value = await lea.importMail({ path: folder, format })
  expect(value).toMatchObject({ read: 3, written: 3, skipped: [{ where: 'auth/inboxes/reader.json[1]' }] })
  expect(await inboxOf('reader.auth')).toEqual([['Read the parser', 'read']])
  expect(await inboxOf('team-lead.auth')).toEqual([['Done', 'unread']])
  expect(await inboxOf('reader.docs')).toEqual([['Another team', 'unread']])
  const [done] = (await lea.inbox({ owner: 'team-lead.auth' })).messages
  const { messages } = await lea.thread({ message: done?.id ?? '' })
  expect(messages.map(({ from }) => from)).toEqual(['team-lead.auth', 'reader.auth'])
  expect(await lea.importMail({ path: folder, format })).toMatchObject({ read: 3, written: 0 })
  expect(state()).toEqual(before)
})

test('the folder of one team is read as it is within all teams, and by sync, too', async () => {
  put('auth/inboxes/reader.json', [entry('team-lead', 'Read the parser')])
  put('docs/inboxes/reader.json', [entry('team-lead', 'Another team')])
  const team = join(folder, 'auth')
  expect(await lea.importMail({ path: team, format })).toMatchObject({ read: 1, written: 1, skipped: [] })
  expect(await inboxOf('reader.auth')).toEqual([['Read the parser', 'unread']])
  expect(await lea.importMail({ path: folder, format })).toMatchObject({ read: 2, written: 1 })
  put('auth/inboxes/reader.json', [entry('team-lead', 'And the printer')])
  for await (const value of lea.sync({ path: team, format, once: true }, stop.now.signal))
    expect(value).toMatchObject({ read: 1, written: 1 })
  expect((await inboxOf('reader.auth')).length).toBe(2)
})

test('sync watches, takes what comes and what was read, and never writes', async () => {
  const first = entry('team-lead', 'First')
  put('auth/inboxes/reader.json', [first])
  const told: ExchangeValue[] = []
  const ended = (async () => {
    for await (const value of lea.sync({ path: folder, format }, stop.now.signal)) told.push(value)
  })()
  await soon(async () => expect(await inboxOf('reader.auth')).toEqual([['First', 'unread']]))
  const second = entry('team-lead', 'Second')
  put('auth/inboxes/reader.json', [{ ...first, read: true }, second, {}])
  const before = state()
  await soon(async () =>
    expect((await inboxOf('reader.auth')).toSorted()).toEqual([
      ['First', 'read'],
      ['Second', 'unread'],
    ]),
  )
  // Mail of ours for a teammate stays here.
  await lea.send({ to: ['reader.auth'], subject: 'Ours', body: 'x', hold: true })
  await new Promise((next) => setTimeout(next, 700))
  expect(state()).toEqual(before)
  stop.now.abort()
  await ended
  expect(told.flatMap(({ skipped }) => skipped).map(({ where }) => where)).toEqual([
    'auth/inboxes/reader.json[2]',
  ])
})

test('of a file without end only the end is read', async () => {
  const long = 'x{"y":[{"z":1}]},'.repeat(4000)
  const entries = Array.from({ length: 200 }, (_, at) => entry('reader', `${at} ${long}`))
  put('auth/inboxes/team-lead.json', entries)
  expect(statSync(join(folder, 'auth/inboxes/team-lead.json')).size).toBeGreaterThan(9 * 2 ** 20)
  const { read, written, skipped } = await lea.importMail({ path: folder, format })
  expect(skipped).toEqual([{ where: 'auth/inboxes/team-lead.json', why: 'only its last 8 MiB are read' }])
  expect(written).toBe(read)
  expect(read).toBeGreaterThan(80)
  expect(read).toBeLessThan(200)
  const [newest] = (await lea.inbox({ owner: 'team-lead.auth', limit: 500 })).messages.slice(-1)
  expect(newest?.subject).toMatch(/^199 /u)
})

test('it cannot be exported to', async () => {
  const path = join(folder, 'new')
  await expect(lea.exportMail({ path, format: format as 'haak' })).rejects.toMatchObject({ code: 'usage' })
  expect(readdirSync(folder)).toEqual([])
})
