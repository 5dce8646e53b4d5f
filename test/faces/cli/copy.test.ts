import { once } from 'node:events'
import {
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import Database from 'better-sqlite3'
import pg from 'pg'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type Desk, openDesk } from '../../support/cli.ts'
import { withPostgres } from '../../support/postgres.ts'

let desk: Desk
let home: string
beforeAll(() => {
  desk = openDesk(['alice', 'bob'], 'dev')
  home = mkdtempSync(join(tmpdir(), 'watchpost-copies-'))
  desk.json('send', 'bob', '--as', 'alice', '-s', 'Rates', '-b', 'The cutter is dull')
  desk.run(['send', 'bob', '--as', 'alice', '-s', 'Long', '-b', '-'], { input: 'x'.repeat(300_000) })
})
afterAll(() => {
  desk.close()
  rmSync(home, { recursive: true, force: true })
})

const at = (name: string) => join(home, name)
const inbox = (store: string) => desk.json('--store', store, 'inbox', 'bob', '--body').messages

/** So many rows that a copy takes a while. */
function grow(file: string): void {
  const database = new Database(file)
  database.exec(`INSERT INTO redispatches(bead) WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < 400000)
    SELECT 'a bead with a long name ' || i FROM n`)
  database.close()
}

test('a folder gets all of a store, and hooks find the mail that waits', () => {
  const made = desk.json('copy', '--to', at('folder'))
  expect(made).toMatchObject({ store: at('folder'), messages: 2, deliveries: 2 })
  expect(inbox(at('folder'))).toEqual(inbox(desk.store))
  expect(statSync(join(at('folder'), 'mail.db')).mode & 0o777).toBe(0o600)
  expect(statSync(at('folder')).mode & 0o777).toBe(0o700)
  expect(readFileSync(join(at('folder'), '.gitignore'), 'utf8')).toBe('*\n')
  expect(statSync(join(at('folder'), 'signals', 'bob')).size).toBe(1)
  expect(desk.run(['--store', at('folder'), 'doctor'])).toMatchObject({ code: 0, out: '' })
  expect(desk.run(['copy', '--to', at('told')]).out).toMatch(
    /told {2}2 messages, 2 copies in mailboxes, \d+ agents, \d+ entr(?:y|ies) in the log\n$/u,
  )
})

test('a folder that has settings alone keeps them', () => {
  mkdirSync(at('settings'))
  writeFileSync(join(at('settings'), 'config.yaml'), '# mine\n')
  desk.json('copy', '--to', at('settings'))
  expect(readFileSync(join(at('settings'), 'config.yaml'), 'utf8')).toBe('# mine\n')
  expect(inbox(at('settings'))).toHaveLength(2)
})

const refusals: readonly (readonly [string, () => string, number, string])[] = [
  ['the store itself', () => desk.store, 4, 'There is a store in'],
  ['another store', () => at('other'), 4, 'There is a store in'],
  ['what is left of a store', () => at('left'), 4, 'bodies/'],
  ['a file', () => at('file'), 2, 'must be a folder'],
  ['a folder within a file', () => join(at('file'), 'x'), 2, 'cannot be'],
  ['nothing', () => '', 2, '--to is empty'],
  ['a door', () => 'ssh://host/path', 2, 'but not to it'],
  ['another scheme', () => 'mysql://host/path', 2, 'not a store'],
  ['a password', () => 'postgres://ada:secret@host/mail', 2, 'password'],
]
test.each(refusals)('no store is made in place of %s', (_, to, code, why) => {
  if (!existsSync(at('other'))) desk.json('--store', at('other'), 'init')
  mkdirSync(join(at('left'), 'bodies', 'aa'), { recursive: true })
  writeFileSync(at('file'), 'mine')
  const files = () => [at('other'), at('left'), home].map((folder) => readdirSync(folder).sort())
  const before = files()
  const said = desk.run(['copy', '--to', to()])
  expect([said.code, said.err]).toEqual([code, expect.stringContaining(why)])
  expect(files()).toEqual(before)
  expect(readFileSync(at('file'), 'utf8')).toBe('mine')
})

