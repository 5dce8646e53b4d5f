import type { ChildProcess } from 'node:child_process'
import { cpSync, mkdirSync, mkdtempSync, readdirSync, readlinkSync, renameSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import Database from 'better-sqlite3'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { runProgram } from '../support/batch.ts'
import {
  batchOn,
  doorOn,
  environmentOf,
  type Home,
  hearerOn,
  type LongLived,
  linkOn,
  mcpOn,
  screenOn,
  serveOn,
} from '../support/long-lived.ts'
import { testPatience } from '../support/patience.ts'
import { removeAll } from '../support/remove-all.ts'
import { proof, scaled } from '../support/scale.ts'
import { soon } from '../support/soon.ts'

const folder = mkdtempSync(join(tmpdir(), 'watchpost-replaced-'))
const rounds = scaled(8, 200)
/** A person's send takes seconds, in which it can be taken back. */
const roundsOnScreen = scaled(4, 200)
const hearings = scaled(4, 200)
let template: string
let backup: string
let token: string

afterAll(() => rmSync(folder, { recursive: true, force: true }))

beforeAll(async () => {
  template = join(folder, 'template')
  const env = { ...environmentOf({ folder, store: template }), WATCHPOST_IDENTITY: 'person' }
  const run = async (...args: readonly string[]) => {
    const { code, out, err } = await runProgram([...args, '--store', template], '', env)
    expect(err === '' || code === 0, err).toBe(true)
    return out
  }
  await run('init', '--test', '--swarm', 'here')
  await run('agents', 'register', 'ana')
  await run('agents', 'register', 'ben', '--can-complete')
  await run('send', 'ana', '-s', 'a question', '-b', 'x', '--as', 'ben')
  token = JSON.parse(await run('token', 'create', '--role', 'agent', '--id', 'there', '--json')).token
  backup = join(folder, 'backup')
  await run('backup', backup)
}, testPatience)

function newHome(): Home {
  const home = mkdtempSync(join(folder, 'home-'))
  const store = join(home, 'store')
  cpSync(template, store, { recursive: true })
  return { folder: home, store }
}

/** In one step: nobody finds half a store. */
function bringBack({ store, folder: home }: Home): void {
  const fresh = join(home, 'fresh')
  cpSync(template, fresh, { recursive: true })
  renameSync(fresh, store)
}

/** What happens to the store under an open program. */
const events = {
  // Whoever looks while none is there hears of a removal.
  replace({ store, folder: home }: Home) {
    const [old, fresh] = [join(home, 'old'), join(home, 'fresh')]
    cpSync(template, fresh, { recursive: true })
    renameSync(store, old)
    renameSync(fresh, store)
    rmSync(old, { recursive: true })
  },
  async restore(home: Home) {
    const env = { ...environmentOf(home), WATCHPOST_IDENTITY: 'person' }
    const { code, err } = await runProgram(['backup', 'restore', backup, '--store', home.store], '', env)
    expect(code, err).toBe(0)
  },
  // What people did before there was a command for it.
  move({ store, folder: home }: Home) {
    const away = join(home, 'away')
    rmSync(away, { recursive: true, force: true })
    mkdirSync(away)
    for (const name of ['mail.db-wal', 'mail.db-shm']) rename(join(store, name), join(away, name))
    cpSync(backup, join(store, 'new'))
    renameSync(join(store, 'new'), join(store, 'mail.db'))
  },
  remove({ store }: Home) {
    removeAll(store)
  },
}

const kinds = ['replace', 'restore', 'move', 'remove'] as const

function rename(from: string, to: string): void {
  try {
    renameSync(from, to)
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'ENOENT') throw error
  }
}

/** Asked of SQLite alone. */
function has(home: Home, name: string): boolean {
  const database = new Database(join(home.store, 'mail.db'), { readonly: true })
  try {
    return (
      database.prepare('SELECT 1 FROM messages WHERE subject = ? OR body = ?').get(name, name) !== undefined
    )
  } finally {
    database.close()
  }
}

type Opener = (home: Home) => LongLived | Promise<LongLived>

const programs: readonly (readonly [string, Opener, number])[] = [
  ['`batch`', (home) => batchOn(home, home.store), rounds],
  ['`mcp`', mcpOn, rounds],
  ['`door`', doorOn, rounds],
  ['`link`', linkOn, rounds],
  ['`serve`', (home) => serveOn(home, token), rounds],
  ['the screen', screenOn, roundsOnScreen],
]

