import { describe, expect, it } from 'vitest'
import { type Identity, identify, type Seen, sessionsAround } from '../../src/domain/identity.ts'
import type { Ancestor } from '../../src/domain/lineage.ts'
import type { AgentSession } from '../../src/domain/session.ts'

const me = 1000
/** A process of a person's; `words` as a shell would show them. */
const one = (words: string, more: Partial<Ancestor> = {}): Ancestor => {
  const [first = '', ...rest] = words.split(' ')
  const name = first.slice(first.lastIndexOf('/') + 1)
  const ids = { pid: 700, parent: 600, id: `m-${name}-1`, owner: me, session: 700, group: 700 }
  return { ...ids, name, words: [first, ...rest], executable: null, ...more }
}
const root = { owner: 0 }
const own = one('node /usr/bin/watchpost trust')
const shell = one('-bash')
const init = one('/sbin/init', { ...root, name: 'systemd', pid: 1, parent: 0, session: 1, group: 1 })
const userInit = one('/lib/systemd/systemd --user', { name: 'systemd', parent: 1 })
const login = one('login -p', root)
const ssh = [one('sshd: me@pts/1'), one('sshd: me [priv]', root), one('sshd -D', root), init]
const claude = one('claude --resume')
const tmux = one('tmux new', { name: 'tmux: server', parent: 1 })
const client = one('tmux attach', { name: 'tmux: client' })
const npm = one('node --no-warnings /usr/lib/node_modules/@anthropic-ai/claude-code/cli.js')

const seen = (more: Partial<Seen>): Seen => {
  const line = [own, ...(more.line ?? [])]
  const first = line.find(({ pid }) => pid === 1) ?? null
  return { marked: [], terminal: true, recorded: [], clients: () => [], first, ...more, line }
}
const marked = [{ name: 'Claude Code' }]

describe('a proven person', () => {
  it.each<[string, Partial<Seen>]>([
    ['logged in at a console', { line: [shell, login, init] }],
    ['over the network', { line: [shell, ...ssh] }],
    ['with the rights of another', { line: [one('sudo watchpost trust', root), shell, login, init] }],
    [
      'in a window of a desktop',
      {
        line: [
          shell,
          one('gnome-terminal-server'),
          one('/lib/systemd/systemd --user'),
          one('gdm', root),
          init,
        ],
      },
    ],
    ['in a window that left what started it', { line: [shell, one('alacritty', { parent: 1 }), init] }],
    ['in a window that the user’s systemd started', { line: [shell, one('kitty'), userInit, init] }],
    ['in the terminal of an editor', { line: [shell, one('/usr/share/code/code'), init] }],
    [
      'in an editor whose helper starts the shell',
      { line: [shell, one('Cursor --type=utility', { name: 'Cursor' }), one('cursor'), userInit, init] },
    ],
    ['in a window of macOS', { line: [shell, one('/Apps/Rare.app/Contents/MacOS/Rare'), init] }],
    [
      'whose shell is process 1 of a container',
      {
        line: [one('npm run x', { session: 1 }), one('bash', { pid: 1, parent: 0, session: 1, group: 1 })],
      },
    ],
    ['attached to tmux', { line: [shell, tmux, init], clients: () => [[client, shell, ...ssh]] }],
    [
      'attached to a tmux that an agent started',
      { marked, line: [shell, tmux, init], clients: () => [[client, shell, login, init]] },
    ],
    [
      'who edits an agent’s notes',
      { line: [one('vim claude'), one('bash deploy.sh codex'), shell, login, init] },
    ],
  ])('%s', (_, more) => {
    expect(identify(seen(more))).toEqual({ is: 'person' })
  })
})

