import { cpSync, mkdirSync, readdirSync, renameSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { type Desk, openDesk } from '../../support/cli.ts'
import { hasMachines, runAsPerson } from '../../support/real-person.ts'

let desk: Desk
type Options = { readonly env?: NodeJS.ProcessEnv; readonly cwd?: string }
let other: { readonly env: NodeJS.ProcessEnv }
beforeEach(() => {
  desk = openDesk(['a'])
  mkdirSync(join(desk.folder, 'home'))
  // Somebody else's state directory: there the store of this folder is a stranger's.
  other = { env: { XDG_STATE_HOME: join(desk.folder, 'home') } }
})
afterEach(() => desk.close())

const person = (args: readonly string[], { env, cwd }: Options = {}) =>
  runAsPerson(args, { cwd: cwd ?? desk.folder, env: { HOME: desk.folder, ...env } })
const trusted = () => join(desk.folder, '.local/state/watchpost/trusted')
const mark = (name: string) => join(desk.store, name)
/** As the first release left a store that it had found upward. */
function oldStore(): void {
  rmSync(mark('trust'))
  rmSync(trusted(), { recursive: true })
  const { dev, ino } = statSync(desk.store)
  writeFileSync(mark('here'), `${dev}:${ino}\n`)
}

describe('trust', () => {
  it('is recorded by init, for its user alone', () => {
    expect(readdirSync(trusted())).toHaveLength(1)
    expect(statSync(mark('trust')).mode & 0o777).toBe(0o600)
    expect(statSync(trusted()).mode & 0o777).toBe(0o700)
    expect(desk.json('trust', '--list')).toEqual({ stores: [{ store: desk.store, found: true }] })
  })

  it.skipIf(!hasMachines)('is given and taken by a person', () => {
    expect(desk.run(['inbox'], other).code).toBe(7)
    const given = person(['trust'], other)
    expect([given.code, given.out]).toEqual([0, `You now trust the store ${desk.store}.\n`])
    expect(desk.run(['inbox'], other).code).toBe(0)
    expect(person(['trust'], other).out).toContain('already')
    expect(desk.run(['inbox']).code).toBe(0)
    expect(person(['trust', '--remove'], other).out).toContain('no longer')
    expect(desk.run(['inbox'], other).code).toBe(7)
    expect(desk.run(['inbox']).code).toBe(0)
  })

  it.skipIf(!hasMachines).each(['.', '.watchpost'])('takes the store, or its folder: %s', (path) => {
    const elsewhere = { ...other, cwd: '/' }
    const words = ['trust', join(desk.folder, path), '--json']
    expect(JSON.parse(person(words, elsewhere).out)).toEqual({
      store: desk.store,
      trusted: true,
      changed: true,
    })
    expect(desk.run(['inbox'], other).code).toBe(0)
  })

  it.each<[string, NodeJS.ProcessEnv]>([
    ['an agent by its name', { WATCHPOST_AGENT: 'a' }],
    ['a marker', { CLAUDECODE: '1' }],
    ['a session', { CODEX_THREAD_ID: 'x' }],
    ['a program without a terminal', {}],
    // A store that is not trusted yet has no say in who asks.
    ['the word of a store for tests', { WATCHPOST_IDENTITY: 'person' }],
  ])('is not for %s to give', (_, env) => {
    const { code, err } = desk.run(['trust'], { env: { ...other.env, ...env } })
    expect([code, err]).toEqual([7, expect.stringContaining('Only a person at a terminal may trust')])
    expect(desk.run(['inbox'], other).code).toBe(7)
  })

  it('says where there is no store, and takes no list with a path', () => {
    expect(desk.run(['trust'], { ...other, cwd: '/' }).code).toBe(3)
    expect(desk.run(['trust', '/nonexistent'], other).code).toBe(3)
    expect(desk.run(['trust', '.', '--list'], other).code).toBe(2)
  })

  it.skipIf(!hasMachines)('lists a store that is gone, and forgets it', () => {
    const path = join(desk.folder, 'project')
    mkdirSync(path)
    desk.run(['init'], { cwd: path })
    rmSync(path, { recursive: true })
    expect(desk.run(['trust', '--list']).out).toContain('no longer exists')
    expect(person(['trust', '--remove', join(path, '.watchpost')]).code).toBe(0)
    expect(desk.json('trust', '--list').stores).toHaveLength(1)
  })

  it.skipIf(!hasMachines)('is noted by doctor where the store is in another place', () => {
    const moved = join(desk.folder, 'moved')
    mkdirSync(moved)
    renameSync(desk.store, join(moved, '.watchpost'))
    cpSync(join(moved, '.watchpost'), desk.store, { recursive: true })
    const found = () => desk.json('doctor').findings.map(({ finding }: { finding: string }) => finding)
    expect(found()).toContain('moved')
    expect(person(['trust']).code).toBe(0)
    expect(found()).not.toContain('moved')
  })
})

describe('a store of the first release', () => {
  beforeEach(oldStore)

  it.skipIf(!hasMachines).each([['inbox'], ['init'], ['trust']])(
    'stays shut to agents and programs until a person comes, with %s',
    (command) => {
      expect(desk.run(['inbox', '--as', 'a']).code).toBe(7)
      expect(desk.run(['hook', '--as', 'a'], { input: '{}' }).code).toBe(0)
      expect(desk.run([command]).code).toBe(7)
      expect(person([command]).code).toBe(0)
      expect(readdirSync(trusted())).toHaveLength(1)
      expect(desk.run(['inbox', '--as', 'a']).code).toBe(0)
    },
  )

  it('is a stranger’s where its mark is of another folder', () => {
    writeFileSync(mark('here'), '1:1\n')
    expect(desk.run(['init']).code).toBe(7)
  })
})

it('a store that cannot be recorded is made all the same, and that is said', () => {
  const folder = join(desk.folder, 'project')
  mkdirSync(folder)
  writeFileSync(join(desk.folder, 'file'), '')
  const { code, out, err } = desk.run(['init', '--json'], {
    cwd: folder,
    env: { XDG_STATE_HOME: join(desk.folder, 'file') },
  })
  expect([code, JSON.parse(out).trusted]).toEqual([0, false])
  expect(err).toContain('WATCHPOST_STORE')
})
