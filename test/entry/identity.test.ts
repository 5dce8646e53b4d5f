import { spawnSync } from 'node:child_process'
import { chmodSync, mkdtempSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { programFile } from '../support/batch.ts'
import { type Desk, openDesk } from '../support/cli.ts'
import { hasMachines, quoted, runInShell } from '../support/real-person.ts'

let desk: Desk
let bin: string
let store: string
beforeEach(() => {
  desk = openDesk([])
  bin = mkdtempSync(join(desk.folder, 'bin-'))
  // An ordinary store: nothing here takes the word of a variable.
  store = join(desk.folder, 'real')
  expect(desk.run(['init', '--store', store]).code).toBe(0)
  expect(desk.run(['agents', 'register', 'critic', '--store', store]).code).toBe(0)
  // A coding agent, which starts a command and stays above it.
  put('claude', '"$@"\nexit $?\n')
  put('wp', `exec ${quoted([process.execPath, programFile])} "$@"\n`)
})
afterEach(() => desk.close())

function put(name: string, text: string): void {
  writeFileSync(join(bin, name), `#!/bin/bash\n${text}`)
  chmodSync(join(bin, name), 0o755)
}

const env = (more: NodeJS.ProcessEnv = {}) => ({
  HOME: desk.folder,
  WATCHPOST_STORE: store,
  TMUX_TMPDIR: bin,
  TERM: 'xterm-256color',
  PATH: `${bin}:${process.env['PATH']}`,
  ...more,
})
/** Runs a line in a person's shell, and shows who may create a token there. */
const inShell = (line: string, more: NodeJS.ProcessEnv = {}) =>
  runInShell(line, { cwd: desk.folder, env: env(more) })
const token = 'wp token create --role user --id lea'
/** The command, with its end and its errors left in files: what runs elsewhere hands nothing back. */
const noted = `${token} </dev/tty >/dev/tty 2>${'$HOME'}/err; echo $? >$HOME/code`
const left = (name: string) => readFileSync(join(desk.folder, name), 'utf8').trim()
const whenLeft = 'for i in $(seq 400); do [ -s $HOME/code ] && break; sleep 0.05; done'

describe.skipIf(!hasMachines)('on a machine of its own', () => {
  it('a person in a shell may do what only people may', () => {
    expect(inShell(token)).toMatchObject({ code: 0 })
  })

  it.each([
    ['a coding agent', `claude ${token}`, "This is an agent's session"],
    [
      'a coding agent without its variables',
      `claude env -i ${'$(which env)'} HOME=$HOME PATH=$PATH WATCHPOST_STORE=$WATCHPOST_STORE ${token}`,
      "This is an agent's session",
    ],
    [
      'a coding agent behind a window',
      `claude bash -c "exec -a st bash -c '${token}; exit \\$?'"`,
      "This is an agent's session",
    ],
    ['a program whose output is read', `${token} | cat; exit \${PIPESTATUS[0]}`, 'there is no terminal'],
  ])('%s may not', (_, line, why) => {
    expect(inShell(line)).toMatchObject({ code: 7, err: expect.stringContaining(why) })
  })

  it('a script that cron starts may not, and sends as before', () => {
    const plain = spawnSync(join(bin, 'wp'), ['token', 'create', '--role', 'user', '--id', 'lea'], {
      env: { HOME: desk.folder, WATCHPOST_STORE: store, PATH: process.env['PATH'] },
      encoding: 'utf8',
    })
    expect(plain.status).toBe(7)
    const sent = inShell(
      'env -i $(which env) HOME=$HOME WATCHPOST_STORE=$WATCHPOST_STORE $(which wp) send critic -s Hi -b x </dev/null | cat',
    )
    expect(sent).toMatchObject({ code: 0, err: '' })
  })

  it.each([
    ['given up by its parent', `( (${noted}) & ); ${whenLeft}`],
    [
      'in a terminal of its own',
      `(setsid -f script -qec "bash -c '${noted.replaceAll('$', '\\$')}; exit'" /dev/null >/dev/null 2>&1); ${whenLeft}`,
    ],
  ])('an orphan %s may not', (_, line) => {
    inShell(line)
    expect([left('code'), left('err')]).toEqual(['7', expect.stringContaining('no login or window')])
  })

  it('a child of `run` is its agent, whatever its variables', () => {
    put('child', 'env -u WATCHPOST_AGENT -u WATCHPOST_SESSION wp whoami --json >$HOME/who\n')
    inShell('wp send critic -s Work -b x >/dev/null; wp run critic --once -- $(which child)')
    expect(JSON.parse(left('who'))).toMatchObject({ address: 'critic', how: 'session' })
  })

  it('an agent whose session is recorded stays that agent, and takes no name of another that lives', () => {
    inShell('wp agents register writer')
    put(
      'lives',
      'export CLAUDE_CODE_SESSION_ID=s1 WATCHPOST_AGENT=critic\nwp agents register critic --session s1\ntouch $HOME/ready\nsleep 60',
    )
    put(
      'tries',
      [
        'CLAUDE_CODE_SESSION_ID=s2 WATCHPOST_AGENT=writer wp send critic -s x -b x',
        'wp whoami --json >$HOME/who',
        'WATCHPOST_AGENT=critic wp send writer -s x -b x 2>$HOME/name',
        'CLAUDE_CODE_SESSION_ID=s1 wp send writer -s x -b x 2>$HOME/session',
      ].join('\n'),
    )
    inShell(
      'claude lives & for i in $(seq 400); do [ -e $HOME/ready ] && break; sleep 0.05; done; claude tries',
    )
    expect(JSON.parse(left('who'))).toMatchObject({ address: 'writer', how: 'session' })
    for (const claimed of ['name', 'session'])
      expect(left(claimed)).toContain('This is the session of writer, and critic has a living session')
  })
})

const hasTmux = hasMachines && spawnSync('tmux', ['-V']).status === 0
describe.skipIf(!hasTmux)('in a tmux that an agent started', () => {
  const started = `claude env CLAUDECODE=1 tmux -f /dev/null new-session -d -x 100 -y 20`
  it('a person who is attached may do what only people may', () => {
    put('pane', `until [ -n "$(tmux list-clients)" ]; do sleep 0.05; done\n${noted}\ntmux kill-server\n`)
    inShell(`${started} pane; tmux attach; ${whenLeft}`)
    expect(left('code')).toBe('0')
  })

  it('nobody may while nobody is attached', () => {
    put('pane', `${noted}\ntmux kill-server\n`)
    inShell(`${started} pane; ${whenLeft}`)
    expect(left('code')).toBe('7')
  })
})