describe('an agent', () => {
  it.each<[string, Partial<Seen>]>([
    ['by a marker', { marked, line: [shell, login, init] }],
    [
      'by a marker, without a terminal, in a tmux',
      {
        marked,
        terminal: false,
        line: [shell, tmux, init],
        clients: () => [[client, shell, ...ssh]],
      },
    ],
    ['by a session that recorded a process above', { recorded: ['critic'], line: [shell, login, init] }],
    ['by a process above, whatever the variables', { line: [shell, claude, shell, ...ssh] }],
    ['behind a window', { line: [one('st'), claude, shell, login, init] }],
    ['behind sudo', { line: [one('sudo watchpost trust', root), shell, claude, shell, login, init] }],
    ['that npm installed', { line: [shell, npm, shell, login, init] }],
    [
      'by its script',
      {
        line: [
          shell,
          one('MainThread /usr/bin/gemini.js', { words: ['node', '/usr/bin/gemini.js'] }),
          shell,
          ...ssh,
        ],
      },
    ],
    [
      'by a script after options with values',
      { line: [one('node -r ./hook.js --import x /opt/qwen'), shell, ...ssh] },
    ],
    ['by its module', { line: [one('python3 -m aider'), shell, ...ssh] }],
    ['by the file that it runs', { line: [one('helper', { executable: '/opt/bin/codex' }), shell, ...ssh] }],
    [
      'in a tmux pane, with a person attached',
      { line: [shell, claude, shell, tmux, init], clients: () => [[client, shell, ...ssh]] },
    ],
    ['as process 1 of a container', { line: [shell, one('claude', { pid: 1, parent: 0 })] }],
    ['as process 1 of a container that somebody entered', { line: [shell], first: one('codex', { pid: 1 }) }],
    ['without a terminal', { line: [claude, shell, ...ssh], terminal: false }],
  ])('%s', (_, more) => {
    expect(identify(seen(more)).is).toBe('agent')
  })
})

describe('neither', () => {
  const terminal = 'there is no terminal'
  const above = 'no login or window of a person can be seen above this program'
  const attached = 'no person is attached to this tmux session'
  it.each<[string, Partial<Seen>, string]>([
    ['CI', { terminal: false, line: [shell, one('Runner.Worker'), one('runsvc.sh'), init] }, terminal],
    ['CI in a terminal', { line: [shell, one('Runner.Worker'), one('runsvc.sh'), init] }, above],
    ['cron', { terminal: false, line: [one('sh -c x'), one('cron', root), init] }, terminal],
    ['a git hook', { terminal: false, line: [one('sh hook'), one('git commit'), shell, ...ssh] }, terminal],
    ['an orphan', { line: [shell, init] }, above],
    ['an orphan in its own session', { line: [one('script -qec x'), init] }, above],
    ['an orphan that the user’s systemd got', { line: [shell, userInit, init] }, above],
    [
      'an orphan in a container',
      {
        line: [one('sh', { session: 1, group: 650 }), one('bash', { pid: 1, session: 1, group: 1 })],
      },
      above,
    ],
    ['a name that only root’s program may have', { line: [one('sshd: me@pts/1'), init] }, above],
    ['another process namespace', { line: [shell] }, above],
    ['nothing to see', { line: [] }, above],
    ['tmux without a client', { line: [shell, tmux, init] }, attached],
    [
      'tmux with an agent’s client',
      { line: [shell, tmux, init], clients: () => [[client, claude, ...ssh]] },
      attached,
    ],
    ['tmux in tmux', { line: [shell, tmux, init], clients: () => [[client, shell, tmux, ...ssh]] }, attached],
    ['zellij', { line: [shell, one('zellij --server x'), init] }, above],
  ])('%s', (_, more, why) => {
    expect(identify(seen(more))).toEqual({ is: 'unproven', why } satisfies Identity)
  })

  it('asks tmux only where the answer depends on it', () => {
    const clients = (): never => {
      throw new Error('asked')
    }
    for (const more of [{ line: [claude, tmux, init] }, { line: [tmux, init], terminal: false }])
      expect(identify(seen({ ...more, clients })).is).not.toBe('person')
  })
})

it('a session is around what its own process started, and not around a harness within it', () => {
  const inner = one('codex', { id: 'm-inner-1' })
  const session = (agent: string, process: string) => ({ agent, process }) as AgentSession
  const critic = session('critic', claude.id)
  const worker = session('worker', inner.id)
  expect(sessionsAround([own, shell, claude], [critic])).toEqual([critic])
  expect(sessionsAround([own, inner, shell, claude], [critic])).toEqual([])
  expect(sessionsAround([own, inner, shell, claude], [critic, worker])).toEqual([worker])
})
