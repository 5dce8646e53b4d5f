import { spawn } from 'node:child_process'
import {
  copyFileSync,
  mkdtempSync,
  openSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  truncateSync,
  writeFileSync,
  writeSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import Database from 'better-sqlite3'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import type { MailStore } from '../../store/mail-store.ts'
import { examineStore } from '../../store/sqlite/doctor/doctor.ts'
import { restoreBackup } from '../../store/sqlite/restoring/restore-backup.ts'
import { openSqliteStore } from '../../store/sqlite/sqlite-store.ts'
import { plantOldStore } from '../support/old-store.ts'
import { soon } from '../support/soon.ts'
import { act, enroll, send, start, system } from './fixture.ts'

let folder = ''
let opened: MailStore[] = []
const long = 'A long report. 🙂 '.repeat(20_000)
const at = () => join(folder, 'store')
const database = () => join(at(), 'mail.db')
const backup = () => join(folder, 'mail.backup')

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'watchpost-restored-'))
})
afterEach(async () => {
  for (const one of opened) await one.close()
  opened = []
  rmSync(folder, { recursive: true, force: true })
})

async function open(place = at(), create = false): Promise<MailStore> {
  const store = await openSqliteStore(place, { create, durability: 'normal' })
  opened.push(store)
  return store
}

async function restore(file = backup()) {
  return restoreBackup(at(), file, { stamp: 'now', allowNetworkFilesystem: true })
}

/** A store with a backup of its first two messages, and one message more. */
async function makeStore(): Promise<MailStore> {
  const store = await open(at(), true)
  await enroll(store, 'writer', 'reader')
  await send(store, { subject: 'first', body: long })
  await send(store, { subject: 'second' })
  await store.backups.make(backup(), false)
  await send(store, { subject: 'later', body: long })
  return store
}

/** Asked of SQLite alone. */
function subjectsIn(file: string): readonly unknown[] {
  const found = new Database(file, { readonly: true })
  try {
    return found.prepare('SELECT subject FROM messages ORDER BY id').pluck().all()
  } finally {
    found.close()
  }
}

const wholeStore = () => examineStore(at(), { repair: false, now: start, allowNetworkFilesystem: true })

describe('a backup that is restored', () => {
  test('becomes the mail of the store, and the state before is a backup', async () => {
    await makeStore()
    const { before, counts } = await restore()
    expect(counts).toMatchObject({ messages: 2 })
    expect(subjectsIn(database())).toEqual(['first', 'second'])
    expect(subjectsIn(before ?? '')).toEqual(['first', 'second', 'later'])
    expect(statSync(before ?? '').mode & 0o777).toBe(0o600)
    expect(wholeStore().filter(({ severity }) => severity === 'damage')).toEqual([])

    const again = await open()
    const sent = await send(again, { subject: 'after' })
    expect((await again.messages.read(sent, null))?.message.subject).toBe('after')
    // The state before is whole, with its long bodies, and can be restored in its turn.
    await restore(before ?? '')
    expect(subjectsIn(database())).toEqual(['first', 'second', 'later'])
  })

  test('rings everybody whose mail waits in it', async () => {
    const store = await makeStore()
    const heard = store.live.mail('reader', AbortSignal.timeout(60_000))
    await restore()
    await expect(heard).rejects.toMatchObject({ code: 'no-store' })
    expect(readdirSync(join(at(), 'signals'))).not.toEqual([])
  })

  test('is noticed by an open program before its next change, and by its next look', async () => {
    const store = await makeStore()
    const sent = await send(store, { subject: 'gone by then' })
    await restore()
    expect(store.isCurrent()).toBe(false)
    await expect(send(store, { subject: 'lost' })).rejects.toMatchObject({ code: 'no-store' })
    await expect(act(store, 'reader', 'archive', sent)).rejects.toMatchObject({
      code: 'no-store',
    })
    expect(subjectsIn(database())).toEqual(['first', 'second'])
  })

  test('takes in what was stored until it took the lock', async () => {
    await makeStore()
    // Another process writes without a pause.
    const writer = spawn(process.execPath, ['-e', endless, database()], {
      stdio: ['ignore', 'pipe', 'inherit'],
    })
    let last = 0
    writer.stdout.on('data', (data: Buffer) => {
      last = Number(data.toString().trim().split('\n').at(-1))
    })
    await soon(() => expect(last).toBeGreaterThan(20))
    const begun = last
    const { before } = await restore()
    const kept = new Database(before ?? '', { readonly: true })
    const count = Number(kept.prepare("SELECT value FROM facts WHERE name = 'written'").pluck().get())
    kept.close()
    writer.kill()
    await new Promise((ended) => writer.once('exit', ended))
    expect(count).toBeGreaterThanOrEqual(begun)
    expect(subjectsIn(database())).toEqual(['first', 'second'])
  })

  test('of an earlier schema is brought up to date', async () => {
    await makeStore()
    const old = join(folder, 'old')
    const made = await open(old, true)
    await made.close()
    opened.pop()
    for (const name of readdirSync(old)) if (name.startsWith('mail.db')) rmSync(join(old, name))
    plantOldStore(old, 14)
    copyFileSync(join(old, 'mail.db'), backup())
    await restore()
    expect(wholeStore().filter(({ severity }) => severity === 'damage')).toEqual([])
    await enroll(await open(), 'newcomer')
  })

  test('keeps what only the backup says of cold mail', async () => {
    const store = await open(at(), true)
    await enroll(store, 'writer', 'reader')
    const cold = await send(store, { body: 'zebra crossing', to: [{ address: 'reader', owes: false }] })
    await act(store, 'reader', 'archive', cold)
    while (await store.messages.index());
    await store.upkeep.chill(system, 200, start, 1)
    await store.backups.make(backup(), false)
    await restore()
    const again = await open()
    expect((await again.messages.read(cold, null))?.message.body).toBe('zebra crossing')
  })
})

