import { copyFileSync, existsSync, mkdirSync, readdirSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { type Desk, openPrepared } from '../../support/cli.ts'

let desk: Desk
const database = () => join(desk.store, 'mail.db')
const withBody = (fresh: Desk) =>
  fresh.json('send', 'critic', '-s', 'Long', '-b', 'x'.repeat(100_000).concat('y'.repeat(20)))
beforeEach(() => {
  desk = openPrepared(['critic'], withBody)
  mkdirSync(join(desk.store, 'bodies', 'ab'), { recursive: true })
  writeFileSync(join(desk.store, 'bodies', 'ab', 'ab12'), 'a body')
})
afterEach(() => desk.close())

const losses: readonly (readonly [string, () => void])[] = [
  ['missing', () => rmSync(database())],
  ['empty', () => writeFileSync(database(), '')],
]

test.each(losses)(
  'a database that is %s beside bodies is damage with the way to restore it',
  (word, lose) => {
    lose()
    const { code, out } = desk.run(['doctor', '--json'])
    expect([code, JSON.parse(out)]).toMatchObject([
      6,
      { sound: false, findings: [{ finding: 'database-lost', severity: 'damage', mended: false }] },
    ])
    const [{ why, mend }] = JSON.parse(out).findings
    expect(why).toContain(word)
    expect(mend).toContain('watchpost backup restore FILE')
  },
)

test.each(losses)('with a database that is %s every command says so, with code 6', (_, lose) => {
  lose()
  for (const words of [['inbox'], ['send', 'critic', '-s', 'S'], ['count'], ['patrol'], ['backup', 'b']]) {
    const { code, err } = desk.run(words)
    expect([words[0], code, err]).toEqual([words[0], 6, expect.stringContaining('mail.db')])
    expect(err).toContain('backup')
  }
})

test.each(losses)('init refuses where the database is %s, and leaves everything as it is', (_, lose) => {
  lose()
  const before = readdirSync(desk.store, { recursive: true }).sort()
  const { code, err } = desk.run(['init'])
  expect([code, err]).toEqual([4, expect.stringContaining('backup')])
  expect(readdirSync(desk.store, { recursive: true }).sort()).toEqual(before)
})

test('the log of an emptied database is kept for whoever restores it', () => {
  writeFileSync(database(), '')
  writeFileSync(`${database()}-wal`, 'frames that may hold mail')
  desk.run(['doctor'])
  desk.run(['inbox'])
  expect(existsSync(`${database()}-wal`)).toBe(true)
})

test('a backup that is put in its place has the mail again', () => {
  const backup = join(desk.folder, 'mail.backup')
  desk.json('backup', backup)
  rmSync(database())
  for (const end of ['-wal', '-shm']) rmSync(`${database()}${end}`, { force: true })
  copyFileSync(backup, database())
  expect(desk.json('count', 'critic').total).toBe(1)
})

test('a folder without mail has no store, and init makes one', () => {
  rmSync(desk.store, { recursive: true })
  mkdirSync(join(desk.store, 'bodies'), { recursive: true })
  expect(desk.run(['inbox']).code).toBe(3)
  expect(desk.run(['init']).code).toBe(0)
})
