import {
  chmodSync,
  copyFileSync,
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
import { afterEach, beforeEach, expect, it } from 'vitest'
import { schemaVersion } from '../../store/schema-version.ts'
import { examineStore } from '../../store/sqlite/doctor/doctor.ts'
import { openSqliteStore } from '../../store/sqlite/sqlite-store.ts'

const options = { create: true, durability: 'normal' } as const
let folder: string
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'watchpost-foreign-'))
})
afterEach(() => rmSync(folder, { recursive: true, force: true }))

it.each([
  ['of no version', 0, 'delete'],
  ['of a version that we had', 4, 'delete'],
  ['of the version that we have', schemaVersion, 'delete'],
  ['of a version yet to come', 4711, 'delete'],
  ['with a log beside it', 4, 'wal'],
])('leaves another program’s database %s as it is', async (_, version, mode) => {
  const apart = join(folder, 'contacts.db')
  const theirs = new Database(apart)
  theirs.pragma(`journal_mode = ${mode}`)
  theirs.exec('CREATE TABLE contacts(name); CREATE TABLE messages(id); CREATE TABLE events(id)')
  theirs.pragma(`user_version = ${version}`)
  theirs.close()
  chmodSync(apart, 0o644)
  const within = join(folder, 'mail.db')
  copyFileSync(apart, within)
  const before = readFileSync(apart)
  const refused = expect.objectContaining({
    code: 'usage',
    message: expect.stringContaining('another program'),
  })
  for (const location of [apart, folder]) {
    for (const create of [false, true])
      await expect(openSqliteStore(location, { ...options, create })).rejects.toEqual(refused)
    for (const repair of [false, true])
      expect(() => examineStore(location, { repair, now: 0 })).toThrow(refused)
  }
  expect(readdirSync(folder).sort()).toEqual(['contacts.db', 'mail.db'])
  for (const file of [apart, within]) {
    expect(readFileSync(file).equals(before)).toBe(true)
    expect(statSync(file).mode & 0o777).toBe(0o644)
  }
})

it('says of a file that is no database that it is none, and leaves nothing beside it', async () => {
  const file = join(folder, 'notes.txt')
  writeFileSync(file, 'buy milk\n')
  const refused = { code: 'usage', message: expect.stringContaining('notes.txt is no database') }
  await expect(openSqliteStore(file, options)).rejects.toMatchObject(refused)
  expect(() => examineStore(file, { repair: true, now: 0 })).toThrow(expect.objectContaining(refused))
  expect(readdirSync(folder)).toEqual(['notes.txt'])
})
