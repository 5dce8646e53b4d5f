import { spawnSync } from 'node:child_process'
import { mkdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { type Desk, openDesk } from '../../support/cli.ts'
import { openGuard } from '../../support/guard.ts'

let desk: Desk
let guard: ReturnType<typeof openGuard>
const tree = () => join(desk.folder, 'trees/feature')
beforeEach(() => {
  desk = openDesk(['critic', 'scout'])
  guard = openGuard(join(desk.folder, 'home'))
  const git = (...words: readonly string[]) => {
    const done = spawnSync('git', ['-c', 'user.name=x', '-c', 'user.email=x@x', ...words], {
      cwd: desk.folder,
    })
    expect(done.status, String(done.stderr)).toBe(0)
  }
  git('init', '-q', 'main')
  git('-C', 'main', 'commit', '-q', '--allow-empty', '-m', 'x')
  git('-C', 'main', 'worktree', 'add', '-q', tree())
  expect(desk.run(['init', '--store', join(desk.folder, 'main/.watchpost')]).code).toBe(0)
})
afterEach(() => desk.close())

const event = (hook_event_name: string, session_id: string) =>
  JSON.stringify({ session_id, hook_event_name, source: 'startup', cwd: tree() })
/** The start of a session, and its first prompt. */
const start = (session: string, env: NodeJS.ProcessEnv = {}) => {
  for (const name of ['SessionStart', 'UserPromptSubmit'])
    expect(desk.run(['hook'], { cwd: tree(), env, input: event(name, session) })).toMatchObject({ code: 0 })
}
const inTree = (words: readonly string[], env: NodeJS.ProcessEnv = {}) =>
  desk.run(words, { cwd: tree(), env })

it('finds the store of a work tree by what the start of a session noted, and starts no program without mail', () => {
  const critic = { WATCHPOST_AGENT: 'critic' }
  const deep = join(tree(), 'src/deep')
  mkdirSync(deep, { recursive: true })
  const quiet = (env: NodeJS.ProcessEnv) => [guard('mail', deep, env), guard('write', deep, env)]
  expect(quiet(critic)).toEqual(['looked', 'looked'])
  start('s1', critic)
  expect(quiet(critic)).toEqual(['', ''])
  expect(quiet({ WATCHPOST_AGENT: 'stranger' })).toEqual(['looked', ''])
  expect(inTree(['send', 'critic', '-s', 'x', '-b', 'x']).code).toBe(0)
  expect(quiet(critic)).toEqual(['looked', ''])
  const [store] = readFileSync(join(desk.folder, 'main/.git/worktrees/feature/watchpost'), 'utf8').split('\n')
  expect(store).toBe(join(desk.folder, 'main/.watchpost'))
})

it('in a work tree, knows the agent of a session without a name, and trusts that no longer once there are two', () => {
  for (const [agent, session] of [
    ['critic', 's1'],
    ['scout', 's2'],
  ] as const)
    desk.run(['agents', 'register', agent, '--session', session], { cwd: join(desk.folder, 'main') })
  start('s1')
  expect(guard('mail', tree())).toBe('')
  inTree(['send', 'critic', '-s', 'x', '-b', 'x'])
  expect(guard('mail', tree())).toBe('looked')
  start('s1')
  expect(guard('mail', tree())).toBe('')
  start('s2')
  expect(guard('mail', tree())).toBe('looked')
})

it('starts no program for a session without a name, until a command of it got one', () => {
  const folder = join(desk.folder, 'main')
  const session = { CLAUDECODE: '1', CLAUDE_SESSION_ID: 's1' }
  expect(desk.run(['hook'], { cwd: folder, env: session, input: event('SessionStart', 's1') }).code).toBe(0)
  expect([guard('start', folder), guard('mail', folder), guard('event', folder)]).toEqual(['looked', '', ''])
  desk.run(['agents', 'register', 'critic', '--session', 's1'], { cwd: folder, env: session })
  expect(guard('mail', folder)).toBe('looked')
})

it('starts no program where there is no store at all', () => {
  expect([guard('mail', '/'), guard('event', '/'), guard('write', '/')]).toEqual(['', '', ''])
})