test('a copy to a folder that is killed leaves no store there, and the next one makes it', async () => {
  const source = at('large')
  desk.json('copy', '--to', source)
  grow(join(source, 'mail.db'))
  for (const wait of [0, 100]) {
    const child = desk.start(['--store', source, 'copy', '--to', at('killed')])
    const ended = once(child, 'exit')
    while (!existsSync(at('killed')) || readdirSync(at('killed')).length === 0)
      await new Promise((next) => setTimeout(next, 1))
    await new Promise((next) => setTimeout(next, wait))
    child.kill('SIGKILL')
    expect(await ended).toEqual([null, 'SIGKILL'])
    expect(existsSync(join(at('killed'), 'mail.db'))).toBe(false)
    expect(desk.run(['--store', at('killed'), 'inbox', 'bob'])).toMatchObject({ code: 3 })
  }
  desk.json('--store', source, 'copy', '--to', at('killed'))
  expect(inbox(at('killed'))).toHaveLength(2)
})

await withPostgres((server) => {
  test('a store moves to a server, works there, and moves back', async () => {
    const address = await server.bare()
    expect(desk.json('copy', '--to', address)).toMatchObject({ messages: 2, deliveries: 2 })
    expect(inbox(address)).toEqual(inbox(desk.store))
    expect(desk.run(['--store', address, 'doctor'])).toMatchObject({ code: 0, out: '' })
    expect(desk.run(['copy', '--to', address])).toMatchObject({
      code: 4,
      err: expect.stringContaining('already has a store'),
    })
    const next = desk.json('--store', address, 'next', '--as', 'bob')
    expect(next.message).toMatchObject({ body: 'The cutter is dull' })
    desk.json('--store', address, 'reply', next.message.id, '-b', 'Sharpened', '--as', 'bob')

    expect(desk.json('--store', address, 'copy', '--to', at('back'))).toMatchObject({ messages: 3 })
    expect(desk.json('--store', at('back'), 'inbox', 'alice', '--body').messages).toMatchObject([
      { body: 'Sharpened' },
    ])
    expect(desk.json('--store', at('back'), 'history', next.message.id)).toEqual(
      desk.json('--store', address, 'history', next.message.id),
    )
    const file = at('server.backup')
    expect(desk.json('--store', address, 'backup', file)).toMatchObject({ file, messages: 3 })
    expect(inbox(file)).toEqual(inbox(address))
    expect(desk.run(['--store', address, 'backup', file]).code).toBe(4)
    const other = await server.bare()
    expect(desk.json('--store', address, 'copy', '--to', other)).toMatchObject({ messages: 3 })
    expect(inbox(other)).toEqual(inbox(address))
  })

  test('a copy to a server that is killed amid its rows leaves nothing there and no file', async () => {
    const source = at('larger')
    desk.json('copy', '--to', source)
    grow(join(source, 'mail.db'))
    mkdirSync(at('temporary'))
    const address = await server.bare()
    const client = new pg.Client({ connectionString: address })
    await client.connect()
    const ask = async (sql: string) => (await client.query(sql)).rows[0]?.n as number
    const child = desk.start(['--store', source, 'copy', '--to', address], { TMPDIR: at('temporary') })
    const ended = once(child, 'exit')
    const busy = `SELECT count(*)::int AS n FROM pg_stat_activity WHERE datname = current_database() AND query LIKE 'INSERT INTO redispatches%'`
    while ((await ask(busy)) === 0) expect(child.exitCode).toBe(null)
    child.kill('SIGKILL')
    expect(await ended).toEqual([null, 'SIGKILL'])
    const others =
      'SELECT count(*)::int AS n FROM pg_stat_activity WHERE datname = current_database() AND pid <> pg_backend_pid()'
    while ((await ask(others)) > 0);
    expect(await ask("SELECT count(*)::int AS n FROM pg_namespace WHERE nspname = 'watchpost'")).toBe(0)
    const left = readdirSync(at('temporary'), { recursive: true, withFileTypes: true })
    expect(left.filter((one) => one.isFile())).toEqual([])
    expect(desk.json('--store', source, 'copy', '--to', address)).toMatchObject({ messages: 2 })
    expect(inbox(address)).toEqual(inbox(source))
    await client.end()
  })
})
