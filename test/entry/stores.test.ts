import { createHash } from 'node:crypto'
import { mkdirSync, readdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import Database from 'better-sqlite3'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { root } from '../../src/dev/digest.mjs'
import { knownStores } from '../../src/entry/stores/known-stores.ts'
import { openLooks } from '../../src/entry/stores/looks.ts'
import { keepPath, trustedStores } from '../../src/entry/trusting.ts'
import type { FoundStore, StoreLooks } from '../../src/faces/tui/stores.ts'
import { lookIntoSqliteStore } from '../../store/sqlite/look-into.ts'
import { plantOldStore } from '../support/old-store.ts'
import { until } from '../support/soon.ts'
import { newPlace, openOutside } from '../support/terminal-world.ts'
import { type Home, openHome } from '../support/trusted-stores.ts'

const shipped = join(root, 'dist/mailbox-worker.js')

let home: Home
const open: StoreLooks[] = []
beforeEach(() => {
  home = openHome()
  vi.stubEnv('HOME', home.folder)
  vi.stubEnv('WATCHPOST_IDENTITY', 'person')
  for (const name of [
    'XDG_STATE_HOME',
    'XDG_DATA_HOME',
    'XDG_CONFIG_HOME',
    'WATCHPOST_AGENT',
    'WATCHPOST_STORE',
  ])
    vi.stubEnv(name, undefined)
})
afterEach(() => {
  for (const one of open.splice(0)) one.rest()
  vi.unstubAllEnvs()
})

const around = () => ({
  stateFolder: home.stateFolder,
  dataFolder: join(home.folder, '.local/share/watchpost'),
  home: home.folder,
})

async function lookAround(present: string, rows = false): Promise<readonly FoundStore[]> {
  const looks = openLooks({ store: undefined, as: 'lea', allowNetworkFilesystem: false }, present, shipped)
  open.push(looks)
  for (;;) {
    const { stores, isLooking } = await looks.look(rows)
    if (!isLooking && stores.length > 0) return stores
  }
}

/** Every file of a store but the locks of its readers, and the empty log that they leave. */
function contentsOf(store: string): Readonly<Record<string, string>> {
  const files = readdirSync(store, { recursive: true, withFileTypes: true, encoding: 'utf8' })
  return Object.fromEntries(
    files
      .filter((file) => file.isFile() && !file.name.endsWith('-shm'))
      .map((file) => join(file.parentPath, file.name))
      .filter((path) => readFileSync(path).length > 0)
      .map((path) => [path, createHash('sha256').update(readFileSync(path)).digest('hex')]),
  )
}

describe('the stores of a person', () => {
  it('have the words of their bars, their unread mail and the rows of their Attention, and nothing is written', async () => {
    const alpha = await home.project('alpha')
    const beta = await home.project('beta', 2)
    const outside = await openOutside(beta)
    await (await outside.as('scout')).send({ to: ['lea'], subject: 'Fire', body: 'x', priority: 'urgent' })
    await outside.close()
    const before = contentsOf(beta)
    const [found] = await lookAround(alpha, true)
    expect(found).toMatchObject({ name: 'beta', path: '~/beta', problem: null })
    expect(found?.look).toMatchObject({ unread: 3, urgent: 1 })
    expect(found?.look?.waiting).toMatchObject([
      { why: 'urgent', message: { subject: 'Fire', from: 'scout' } },
    ])
    expect(contentsOf(beta)).toEqual(before)
  })

  it('are many, and each is in the list', async () => {
    const alpha = await home.project('alpha')
    await home.project('beta')
    for (let at = 0; at < 300; at += 1) {
      const id = at.toString(16).padStart(32, '0')
      writeFileSync(
        join(home.stateFolder, 'trusted', id),
        `1:1\n${JSON.stringify(`/nowhere/p${at}/.watchpost`)}\n`,
      )
    }
    const found = await lookAround(alpha)
    expect(found).toHaveLength(301)
    expect(found.filter(({ problem }) => problem === 'gone')).toHaveLength(300)
    expect(found.find(({ name }) => name === 'beta')?.look).toMatchObject({ unread: 1 })
  })

  it('are found by records of any form, and only whole paths count', async () => {
    const records = [
      '',
      '1:1\n',
      '1:1\nnot json\n',
      '1:1\n{}\n',
      '1:1\n7\n',
      `1:1\n"/x\\u001b[31mred/.watchpost"\n`,
    ]
    mkdirSync(join(home.stateFolder, 'trusted'), { recursive: true })
    for (const [at, text] of records.entries())
      writeFileSync(join(home.stateFolder, 'trusted', String(at).repeat(32)), text)
    expect(knownStores(around(), null)).toMatchObject([{ name: 'x\u001b[31mred', isGone: true }])
  })
})

type Case = { readonly what: string; readonly problem: string; readonly spoil: (store: string) => unknown }

const cases: readonly Case[] = [
  {
    what: 'an older version',
    problem: 'older version',
    spoil(store) {
      for (const end of ['', '-wal', '-shm']) rmSync(join(store, `mail.db${end}`), { force: true })
      plantOldStore(store, 14)
    },
  },
  {
    what: 'a database of another program',
    problem: 'no store',
    spoil(store) {
      for (const end of ['', '-wal', '-shm']) rmSync(join(store, `mail.db${end}`), { force: true })
      new Database(join(store, 'mail.db')).exec('CREATE TABLE other (a)').close()
    },
  },
  {
    what: 'a locked database',
    problem: 'locked',
    spoil(store) {
      const database = new Database(join(store, 'mail.db'))
      database.pragma('locking_mode = EXCLUSIVE')
      database.exec('BEGIN EXCLUSIVE; UPDATE facts SET value = value')
      return () => database.close()
    },
  },
  {
    what: 'an empty database',
    problem: 'gone',
    spoil(store) {
      writeFileSync(join(store, 'mail.db'), '')
    },
  },
  {
    what: 'no record of trust',
    problem: 'gone',
    spoil: (store) => writeFileSync(join(store, 'trust'), `${'0'.repeat(32)}\n`),
  },
]

describe('a store that says nothing', () => {
  it.each(cases)('for $what has one word, and holds up no other', async ({ problem, spoil }) => {
    const alpha = await home.project('alpha')
    const beta = await home.project('beta')
    await home.project('gamma')
    const end = spoil(beta)
    const found = await lookAround(alpha)
    const of = (wanted: string) => found.find(({ name }) => name === wanted)
    expect(of('gamma')).toMatchObject({ problem: null, look: { unread: 1 } })
    expect(of('beta')).toMatchObject({ look: null, problem })
    if (typeof end === 'function') end()
  })
})

describe('a look into a database', () => {
  it('refuses one of an older version, and upgrades nothing', async () => {
    const store = newPlace()
    mkdirSync(store, { recursive: true })
    plantOldStore(store, 14)
    const before = readFileSync(join(store, 'mail.db'))
    await expect(lookIntoSqliteStore(store, true)).rejects.toMatchObject({ code: 'stale' })
    expect(readFileSync(join(store, 'mail.db'))).toEqual(before)
  })

  it('writes nothing, whoever asks for it', async () => {
    const location = await home.project('alpha')
    const store = await lookIntoSqliteStore(location, true)
    await expect(store.facts.remember('trust', 'x')).rejects.toThrow()
    await store.close()
  })
})

describe('the path of a trusted store', () => {
  it('is kept when its folder was renamed, or an older version wrote none', async () => {
    const alpha = await home.project('alpha')
    renameSync(join(home.folder, 'alpha'), join(home.folder, 'omega'))
    const omega = join(home.folder, 'omega/.watchpost')
    expect(trustedStores(around())).toMatchObject([{ store: alpha, found: false }])
    keepPath(omega, around())
    expect(trustedStores(around())).toMatchObject([{ store: omega, found: true }])
    const [id = ''] = readdirSync(join(home.stateFolder, 'trusted'))
    const record = join(home.stateFolder, 'trusted', id)
    writeFileSync(record, `${readFileSync(record, 'utf8').split('\n')[0]}\n`)
    keepPath(omega, around())
    expect(trustedStores(around())).toMatchObject([{ store: omega, found: true }])
  })

  it('of a copy is not taken for it', async () => {
    const alpha = await home.project('alpha')
    const copy = await home.project('beta')
    writeFileSync(join(copy, 'trust'), readFileSync(join(alpha, 'trust')))
    keepPath(copy, around())
    expect(trustedStores(around()).map(({ store }) => store)).toContain(alpha)
  })
})

it('looks end with the board, and begin anew with the next one', async () => {
  const alpha = await home.project('alpha')
  await home.project('beta')
  const looks = openLooks({ store: undefined, as: 'lea', allowNetworkFilesystem: false }, alpha, shipped)
  open.push(looks)
  await looks.look(false)
  looks.rest()
  await until(async () => (await looks.look(false)).stores.some(({ look }) => look !== null))
})
