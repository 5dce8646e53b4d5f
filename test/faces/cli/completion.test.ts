import { spawnSync } from 'node:child_process'
import { chmodSync, existsSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { type IPty, spawn } from '@lydell/node-pty'
import Database from 'better-sqlite3'
import fc from 'fast-check'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { readBashLine, writeForBash } from '../../../src/faces/cli/completion/completion-bash.ts'
import { programFile, quietEnvironment } from '../../support/batch.ts'
import { type Desk, openDesk } from '../../support/cli.ts'
import { until } from '../../support/soon.ts'

const breaks = ' \t\n"\'@><=;|&(:'
/** Names that no command lets in, as a damaged or forged store might have them. */
const hostile = [
  'h1$(touch hacked)',
  'h2`touch hacked`',
  'h3;touch hacked;#',
  'h4 & touch hacked &',
  `h5'";\\x`,
  'h6*?[a-z]{1,2}',
  'h7\ntouch hacked\n',
  'h8!!~#x',
  'h9\u001b]0;title\u0007',
] as const

let desk: Desk
let bin = ''
let firstId = ''
beforeAll(() => {
  desk = openDesk(['critic', 'critic/second'])
  desk.json(
    'agents',
    'register',
    'architect',
    '--role',
    'designer',
    '--tag',
    'project:apollo',
    '--swarm',
    'town',
  )
  desk.json('group', 'create', 'friends', 'critic')
  desk.json('queue', 'create', 'work')
  desk.json('channel', 'create', 'alerts')
  firstId = desk.json('send', 'critic', '-s', 'Evil \u001b[31m$(touch hacked)').id
  const database = new Database(join(desk.store, 'mail.db'))
  const columns = "kind, state, registered_at) VALUES(?, 'agent', 'alive', 1)"
  for (const name of hostile) database.prepare(`INSERT INTO agents(address, ${columns}`).run(name)
  database.close()
  bin = join(desk.folder, 'bin')
  mkdirSync(bin)
  // What a shell asks for is answered by the program; what it runs is only written down.
  const script = `#!/bin/sh
case $1 in __complete | completion) exec ${process.execPath} ${programFile} "$@" ;; esac
printf '%s\\0' "$@" > ${desk.folder}/argv.part && mv ${desk.folder}/argv.part ${desk.folder}/argv
`
  writeFileSync(join(bin, 'watchpost'), script)
  chmodSync(join(bin, 'watchpost'), 0o755)
})
afterAll(() => desk.close())
beforeEach(() => rmSync(join(desk.folder, 'argv'), { force: true }))

const environment = () => ({
  ...(quietEnvironment() as Record<string, string>),
  HOME: desk.folder,
  PATH: `${bin}:${process.env['PATH']}`,
  WATCHPOST_AGENT: 'critic',
})

test.each([
  [['send', 'arch'], ['architect']],
  [['send', 'role:'], ['role:designer']],
  [['send', 'project:'], ['project:apollo']],
  [['send', 'broadcast:'], ['broadcast:town']],
  [['send', 'group:'], ['group:friends']],
  [['send', 'queue:w'], ['queue:work']],
  [['send', 'channel:'], ['channel:alerts']],
  [['queue', 'show', ''], ['work']],
  [
    ['send', '--template', 'MERGE_'],
    ['MERGE_READY', 'MERGE_FAILED'],
  ],
  [['template', 'preview', 'HE'], ['HELP']],
  [['--th'], ['--theme']],
  [['--js'], ['--json']],
  [['--theme', 'da'], ['dark']],
  [['--theme=da'], ['--theme=dark']],
  [['demo', '--read'], ['--read-only']],
  [['inbox', '--thx'], []],
  [['init', '--acc'], []],
  [['inbox', '--js'], ['--json']],
])('%j offers %j', (words, expected) => {
  const { out } = desk.run(['__complete', '--', ...words])
  expect(
    out
      .split('\n')
      .filter(Boolean)
      .map((row) => row.split('\t')[0]),
  ).toEqual(expected)
})

test('names that cannot stand on a line are left out, and what a message says reaches no terminal as it is', () => {
  const { out } = desk.run(['__complete', '--', 'send', 'h'])
  const words = out
    .split('\n')
    .filter(Boolean)
    .map((row) => row.split('\t')[0])
  expect(words).toEqual(hostile.filter((name) => !/[\n\u001b]/u.test(name)))
  const ids = desk.run(['__complete', '--', '--as', 'critic', 'read', ''])
  expect(ids.out).toContain(firstId)
  expect(ids.out).not.toContain('\u001b')
})

test('among many agents the one that is begun is found', () => {
  const many = openDesk(Array.from({ length: 600 }, (_, at) => `agent-${at}`))
  const { out } = many.run(['__complete', '--', 'send', 'agent-599'])
  expect(out).toBe('agent-599\tagent\n')
  many.close()
})

describe('a line in bash', () => {
  test.each<readonly [string, readonly string[], string, number]>([
    ['watchpost send cr', ['watchpost', 'send', 'cr'], '', 0],
    ['watchpost send ', ['watchpost', 'send', ''], '', 0],
    ['watchpost send role:de', ['watchpost', 'send', 'role:de'], '', 5],
    [`watchpost send 'a b`, ['watchpost', 'send', 'a b'], "'", 0],
    ['watchpost send "a \\"b', ['watchpost', 'send', 'a "b'], '"', 0],
    ['watchpost send a\\ b', ['watchpost', 'send', 'a b'], '', 0],
    ['watchpost send $(rm', ['watchpost', 'send', '$(rm'], '', 2],
  ])('%j', (line, words, quote, kept) => {
    expect(readBashLine(line, breaks)).toEqual({ words, quote, kept })
  })

  test('bash itself reads every word back as it was, and runs nothing', () => {
    const writable = fc.string({ unit: 'grapheme' }).filter((word) => !/[\p{C}\p{Zl}\p{Zp}]/u.test(word))
    const words = fc
      .sample(writable, { numRuns: 300, seed: 7 })
      .concat(hostile.filter((name) => !/\p{C}/u.test(name)))
    for (const quote of ['', '"', "'"] as const) {
      const written = words.map((word) => writeForBash(word, { words: [], quote, kept: 0 }))
      const kept = words.filter((word, at) => written[at] !== null && word !== '')
      const script = written
        .filter((word) => word !== null && word !== '')
        .map((word) => `printf '%s\\0' ${quote}${word}${quote}\n`)
        .join('')
      const { stdout, stderr } = spawnSync('bash', ['-c', script], { cwd: desk.folder, encoding: 'utf8' })
      expect(stderr).toBe('')
      expect(stdout.split('\0').slice(0, -1)).toEqual(kept)
    }
    expect(existsSync(join(desk.folder, 'hacked'))).toBe(false)
  })
})

const shells: readonly (readonly [string, readonly string[], string])[] = [
  ['bash', ['--norc', '--noprofile', '-i'], 'eval "$(watchpost completion bash)"'],
  ['zsh', ['-f', '-i'], 'autoload -U compinit; compinit -u -D; eval "$(watchpost completion zsh)"'],
  ['fish', ['--no-config', '-i'], 'watchpost completion fish | source'],
]

describe.each(shells)('in a real %s', (shell, flags, setUp) => {
  const isThere = spawnSync(shell, ['-c', 'true']).status === 0

  let pty: IPty | null = null
  let shown = ''
  afterAll(() => pty?.kill('SIGKILL'))

  async function open(): Promise<IPty> {
    const opened = spawn(shell, [...flags], { cwd: desk.folder, env: environment(), cols: 200, rows: 50 })
    opened.onData((data) => {
      shown += data
      // Some shells ask the terminal what it is before they begin.
      if (data.includes('\u001b[c') || data.includes('\u001b[0c')) opened.write('\u001b[?1;2c')
    })
    opened.write(`${setUp}; echo read''y\r`)
    await until(
      () => /ready\r/u.test(shown),
      () => shown,
    )
    return opened
  }

  /** Types a line, Tabs and all, presses Enter, and tells what the command was given. */
  async function typed(keys: string): Promise<readonly string[]> {
    const argv = join(desk.folder, 'argv')
    rmSync(argv, { force: true })
    pty ??= await open()
    shown = ''
    pty.write(keys)
    await new Promise((next) => setTimeout(next, 150))
    pty.write('\r')
    await until(
      () => existsSync(argv),
      () => shown,
    )
    return readFileSync(argv, 'utf8').split('\0').slice(0, -1)
  }

  test.skipIf(!isThere)('what Tab writes reaches the command as it is named', async () => {
    expect(await typed('watchpost send archi\t-s x')).toEqual(['send', 'architect', '-s', 'x'])
    expect(await typed('watchpost send role:des\t')).toEqual(['send', 'role:designer'])
    expect(await typed(`watchpost read ${firstId.slice(0, 3)}\t`)).toEqual(['read', firstId])
    expect(await typed('watchpost send critic --prio\turg\t')).toEqual([
      'send',
      'critic',
      '--priority',
      'urgent',
    ])
  })

  test.skipIf(!isThere).each(hostile.filter((name) => !/\p{C}/u.test(name)))(
    'the name %j is written so that it is a name and nothing else',
    async (name) => {
      const before = readdirSync(desk.folder)
      expect(await typed(`watchpost send ${name.slice(0, 2)}\t`)).toEqual(['send', name])
      expect(readdirSync(desk.folder).filter((file) => file !== 'argv')).toEqual(
        before.filter((file) => file !== 'argv'),
      )
      expect(existsSync(join(desk.folder, 'hacked'))).toBe(false)
    },
  )
})