describe('an open program', () => {
  const under = 'a store is replaced, restored or removed under'
  const named = programs.map(
    ([name, open, tried]) =>
      [proof(`${under} ${name}: nothing acknowledged is missing`, tried), open, tried] as const,
  )
  // Each has a store of its own, and the screen mostly waits.
  test.concurrent.each(named)(
    '%s',
    async (_name, open, tried) => {
      const home = newHome()
      const program = await open(home)
      try {
        expect(await program.change('before')).toBe('acknowledged')
        for (let round = 0; round < tried; round += 1) {
          const kind = kinds[round % kinds.length] ?? 'replace'
          const name = `round-${round}`
          await events[kind](home)
          const answer = await program.change(name)
          if (kind === 'remove') {
            expect(answer).not.toBe('acknowledged')
            bringBack(home)
            expect(await program.change(`${name}-back`)).toBe('acknowledged')
          } else expect(answer, kind).toBe('acknowledged')
          expect(has(home, kind === 'remove' ? `${name}-back` : name), `${kind} ${name}`).toBe(true)
        }
      } finally {
        program.close()
      }
    },
    scaled(testPatience, 1_800_000),
  )

  const hearers = [
    ['wait', ['wait', '--take', '--as', 'ben', '--json']],
    ['watch', ['watch', 'ben', '--as', 'ben', '--json']],
    ['run', ['run', 'ben', '--json', '--', 'cat']],
  ] as const

  test.concurrent.each(
    hearers.map(
      ([name, args]) => [proof(`${under} \`${name}\`: no mail is unheard`, hearings), args] as const,
    ),
  )(
    '%s',
    async (_name, args) => {
      const home = newHome()
      let hearer = hearerOn(home, args)
      try {
        for (let round = 0; round < hearings; round += 1) {
          const kind = kinds[round % kinds.length] ?? 'replace'
          if (hearer.child.exitCode !== null) hearer = hearerOn(home, args)
          await listens(hearer.child)
          const since = hearer.heard()
          await events[kind](home)
          if (kind === 'remove') {
            expect(await hearer.ended).toBe(3)
            await hearer.hears('was removed. Nothing is saved.', since)
            bringBack(home)
          } else {
            await hearer.hears('was replaced', since)
            await hearer.hears(await send(home, `round-${round}`), since)
            if (args[0] === 'wait') expect(await hearer.ended).toBe(0)
          }
        }
      } finally {
        hearer.close()
      }
    },
    scaled(testPatience, 1_800_000),
  )

  test('sync ends with exit code 3 once the store is gone', async () => {
    const home = newHome()
    mkdirSync(join(home.folder, 'beside'))
    const hearer = hearerOn(home, ['sync', 'beside', '--format', 'haak', '--as', 'ben'])
    await listens(hearer.child)
    events.remove(home)
    expect(await hearer.ended).toBe(3)
    await hearer.hears('was removed. Nothing is saved.')
  })

  test('a store that nobody trusts is not written to', async () => {
    const home = newHome()
    const found = { ...home, store: join(home.folder, '.watchpost') }
    await init(home, found.store)
    const program = await mcpOn(found, [])
    try {
      // Opens it.
      expect(await program.change('before')).toBe('acknowledged')
      events.replace(found)
      expect(await program.change('into a stranger')).toBe('not-allowed')
      expect(has(found, 'into a stranger')).toBe(false)
    } finally {
      program.close()
    }
  })
})

/** A store that is found upward, and trusted. */
async function init(home: Home, store: string): Promise<void> {
  const args = ['--store', store, '--quiet']
  const env = environmentOf(home)
  expect(await runProgram(['init', ...args], '', env)).toMatchObject({ code: 0 })
  for (const agent of ['ana', 'ben'])
    expect(await runProgram(['agents', 'register', agent, ...args], '', env)).toMatchObject({ code: 0 })
}

/** Resolves once the program listens for changes. */
function listens({ pid }: ChildProcess): Promise<void> {
  const folder = `/proc/${pid}/fd`
  return soon(() => {
    const open = readdirSync(folder).map((fd) => linkOf(join(folder, fd)))
    if (!open.includes('anon_inode:inotify')) throw new Error('It does not listen yet.')
  })
}

function linkOf(path: string): string {
  try {
    return readlinkSync(path)
  } catch {
    return ''
  }
}

/** The new message's id. */
async function send(home: Home, subject: string): Promise<string> {
  const args = ['send', 'ben', '-s', subject, '-b', 'x', '--as', 'ana', '--store', home.store, '--json']
  const { code, out } = await runProgram(args, '', environmentOf(home))
  expect(code).toBe(0)
  return JSON.parse(out).id
}
