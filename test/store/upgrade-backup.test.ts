import { spawn, spawnSync } from 'node:child_process'
import { once } from 'node:events'
import { copyFileSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import Database from 'better-sqlite3'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { schemaVersion } from '../../store/schema-version.ts'
import { examineStore } from '../../store/sqlite/doctor/doctor.ts'
import type { Upgraded } from '../../store/sqlite/migrate.ts'
import { openSqliteStore } from '../../store/sqlite/sqlite-store.ts'
import { bundled } from '../support/bundled.ts'
import { plantOldStore } from '../support/old-store.ts'
import { soon } from '../support/soon.ts'
import { makeFolder } from '../support/store-bare.ts'
import { firstPage, openMail } from './fixture.ts'

const opener = await bundled('store-opener.ts')
const killer = fileURLToPath(new URL('../support/die-at.cjs', import.meta.url))
const now = Date.UTC(2026, 10, 22, 14, 15)

let folder: ReturnType<typeof makeFolder>
let location: string
beforeEach(() => {
  folder = makeFolder()
  location = folder.location
})
afterEach(() => folder.remove())

type Rows = Readonly<Record<string, readonly unknown[]>>

/** Every row of every table, but the fact that every backup has. */
function contentsOf(file: string): { readonly version: unknown; readonly rows: Rows } {
  const database = new Database(file, { readonly: true })
  const tables = database
    .prepare("SELECT name FROM sqlite_schema WHERE type = 'table' AND name NOT LIKE 'sqlite%'")
    .pluck()
    .all() as string[]
  const rows = tables.map((table) => [
    table,
    database
      .prepare(`SELECT * FROM ${table}`)
      .all()
      .filter((row) => (row as { name?: unknown }).name !== 'skip_ids'),
  ])
  const version = database.pragma('user_version', { simple: true })
  database.close()
  return { version, rows: Object.fromEntries(rows) }
}

const backups = (of = location) => readdirSync(of).filter((name) => name.endsWith('.backup'))
const drafts = () => readdirSync(location).filter((name) => name.startsWith('.mail.db'))
const only = (): string => {
  expect(backups()).toEqual([expect.stringMatching(/^mail\.db\.schema-10-\d{4}-\d\d-\d\d\.backup$/u)])
  return join(location, backups()[0] ?? '')
}

async function open(): Promise<Upgraded | null> {
  let told: Upgraded | null = null
  const upgraded = (one: Upgraded) => {
    told = one
  }
  const store = await openSqliteStore(location, { create: false, durability: 'normal', upgraded })
  const { rows } = await store.deliveries.page('worker', openMail, now, firstPage())
  expect(rows.map(({ message }) => message.subject)).toEqual(['Repair the mill', 'Opening'])
  await store.close()
  return told
}

it('an upgrade leaves the store as it was in a file of its own, which is the way back', async () => {
  plantOldStore(location, 10)
  const before = contentsOf(join(location, 'mail.db'))
  expect(before.version).toBe(10)
  const told = await open()
  const backup = only()
  expect(told).toEqual({ from: 10, to: schemaVersion, backup })
  expect(statSync(backup).mode & 0o777).toBe(0o600)
  expect(contentsOf(backup)).toEqual(before)
  expect(await open(), 'a second opening upgrades nothing').toBeNull()

  for (const end of ['-wal', '-shm']) rmSync(join(location, `mail.db${end}`), { force: true })
  copyFileSync(backup, join(location, 'mail.db'))
  expect(contentsOf(join(location, 'mail.db'))).toEqual(before)
  expect(await open()).toEqual({ from: 10, to: schemaVersion, backup })
  expect(contentsOf(backup)).toEqual(before)
})

it('keeps one backup of a schema, and removes what a dead process left of one', async () => {
  plantOldStore(location, 10)
  const others = ['mail.db.schema-9-2025-01-01.backup', 'mail.db.schema-10.backup', 'mine.backup']
  const stale = ['mail.db.schema-10-2025-01-01.backup', '.mail.db.schema-10-2025-01-01.backup.1.abc']
  for (const name of [...others, ...stale]) writeFileSync(join(location, name), '')
  await open()
  expect(drafts()).toEqual([])
  for (const name of others) rmSync(join(location, name))
  expect(contentsOf(only()).version).toBe(10)
})

it('doctor says what the backup is, and how to go back', async () => {
  plantOldStore(location, 10)
  expect(examineStore(location, { repair: false, now })).toContainEqual(
    expect.objectContaining({ finding: 'older-version', mend: expect.stringContaining('keeps a copy') }),
  )
  expect(backups()).toEqual([])
  await open()
  const backup = only()
  expect(examineStore(location, { repair: true, now })).toContainEqual(
    expect.objectContaining({
      finding: 'upgrade-backup',
      severity: 'advice',
      where: backup,
      mend: expect.stringContaining(`watchpost backup restore ${backup}`),
      mended: false,
    }),
  )
})

it('a damaged store is not upgraded, and says why', async () => {
  plantOldStore(location, 10)
  const file = join(location, 'mail.db')
  const database = new Database(file)
  const root = database.prepare("SELECT rootpage FROM sqlite_schema WHERE name = 'messages'").pluck().get()
  const page = Number(database.pragma('page_size', { simple: true }))
  database.close()
  const bytes = readFileSync(file)
  bytes.fill(0xa5, (Number(root) - 1) * page, Number(root) * page)
  writeFileSync(file, bytes)
  await expect(open()).rejects.toMatchObject({
    code: 'damaged',
    message: expect.stringMatching(/was not upgraded from schema 10 to \d+, because/u),
    hint: expect.stringContaining('doctor --repair'),
  })
  expect(readFileSync(file).equals(bytes)).toBe(true)
  expect([backups(), drafts()]).toEqual([[], []])
})

it('of many processes that open an old store at once, one makes the backup and all go on', async () => {
  plantOldStore(location, 10)
  const before = contentsOf(join(location, 'mail.db'))
  const names = ['una', 'duo', 'tria', 'quattuor', 'quinque']
  const ended = await Promise.all(
    names.map(async (name) => {
      const child = spawn(process.execPath, [opener, location, name], { stdio: 'inherit' })
      return (await once(child, 'exit'))[0]
    }),
  )
  expect(ended).toEqual(names.map(() => 0))
  expect(contentsOf(only())).toEqual(before)
  expect(drafts()).toEqual([])
  const addresses = contentsOf(join(location, 'mail.db')).rows['agents'] as { address: string }[]
  expect(addresses.map(({ address }) => address)).toEqual(expect.arrayContaining(names))
})

/** More calls that change files than opening a store makes. */
const most = 40

it('a process that dies at any of its calls leaves the old store, or the new one with a whole backup', async () => {
  const seen = new Set<unknown>()
  let call = 1
  for (; call < most; call += 1) {
    plantOldStore(location, 10)
    const before = contentsOf(join(location, 'mail.db'))
    const env = { ...process.env, DIE_AT: String(call) }
    const { signal } = spawnSync(process.execPath, ['--require', killer, opener, location, 'dux'], { env })
    const { version, rows } = contentsOf(join(location, 'mail.db'))
    seen.add(version)
    if (version === 10) expect(rows).toEqual(before.rows)
    else expect(version).toBe(schemaVersion)
    if (version !== 10) expect(backups()).toHaveLength(1)
    for (const name of backups()) expect(contentsOf(join(location, name))).toEqual(before)
    await open()
    expect(contentsOf(only())).toEqual(before)
    expect(drafts()).toEqual([])
    for (const name of readdirSync(location)) rmSync(join(location, name), { recursive: true })
    if (signal === null) break
  }
  expect(call).toBeLessThan(most)
  expect(seen).toEqual(new Set([10, schemaVersion]))
})

it('a process that is killed while it copies a big store leaves no backup that is not whole', async () => {
  const body = 'x'.repeat(2000)
  plantOldStore(
    location,
    10,
    `WITH RECURSIVE n(i) AS (SELECT 100 UNION ALL SELECT i + 1 FROM n WHERE i < 30000)
INSERT INTO messages SELECT i, i, NULL, sender_id, principal, kind, rank, sent_at, arrived_at, expires_at, NULL, NULL, NULL, NULL, written, '[]', NULL, subject, preview, NULL, '${body}' FROM n, messages WHERE id = 1`,
  )
  const before = contentsOf(join(location, 'mail.db'))
  for (let round = 0; round < 3; round += 1) {
    const child = spawn(process.execPath, [opener, location, 'dux'], { stdio: 'inherit' })
    const left = () => drafts().some((name) => statSync(join(location, name)).size > round * 4_000_000)
    const ended = once(child, 'exit')
    await soon(() => expect(left() || child.exitCode !== null).toBe(true))
    child.kill('SIGKILL')
    await ended
    for (const name of backups()) expect(contentsOf(join(location, name))).toEqual(before)
    if (contentsOf(join(location, 'mail.db')).version !== 10) expect(backups()).toHaveLength(1)
  }
  await open()
  expect(contentsOf(only())).toEqual(before)
  expect(drafts()).toEqual([])
})
