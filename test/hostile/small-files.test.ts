import { execFileSync, spawnSync } from 'node:child_process'
import {
  chownSync,
  cpSync,
  linkSync,
  lstatSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { readSmallFile } from '../../src/small-file.ts'
import { programFile, quietEnvironment } from '../support/batch.ts'
import { type Desk, openDesk } from '../support/cli.ts'
import { patience } from '../support/patience.ts'

const secret = 'inbox: theirs-alone\n'

let desk: Desk
let elsewhere: string
beforeEach(() => {
  desk = openDesk(['al', 'bob'])
  elsewhere = join(desk.folder, 'elsewhere')
  writeFileSync(elsewhere, secret, { mode: 0o600 })
})
afterEach(() => desk.close())

/** What somebody can put into the place of a file. */
const obstacles: Readonly<Record<string, (path: string) => void>> = {
  'a pipe': (path) => void execFileSync('mkfifo', [path]),
  'a link': (path) => symlinkSync(elsewhere, path),
  'a second name': (path) => linkSync(elsewhere, path),
}
/** Every small file that a command reads or writes in a store's folder or the person's own. */
const places = [
  'config.yaml',
  'bell',
  'trust',
  'here',
  'mail.db-wal',
  'mail.db-journal',
  'signals/bob',
  'signals/al',
  'signals/bob+asks',
  'signals/+reserved',
  'signals/+agents',
  'signals/+others',
].map((name) => join('.watchpost', name))
const personal = ['.config/watchpost/config.yaml', '.local/state/watchpost/approval-key']
const commands = [
  ['send', 'bob', '-s', 'S', '-b', 'B', '--as', 'al'],
  ['inbox', '--as', 'bob'],
  ['reserve', 'src', '--as', 'al'],
  ['doctor'],
]
const cases = [...places, ...personal].flatMap((place) => Object.keys(obstacles).map((kind) => [place, kind]))

function run(args: readonly string[]) {
  return spawnSync(process.execPath, [programFile, ...args], {
    cwd: desk.folder,
    env: { ...quietEnvironment(), HOME: desk.folder },
    encoding: 'utf8',
    input: '',
    timeout: patience,
    killSignal: 'SIGKILL',
  })
}

describe('in the place of a small file', () => {
  it.each(cases)('%s: %s is neither waited for, shown nor written to', (place, kind) => {
    const path = join(desk.folder, place)
    mkdirSync(dirname(path), { recursive: true, mode: 0o700 })
    rmSync(path, { force: true })
    obstacles[kind]?.(path)
    for (const args of commands) {
      const { signal, status, stdout, stderr } = run(args)
      expect({ args, signal }).toEqual({ args, signal: null })
      expect({ args, status, stderr }).not.toMatchObject({ status: 70 })
      const isOwn = personal.includes(place) && kind !== 'a pipe'
      if (!isOwn) expect(`${stdout}${stderr}`).not.toContain('theirs-alone')
    }
    expect(readFileSync(elsewhere, 'utf8')).toBe(secret)
  })

  it('a link of the person in the person’s own folder is followed', () => {
    const path = join(desk.folder, 'linked')
    symlinkSync(elsewhere, path)
    expect(readSmallFile(path, 'person')).toBe(secret)
    for (const of of ['store', 'secret'] as const)
      expect(() => readSmallFile(path, of)).toThrow(`${path} is a symbolic link.`)
  })

  it.each([
    ['a pipe', 'person', 'is not a regular file'],
    ['a second name', 'store', 'has a second name (a hard link)'],
    ['a second name', 'secret', 'has a second name (a hard link)'],
  ] as const)('%s is refused for a %s', (kind, of, why) => {
    const path = join(desk.folder, 'odd')
    obstacles[kind]?.(path)
    expect(() => readSmallFile(path, of)).toThrow(`${path} ${why}.`)
  })

  it('there is an end, and nothing is nothing', () => {
    writeFileSync(elsewhere, 'x'.repeat(2 ** 20 + 1))
    expect(() => readSmallFile(elsewhere, 'store')).toThrow(/has 1048577 bytes; at most 1048576 are read/u)
    expect(readSmallFile(join(elsewhere, 'x'), 'store')).toBeNull()
    expect(readSmallFile(join(desk.folder, 'none'), 'store')).toBeNull()
  })
})

describe.skipIf(process.getuid?.() !== 0)('root in the store of somebody else', () => {
  const owner = 65_534
  let store: string
  beforeEach(() => {
    // Only root may look into the usual temporary folder of a test.
    const home = mkdtempSync(join(tmpdir(), 'watchpost-theirs-'))
    cpSync(desk.folder, home, { recursive: true })
    desk.close()
    desk = { ...desk, folder: home, close: () => rmSync(home, { recursive: true, force: true }) }
    store = join(home, '.watchpost')
    rmSync(join(store, 'signals'), { recursive: true, force: true })
    for (const path of [home, ...below(home)]) chownSync(path, owner, owner)
  })

  function below(folder: string): readonly string[] {
    return readdirSync(folder, { recursive: true, encoding: 'utf8' }).map((name) => join(folder, name))
  }
  const strangers = () => below(store).filter((path) => lstatSync(path).uid !== owner)

  it.each([
    [['send', 'bob', '-s', 'S', '-b', 'B', '--as', 'al']],
    [['send', 'bob', '-s', 'S', '-b', 'x'.repeat(300_000), '--as', 'al']],
    [['reserve', 'src', '--as', 'al']],
    [['patrol']],
    [['debate', 'list', '--as', 'al']],
  ])('leaves all that it makes to the owner: %j', (args) => {
    run(['--store', store, ...args])
    expect(strangers()).toEqual([])
  })

  it('what it left is a finding, which the repair gives back', () => {
    mkdirSync(join(store, 'signals'), { mode: 0o700 })
    writeFileSync(join(store, 'signals', 'bob'), '1', { mode: 0o600 })
    expect(run(['--store', store, 'doctor']).stdout).toContain('It belongs to another user.')
    expect(run(['--store', store, 'doctor', '--repair']).signal).toBeNull()
    expect(strangers()).toEqual([])
  })
})
