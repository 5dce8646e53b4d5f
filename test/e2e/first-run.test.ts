import { spawnSync } from 'node:child_process'
import {
  chmodSync,
  chownSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  realpathSync,
  rmSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import Database from 'better-sqlite3'
import { afterAll, describe, expect, it } from 'vitest'
import { programFile, quietEnvironment } from '../support/batch.ts'
import {
  copiedWorld,
  emptyStore,
  leaveAll,
  newPlace,
  sitDown,
  start,
  watchpost,
} from '../support/terminal-world.ts'

afterAll(leaveAll)

/** A world that another process is writing to, and does not come to an end. */
async function lockedWorld() {
  const store = await copiedWorld()
  const database = new Database(join(store, 'mail.db'))
  database.exec('BEGIN IMMEDIATE')
  return { store, database }
}

/** Somebody who is not root, whom a folder's permissions stop. */
const nobody = 65_534
const isRoot = process.getuid?.() === 0
const asNobody = isRoot
  ? ['setpriv', `--reuid=${nobody}`, `--regid=${nobody}`, '--clear-groups', process.execPath, programFile]
  : [process.execPath, programFile]

/** A home with the folder of a project in it, both of somebody who is not root. */
function newHome(): { readonly home: string; readonly project: string } {
  const home = realpathSync(mkdtempSync(join(tmpdir(), 'watchpost-first-')))
  const project = join(home, 'project')
  mkdirSync(project)
  if (isRoot) for (const folder of [home, project]) chownSync(folder, nobody, nobody)
  // The temporary folder of the tests is root's alone.
  if (isRoot) chmodSync(tmpdir(), 0o711)
  return { home, project }
}

/** The bare command in a folder where no store is. */
function firstSight(command: readonly string[], home: string, cwd: string, env: NodeJS.ProcessEnv = {}) {
  const none = { WATCHPOST_STORE: undefined, XDG_DATA_HOME: undefined, XDG_STATE_HOME: undefined }
  return start(command, { cwd, env: { ...none, XDG_CONFIG_HOME: undefined, HOME: home, ...env } })
}

describe('where no store is', () => {
  it('a person is asked, and y creates the store and opens it', async () => {
    const { home, project } = newHome()
    const seat = firstSight(asNobody, home, project)
    await seat.sees('Create a store here')
    expect(readdirSync(project)).toEqual([])
    await seat.type('y')
    await seat.press('Enter')
    await seat.sees('No open mail')
    expect(existsSync(join(project, '.watchpost/mail.db'))).toBe(true)
  })

  it('settings without a store are asked for as well', async () => {
    const { home, project } = newHome()
    mkdirSync(join(project, '.watchpost'))
    if (isRoot) chownSync(join(project, '.watchpost'), nobody, nobody)
    const seat = firstSight(asNobody, home, project)
    await seat.sees('Create a store here')
    await seat.type('y')
    await seat.press('Enter')
    await seat.sees('No open mail')
  })

  it.each([['n'], ['']])('%j creates nothing, and says what to do', async (answer) => {
    const { home, project } = newHome()
    const seat = firstSight(asNobody, home, project)
    await seat.sees('Create a store here')
    if (answer !== '') await seat.type(answer)
    await seat.press('Enter')
    expect((await seat.exited()).code).toBe(3)
    expect(seat.screen().join(' ')).toContain('No store was created')
    expect(readdirSync(home, { recursive: true })).toEqual(['project'])
  })

  const refusals: readonly (readonly [string, string, Parameters<typeof refused>[0]])[] = [
    ['a folder that cannot be written to', 'You cannot write to this folder', { isReadOnly: true }],
    ['the home folder', 'This is your home folder', { inHome: true }],
    ["a coding agent's session", 'Create one with `watchpost init`', { env: { CLAUDECODE: '1' } }],
  ]
  async function refused(how: {
    readonly isReadOnly?: boolean
    readonly inHome?: boolean
    readonly env?: NodeJS.ProcessEnv
  }) {
    const { home, project } = newHome()
    if (how.isReadOnly) chmodSync(project, 0o555)
    const seat = firstSight(asNobody, home, how.inHome ? home : project, how.env)
    expect((await seat.exited()).code).toBe(3)
    expect(readdirSync(home, { recursive: true })).toEqual(['project'])
    return seat.screen().join('\n').replace(/\s+/gu, ' ')
  }
  it.each(refusals)('%s gets one sentence, and nothing is made', async (_where, sentence, how) => {
    expect(await refused(how)).toContain(sentence)
  })

  it.runIf(isRoot)('root gets one sentence, and nothing is made', async () => {
    const { home, project } = newHome()
    const seat = firstSight([process.execPath, programFile], home, project)
    expect((await seat.exited()).code).toBe(3)
    expect(seat.screen().join(' ')).toContain('You are root')
    expect(readdirSync(home, { recursive: true })).toEqual(['project'])
  })

  it('without a terminal, the sentence names init, demo and the help', () => {
    const { home, project } = newHome()
    const [file = '', ...words] = asNobody
    const env = { ...quietEnvironment(), HOME: home }
    const { status, stdout, stderr } = spawnSync(file, words, { cwd: project, env, input: '' })
    expect([status, stdout.toString()]).toEqual([3, ''])
    for (const word of ['init', 'demo', '--help']) expect(stderr.toString()).toContain(`watchpost ${word}`)
    expect(readdirSync(home, { recursive: true })).toEqual(['project'])
  })
})

describe.concurrent('the first run', () => {
  it('says how to make a store where there is none', async () => {
    const program = start(watchpost(newPlace(), 'lea'))
    expect((await program.exited()).code).toBe(3)
    const said = program.screen().join('\n')
    expect(said).toContain('There is no store')
    expect(said).toContain('watchpost init')
    expect(program.isAlternate()).toBe(false)
  })

  it('says what to do before an empty inbox', async () => {
    const seat = await sitDown({ store: await emptyStore(['lea']) })
    await seat.sees('No open mail.')
    await seat.sees('m writes a message')
    await seat.press('Enter')
    await seat.sees('No message is selected.')
    await seat.press('r')
    await seat.sees('No message is selected.')
    await seat.press('1', 'G')
    await seat.sees('The archive is empty.')
  })

  it('says who is unknown', async () => {
    const program = start(watchpost(await copiedWorld(), 'nobody'))
    expect((await program.exited()).code).toBe(3)
    expect(program.screen().join('\n')).toMatch(/nobody/u)
    expect(program.isAlternate()).toBe(false)
  })

  it('leaves a store of a newer version alone', async () => {
    const store = await copiedWorld()
    const database = new Database(join(store, 'mail.db'))
    database.pragma('user_version = 9999')
    database.close()
    const program = start(watchpost(store, 'lea'))
    expect((await program.exited()).code).toBe(6)
    expect(program.screen().join('\n')).toMatch(/newer/u)
  })

  it('says that the store is no store', async () => {
    const store = await copiedWorld()
    rmSync(join(store, 'mail.db'))
    const program = start(watchpost(store, 'lea'))
    expect((await program.exited()).code).not.toBe(0)
    expect(program.screen().join('\n')).not.toMatch(/\n +at /u)
  })

  it('says that the store is busy, and what to do, once it was patient', async () => {
    const store = await copiedWorld()
    const database = new Database(join(store, 'mail.db'))
    // Nobody may read or write: a copy being put back, or a broken disk.
    database.pragma('locking_mode = EXCLUSIVE')
    database.pragma('journal_mode = DELETE')
    database.exec('BEGIN EXCLUSIVE')
    const program = start(watchpost(store, 'lea'))
    const { code } = await program.exited()
    database.close()
    expect(program.screen().join('\n')).toMatch(/busy/u)
    expect(code).toBe(5)
    expect(program.isAlternate()).toBe(false)
  })

  it('goes on reading while another process keeps the store locked, and writes once it lets go', async () => {
    const { store, database } = await lockedWorld()
    const seat = await sitDown({ store })
    await seat.sees('Tests red on main')
    await seat.press('j', 'e')
    await seat.sees('The store is locked. Your changes will be saved when it is free.')
    await seat.press('Enter')
    await seat.sees('issue_count')
    await seat.sees('store busy')
    database.close()
    await seat.sees('Archived 1 message (u to undo)')
    await seat.misses('store busy')
  })

  it('is left at once where nothing waits to be written, and on the second word where something does', async () => {
    const { store, database } = await lockedWorld()
    const looking = await sitDown({ store })
    await looking.sees('Tests red on main')
    await looking.press('C-c')
    expect((await looking.exited()).code).toBe(0)
    const seat = await sitDown({ store })
    await seat.sees('Tests red on main')
    await seat.press('e', 'C-c')
    await seat.sees('Press C-c to quit anyway.')
    await seat.press('C-c')
    expect((await seat.exited()).code).toBe(0)
    database.close()
  })

  it('says how large a terminal must be, and begins when it is', async () => {
    const store = await copiedWorld()
    const program = start(watchpost(store, 'lea'), { columns: 30, rows: 8 })
    await program.sees(/watchpost needs 40 columns and\n10 rows\.\nThis is 30 by 8\./u)
    program.resize(80, 24)
    await program.sees(/▸!! ● coo/u)
  })
})