/** Raises a number in the facts for as long as it lives. */
const endless = `
const Database = require('better-sqlite3')
const database = new Database(process.argv[1], { timeout: 60000 })
const raise = database.prepare("INSERT INTO facts(name, value) VALUES('written', ?) ON CONFLICT(name) DO UPDATE SET value = excluded.value")
for (let i = 1; ; i += 1) { raise.run(String(i)); process.stdout.write(i + '\\n') }
`

describe('a store that cannot be read', () => {
  const broken: readonly (readonly [string, () => void])[] = [
    ['a database of noise', () => writeFileSync(database(), Buffer.alloc(40_000, 'noise'))],
    ['a page of noise in the middle', () => overwrite(4)],
    ['an empty database', () => truncateSync(database(), 0)],
    ['half a database', () => truncateSync(database(), Math.floor(statSync(database()).size / 2))],
    ['no database', () => rmSync(database())],
  ]

  test.each(broken)('%s: the backup takes its place, and what was there is kept', async (_name, breakIt) => {
    const store = await makeStore()
    await store.close()
    opened = []
    breakIt()
    const there = statSync(database(), { throwIfNoEntry: false })
    const left = there === undefined ? null : readFileSync(database())
    const { before } = await restore()
    expect(subjectsIn(database())).toEqual(['first', 'second'])
    expect(wholeStore().filter(({ severity }) => severity === 'damage')).toEqual([])
    expect(statSync(database()).mode & 0o777).toBe(0o600)
    if (left === null) expect(before).toBeNull()
    else if (before?.endsWith('.backup')) expect(statSync(before).size).toBeGreaterThan(0)
    else expect(readFileSync(join(before ?? '', 'mail.db'))).toEqual(left)
  })

  function overwrite(page: number): void {
    const file = openSync(database(), 'r+')
    writeSync(file, Buffer.alloc(4096, 'noise'), 0, 4096, page * 4096)
  }
})

describe('a file that is no good backup leaves the store as it is', () => {
  const files: readonly (readonly [string, () => string, string])[] = [
    ['none', () => join(folder, 'absent'), 'not-found'],
    ['a folder', () => folder, 'usage'],
    ['the store itself', database, 'usage'],
    ['a text', () => written('Hello'.repeat(1000)), 'usage'],
    ['an empty file', () => written(''), 'usage'],
    ['the database of another program', otherProgram, 'usage'],
    ['half a backup', () => cutOff(), 'damaged'],
    ['a backup with noise in it', () => noisy(), 'damaged'],
  ]

  test.each(files)('%s', async (_name, file, code) => {
    await makeStore()
    const before = readdirSync(at()).sort()
    await expect(restore(file())).rejects.toMatchObject({ code })
    expect(subjectsIn(database())).toEqual(['first', 'second', 'later'])
    expect(readdirSync(at()).sort()).toEqual(before)
  })

  function written(text: string): string {
    const file = join(folder, 'other')
    writeFileSync(file, text)
    return file
  }

  function otherProgram(): string {
    const file = join(folder, 'other')
    new Database(file).exec('CREATE TABLE notes(text)').close()
    return file
  }

  function cutOff(): string {
    truncateSync(backup(), Math.floor(statSync(backup()).size / 2))
    return backup()
  }

  function noisy(): string {
    const file = openSync(backup(), 'r+')
    const pages = statSync(backup()).size / 4096
    for (let page = 10; page < pages; page += 3)
      writeSync(file, Buffer.alloc(4096, 'noise'), 0, 4096, page * 4096)
    return backup()
  }
})
