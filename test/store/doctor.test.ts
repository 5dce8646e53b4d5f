import {
  chmodSync,
  closeSync,
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
  utimesSync,
  writeFileSync,
  writeSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import Database from 'better-sqlite3'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { parseQuery } from '../../src/domain/query/query.ts'
import { examineStore } from '../../store/sqlite/doctor/doctor.ts'
import { openSqliteStore } from '../../store/sqlite/sqlite-store.ts'
import { act, enroll, firstPage, openMail, send, start, system } from './fixture.ts'

const long = 'A long report. '.repeat(20_000)
let folder = ''
let location = ''
let mail: { readonly big: number; readonly cold: number; readonly open: number }

/** A store with a big body, cold mail and open mail, at rest in one file. */
beforeEach(async () => {
  folder = mkdtempSync(join(tmpdir(), 'watchpost-doctor-'))
  location = join(folder, 'store')
  const store = await openSqliteStore(location, { create: true, durability: 'normal' })
  await enroll(store, 'writer', 'reader')
  const big = await send(store, { body: long })
  const cold = await send(store, { body: 'zebra', to: [{ address: 'reader', owes: false }] })
  await act(store, 'reader', 'archive', cold)
  const open = await send(store, { body: 'giraffe' })
  while (await store.messages.index());
  await store.upkeep.chill(system, 200, start, 1)
  await store.close()
  mail = { big, cold, open }
})
afterEach(() => rmSync(folder, { recursive: true, force: true }))

const file = () => join(location, 'mail.db')
const later = Date.now() + 10 * 3_600_000
const examine = (repair = false) => examineStore(location, { repair, now: later })
const words = (repair = false) => examine(repair).map(({ finding }) => finding)
function sql(...statements: readonly string[]): void {
  const database = new Database(file())
  database.unsafeMode()
  for (const statement of statements) database.exec(statement)
  database.close()
}
const onlyFile = (path: string): string => {
  const [name = ''] = readdirSync(path, { recursive: true, encoding: 'utf8' }).filter((one) =>
    statSync(join(path, one)).isFile(),
  )
  return join(path, name)
}

/** Everything that was sent is there and found as before. */
async function expectAllMail(): Promise<void> {
  const store = await openSqliteStore(location, { create: false, durability: 'normal' })
  const bodyOf = async (id: number) => (await store.messages.read(id, null))?.message.body
  expect([await bodyOf(mail.big), await bodyOf(mail.cold), await bodyOf(mail.open)]).toEqual([
    long,
    'zebra',
    'giraffe',
  ])
  const { rows } = await store.deliveries.page('reader', openMail, start, firstPage())
  expect(rows.map(({ message }) => message.id)).toEqual([mail.big, mail.open])
  const found = async (text: string) =>
    (await store.messages.search(parseQuery(text, start), null, start, { ...firstPage(), best: false })).rows
  expect((await found('giraffe')).map(({ message }) => message.id)).toEqual([mail.open])
  expect(await found('zebra')).toEqual([])
  await store.close()
}

test('a store that is well has no findings, and looking changes nothing in it', async () => {
  const before = readFileSync(file())
  expect(examine()).toEqual([])
  expect(readFileSync(file()).equals(before)).toBe(true)
  expect(examine(true)).toEqual([])
  await expectAllMail()
})

const mendable: readonly (readonly [string, () => void])[] = [
  ['permissions', () => chmodSync(location, 0o755)],
  ['permissions', () => chmodSync(onlyFile(join(location, 'bodies')), 0o644)],
  ['index-missing', () => sql('DROP INDEX messages_thread', 'DROP INDEX events_message')],
  ['trigger-missing', () => sql('DROP TRIGGER messages_kept')],
  [
    'trigger-missing',
    () =>
      sql(
        'DROP TRIGGER events_kept',
        'CREATE TRIGGER events_kept BEFORE DELETE ON events BEGIN SELECT 1; END',
      ),
  ],
  [
    'index-wrong',
    () =>
      sql(
        'PRAGMA writable_schema=ON',
        "UPDATE sqlite_schema SET sql = 'CREATE INDEX messages_sender ON messages(id, sender_id)' WHERE name = 'messages_sender'",
        'PRAGMA writable_schema=RESET',
        "INSERT INTO messages(id, thread_id, sender_id, kind, rank, sent_at, arrived_at, written, recipients, subject, preview, body) SELECT id + 1, thread_id + 1, sender_id, kind, rank + 1, sent_at, arrived_at, written, '[]', subject, preview, body FROM messages WHERE id = 3",
        'PRAGMA writable_schema=ON',
        "UPDATE sqlite_schema SET sql = 'CREATE INDEX messages_sender ON messages(sender_id, id)' WHERE name = 'messages_sender'",
        'PRAGMA writable_schema=RESET',
      ),
  ],
  ['text-index', () => sql('UPDATE text_state SET upto = 4000')],
  ['count-wrong', () => sql('UPDATE tallies SET copies = copies + 1 WHERE what < 4')],
  ['count-wrong', () => sql('DELETE FROM tallies WHERE what = 4')],
  ['count-wrong', () => sql('UPDATE tallies SET copies = 0 WHERE what BETWEEN 5 AND 7')],
  ['count-wrong', () => sql('INSERT INTO escalations VALUES(1, 1, NULL)')],
  ['count-wrong', () => sql('INSERT INTO tallies VALUES(1, 14, 0, 1)')],
  ['count-wrong', () => sql("INSERT INTO verdicts VALUES('open', 1, 1, 1, 0)")],
  ['table-missing', () => sql('DROP TABLE tallies')],
  ['table-missing', () => sql('DROP TABLE messages_text')],
  ['table-missing', () => sql('DROP TABLE text_state')],
  ['signal-empty', () => truncateSync(join(location, 'signals', 'reader'))],
  ['signal-empty', () => rmSync(join(location, 'signals', 'reader'))],
]
test.each(mendable)(
  '%s (%#) is found, told with what mends it, and mended without a loss',
  async (word, harm) => {
    harm()
    const found = examine()
    expect(new Set(found.map(({ finding }) => finding))).toContain(word)
    for (const { mend, mended } of found)
      expect([mend, mended]).toEqual([expect.stringContaining('doctor --repair'), false])
    expect(examine().length, 'looking alone mends nothing').toBe(found.length)
    expect(examine(true).map(({ mended }) => mended)).not.toContain(false)
    expect(examine()).toEqual([])
    if (word !== 'index-wrong') await expectAllMail()
  },
)

test('a body that no message names is put aside once it is old, and found should one name it after all', async () => {
  const named = onlyFile(join(location, 'bodies'))
  const body = 'nobody sent this '.repeat(20_000)
  const store = await openSqliteStore(location, { create: false, durability: 'normal' })
  const id = await send(store, { body })
  await store.close()
  sql(
    "INSERT INTO cold VALUES(4, 'x', 0, 0, 1)",
    'DELETE FROM deliveries WHERE box = 0 AND rank % 281474976710656 = 4',
    'DELETE FROM messages WHERE id = 4',
    'DELETE FROM cold WHERE message_id = 4',
    'UPDATE text_state SET upto = 3',
  )
  expect(id).toBe(4)
  expect(examineStore(location, { repair: false, now: Date.now() }), 'it may be on its way').toEqual([])
  const [finding, ...rest] = examine()
  expect(finding).toMatchObject({ finding: 'body-orphan', severity: 'advice' })
  expect(rest).toEqual([])
  expect(words(true)).toEqual(['body-orphan'])
  expect(words()).toEqual([])
  expect(existsSync(named)).toBe(true)
  const aside = join(location, 'orphans', readdirSync(join(location, 'orphans'))[0] ?? '')
  expect(readFileSync(aside, 'utf8')).toBe(body)
  await expectAllMail()

  // Somebody saw the body there just before it was put aside, and stores its message only now.
  const again = await openSqliteStore(location, { create: false, durability: 'normal' })
  const sent = await send(again, { body })
  rmSync(join(location, 'bodies', (aside.split('/').at(-1) ?? '').slice(0, 2)), { recursive: true })
  expect((await again.messages.read(sent, null))?.message.body).toBe(body)
  await again.close()
  expect(words()).toEqual([])
})

test.each<readonly [string, () => void, string]>([
  ['body-lost', () => rmSync(join(location, 'bodies'), { recursive: true }), 'backup'],
  ['body-lost', () => writeFileSync(onlyFile(join(location, 'bodies')), 'other'), 'backup'],
  ['cold-lost', () => truncateSync(onlyFile(join(location, 'archive')), 10), 'backup'],
  [
    'copy-without-message',
    () => sql('DROP TRIGGER messages_kept', 'DELETE FROM messages WHERE id = 3'),
    'backup',
  ],
  ['copy-lost', () => sql('DELETE FROM deliveries WHERE box = 0'), 'backup'],
  ['newer-version', () => sql('PRAGMA user_version = 999'), 'newer version'],
  ['unreadable', () => writeFileSync(file(), 'this is no database, nor was it ever'), 'backup'],
  ['unreadable', () => truncateSync(file(), 5000), 'backup'],
])('%s is damage that no repair here claims to mend', (word, harm, mend) => {
  harm()
  for (const repair of [false, true]) {
    const found = examine(repair).filter(({ finding }) => finding === word)
    expect(found.length).toBeGreaterThan(0)
    for (const one of found)
      expect(one).toMatchObject({ severity: 'damage', mended: false, mend: expect.stringContaining(mend) })
  }
})

test('a corrupted page is damage, whatever page it is, and a repair leaves the file no worse', () => {
  const whole = readFileSync(file())
  for (let page = 1; page < whole.length / 4096; page += 7) {
    const fd = openSync(file(), 'r+')
    writeSync(fd, Buffer.alloc(400, 0xa5), 0, 400, page * 4096)
    closeSync(fd)
    const found = examine()
    expect(found.filter(({ severity }) => severity === 'damage').length, `page ${page}`).toBeGreaterThan(0)
    for (const { why, mend } of found) expect([why, mend]).not.toContain('')
    expect(new Set(found.map((one) => JSON.stringify(one))).size, `page ${page}`).toBe(found.length)
    writeFileSync(file(), whole)
    rmSync(`${file()}-wal`, { force: true })
    rmSync(`${file()}-shm`, { force: true })
  }
})

test('what is not there is said so', () => {
  renameSync(location, `${location}-elsewhere`)
  expect(() => examine()).toThrow(expect.objectContaining({ code: 'no-store' }))
  mkdirSync(location)
  expect(() => examine()).toThrow(expect.objectContaining({ code: 'no-store' }))
})

test('files of others in the folder are left alone', () => {
  const own = join(location, 'notes.txt')
  writeFileSync(own, 'mine', { mode: 0o644 })
  utimesSync(own, 1, 1)
  expect(examine(true)).toEqual([])
  expect(readFileSync(own, 'utf8')).toBe('mine')
})
