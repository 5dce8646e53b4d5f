import { chmodSync, rmSync, truncateSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import Ajv from 'ajv/dist/2020.js'
import Database from 'better-sqlite3'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { definitions } from '../../../src/faces/cli/schemas.ts'
import { type Desk, openPrepared } from '../../support/cli.ts'

let desk: Desk
const withMail = (fresh: Desk) => fresh.json('send', 'critic', '-s', 'Hello')
beforeEach(() => {
  desk = openPrepared(['critic'], withMail)
})
afterEach(() => desk.close())

function doctor(...args: readonly string[]) {
  const { code, out } = desk.run(['doctor', '--json', ...args])
  const value = JSON.parse(out)
  const validate = new Ajv({ strict: false }).compile(definitions()['examination'] ?? false)
  expect(validate(value), JSON.stringify(validate.errors)).toBe(true)
  return { code, value, words: value.findings.map(({ finding }: { finding: string }) => finding) }
}

test('a healthy store: code 0, no findings, and nothing on standard output for people', () => {
  expect(doctor()).toMatchObject({ code: 0, words: [], value: { store: desk.store, sound: true } })
  const { code, out, err } = desk.run(['doctor'])
  const said = `${desk.store} has no problems.\nThe log is not sealed yet: 2 changes.\n`
  expect({ code, out, err }).toEqual({ code: 0, out: '', err: said })
})

test('advice is code 0, damage code 6 until it is mended', () => {
  chmodSync(join(desk.store, 'mail.db'), 0o644)
  expect(doctor()).toMatchObject({ code: 0, words: ['permissions'] })
  truncateSync(join(desk.store, 'signals', 'critic'))
  expect(doctor()).toMatchObject({ code: 6, value: { sound: false } })
  expect(doctor('--repair')).toMatchObject({ code: 0, value: { sound: true } })
  expect(doctor()).toMatchObject({ code: 0, words: [] })
})

test.each([
  [
    'newer-version',
    () => new Database(join(desk.store, 'mail.db')).exec('PRAGMA user_version = 999').close(),
  ],
  [
    'unreadable',
    () => {
      writeFileSync(join(desk.store, 'mail.db'), 'no database at all, not even near')
      rmSync(join(desk.store, 'mail.db-wal'))
    },
  ],
  ['settings', () => writeFileSync(join(desk.store, 'config.yaml'), 'durabilty: full\n')],
])('%s is told in words, with code 6, where other commands cannot even begin', (word, harm) => {
  harm()
  expect(doctor()).toMatchObject({ code: 6, words: [word] })
  const { code, out } = desk.run(['doctor'])
  expect(code).toBe(6)
  expect(out).toMatch(new RegExp(`^damage: ${word}: .+\\n  .+\\n  .+\\n`, 'u'))
})

test('no store is not found', () => {
  expect(desk.run(['doctor', '--store', join(desk.folder, 'nowhere')]).code).toBe(3)
})
