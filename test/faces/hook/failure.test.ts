import { spawnSync } from 'node:child_process'
import {
  chmodSync,
  cpSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import Database from 'better-sqlite3'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { programFile } from '../../support/batch.ts'
import { type Desk, openDesk, type Ran } from '../../support/cli.ts'

const fixture = (name: string) =>
  readFileSync(fileURLToPath(new URL(`./fixtures/${name}.json`, import.meta.url)), 'utf8')
const prompt = fixture('user-prompt-submit')
const start = fixture('session-start-startup')

let desk: Desk
beforeEach(() => {
  desk = openDesk(['critic'])
})
afterEach(() => desk.close())

type How = { readonly input?: string; readonly env?: NodeJS.ProcessEnv; readonly cwd?: string }
const hook = ({ input = prompt, env = {}, cwd = desk.folder }: How = {}, ...flags: readonly string[]): Ran =>
  desk.run(['hook', ...flags], { input, cwd, env: { WATCHPOST_AGENT: 'critic', ...env } })

/** The one line that the person sees; empty for silence. */
function said({ code, out }: Ran): string {
  expect(code).toBe(0)
  if (out === '') return ''
  const { systemMessage, ...rest } = JSON.parse(out)
  expect(rest).toEqual({})
  expect(systemMessage).not.toContain('\n')
  return systemMessage
}

/** What keeps a hook from its work, and the command that mends it. */
const failures: Readonly<Record<string, readonly [() => How, string]>> = {
  'nobody says which agent it is': [() => ({ env: { WATCHPOST_AGENT: '' } }), 'agents register'],
  'a name that is none': [() => ({ env: { WATCHPOST_AGENT: 'role:x' } }), 'watchpost'],
  'damaged JSON': [() => ({ input: '{"session_id":' }), 'watchpost setup'],
  'no input': [() => ({ input: '' }), 'watchpost setup'],
  'no event': [() => ({ input: '{}' }), 'watchpost setup'],
  'a damaged store': [
    () => {
      for (const end of ['-wal', '-shm']) rmSync(join(desk.store, `mail.db${end}`), { force: true })
      writeFileSync(join(desk.store, 'mail.db'), 'x'.repeat(8192))
      return {}
    },
    'watchpost doctor',
  ],
  'a store of a newer program': [
    () => {
      const database = new Database(join(desk.store, 'mail.db'))
      database.pragma('user_version = 9999')
      database.close()
      return {}
    },
    'npm install -g watchpost',
  ],
  'a store that is not trusted': [
    () => {
      rmSync(join(desk.store, 'trust'))
      return {}
    },
    'watchpost trust',
  ],
  'settings that cannot be read': [
    () => {
      writeFileSync(join(desk.store, 'config.yaml'), 'nonsense: 1\n')
      return {}
    },
    'watchpost doctor',
  ],
  'a project whose store was never made here': [
    () => {
      mkdirSync(join(desk.folder, 'clone/.watchpost'), { recursive: true })
      return { cwd: join(desk.folder, 'clone') }
    },
    'watchpost init',
  ],
}

describe('a hook that cannot do its work says so, once a session', () => {
  it.each(Object.keys(failures))('%s', (name) => {
    const [arrange, command] = failures[name] ?? [() => ({}), '']
    const how = arrange()
    const first = hook(how)
    expect(said(first)).toMatch(/^Watchpost: /u)
    expect(said(first)).toContain(command)
    expect(said(first)).not.toMatch(/[\w"'`)] (?:Run|Restore|Give|Set|To|Check) /u)
    expect(said(hook(how))).toBe('')
  })

  it('again in another session', () => {
    const env = { WATCHPOST_AGENT: 'role:x' }
    const other = JSON.stringify({ ...JSON.parse(prompt), session_id: 'another' })
    expect(said(hook({ env }))).not.toBe('')
    expect(said(hook({ env, input: other }))).not.toBe('')
    expect(said(hook({ env, input: other }))).toBe('')
  })

  it('again where something else is wrong', () => {
    expect(said(hook({ env: { WATCHPOST_AGENT: 'role:x' } }))).not.toBe('')
    rmSync(join(desk.store, 'trust'))
    expect(said(hook())).toContain('watchpost trust')
  })

  it('at the start of a session alone, where that cannot be recorded', () => {
    writeFileSync(join(desk.folder, 'file'), '')
    const nowhere = { XDG_STATE_HOME: join(desk.folder, 'file'), TMPDIR: join(desk.folder, 'file') }
    const env = { ...nowhere, WATCHPOST_STORE: desk.store, WATCHPOST_AGENT: 'role:x' }
    expect(said(hook({ env }))).toBe('')
    expect(said(hook({ env, input: start }))).not.toBe('')
    expect(said(hook({ env, input: start }))).not.toBe('')
  })

  it('where its own flags are wrong', () => {
    expect(said(hook({}, '--bogus'))).toContain('--bogus')
  })

  it('where the program has lost its driver', () => {
    const copy = join(desk.folder, 'program')
    cpSync(dirname(programFile), join(copy, 'dist'), { recursive: true })
    const { status, stdout } = spawnSync(process.execPath, [join(copy, 'dist/watchpost.js'), 'hook'], {
      cwd: desk.folder,
      env: { PATH: process.env['PATH'], HOME: desk.folder, WATCHPOST_AGENT: 'critic' },
      input: prompt,
      encoding: 'utf8',
    })
    expect(status).toBe(0)
    expect(JSON.parse(stdout).systemMessage).toMatch(/driver cannot be loaded.*`.*npm /u)
  })

  it.each([
    'codex-stop',
    'gemini-after-agent',
    'gemini-before-agent',
    'codex-session-start-startup',
    'post-tool-use',
    'pre-compact-auto',
    'codex-pre-compact-auto',
    'gemini-session-start-startup',
    'gemini-after-tool',
    'gemini-pre-compress-auto',
  ])('in the same shape for every harness and event: %s', (name) => {
    const { out } = hook({ input: fixture(name), env: { WATCHPOST_AGENT: 'role:x' } })
    expect(Object.keys(JSON.parse(out))).toEqual(['systemMessage'])
  })

  it('never with more than a line of what an agent wrote', () => {
    const input = JSON.stringify({
      hook_event_name: 7,
      session_id: 'x',
      prompt: '\u001b]0;x\u0007\nforged line',
    })
    expect(said(hook({ input }))).not.toMatch(/\u001b|forged/u)
  })

  it.runIf(process.getuid?.() !== 0)('where the store may not be read', () => {
    chmodSync(desk.store, 0o000)
    const text = said(hook())
    chmodSync(desk.store, 0o700)
    expect(text).toContain('watchpost doctor')
  })

  it('and keeps its records to itself: no link is followed, old ones go', () => {
    const folder = join(desk.folder, '.local/state/watchpost/hooks')
    said(hook({ env: { WATCHPOST_AGENT: 'role:x' } }))
    const [record = ''] = readdirSync(folder)
    writeFileSync(join(desk.folder, 'victim'), 'precious')
    rmSync(join(folder, record))
    symlinkSync(join(desk.folder, 'victim'), join(folder, record))
    hook({ env: { WATCHPOST_AGENT: 'role:x' } })
    expect(readFileSync(join(desk.folder, 'victim'), 'utf8')).toBe('precious')
  })
})

describe('a hook in a project without mail', () => {
  const elsewhere = () => {
    const cwd = join(desk.folder, '..')
    return { cwd, env: { HOME: '/nonexistent', WATCHPOST_AGENT: '' } }
  }

  it('is silent, since hooks of a user run in all projects', () => {
    for (const input of [start, prompt, '{'])
      expect(hook({ ...elsewhere(), input })).toEqual({ code: 0, out: '', err: '' })
  })

  it('speaks where it names a store', () => {
    const named = { WATCHPOST_STORE: '/nonexistent/store' }
    expect(said(hook({ env: named }))).toContain('watchpost init')
    expect(said(hook({ input: start }, '--store', '/nonexistent/other'))).toContain('watchpost init')
  })
})

it('a hook finds the store of the main checkout from a work tree', () => {
  const git = (...words: readonly string[]) => {
    const own = ['-c', 'user.name=x', '-c', 'user.email=x@y']
    const done = spawnSync('git', [...own, ...words], { cwd: desk.folder, encoding: 'utf8' })
    expect([done.status, done.stderr]).toEqual([0, expect.anything()])
  }
  git('init', '-q')
  git('commit', '-q', '--allow-empty', '-m', 'x')
  const tree = `${desk.folder}-tree`
  git('worktree', 'add', '-q', tree)
  mkdirSync(join(tree, 'src/deep'), { recursive: true })
  mkdirSync(join(tree, '.watchpost'))
  desk.json('send', 'critic', '-s', 'For the tree', '-b', 'x')
  for (const cwd of [join(tree, 'src/deep'), tree]) {
    const { out } = hook({ cwd, input: JSON.stringify({ ...JSON.parse(prompt), session_id: cwd }) })
    expect(out === '' || JSON.parse(out).systemMessage === undefined).toBe(true)
  }
  expect(desk.json('inbox', '--as', 'critic', '--all').messages[0].status).toBe('read')
  rmSync(tree, { recursive: true })
})
