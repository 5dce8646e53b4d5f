import { spawnSync } from 'node:child_process'
import { existsSync, readFileSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { hookCommand } from '../../../src/setup/commands.ts'
import { type Desk, openDesk } from '../../support/cli.ts'

const fixture = (name: string) =>
  readFileSync(fileURLToPath(new URL(`./fixtures/${name}.json`, import.meta.url)), 'utf8')

let desk: Desk
beforeEach(() => {
  desk = openDesk()
  hook('session-start-startup')
})
afterEach(() => desk.close())

const hook = (name: string) =>
  desk.run(['hook'], { input: fixture(name), env: { WATCHPOST_AGENT: 'critic' } })
const waiting = (): readonly string[] =>
  desk.json('attention').attention.map(({ reason }: { reason: string }) => reason)
const askingFile = () => join(desk.store, 'signals', 'critic+asks')

it('shows a permission prompt until the session goes on, and answers nothing itself', () => {
  expect(hook('permission-request')).toEqual({ code: 0, out: '', err: '' })
  expect(hook('notification-permission')).toEqual({ code: 0, out: '', err: '' })
  expect(waiting()).toEqual(['waits for you: Bash rm -rf build'])
  expect(desk.run(['attention']).out).toMatch(
    /^1 agent waits for you\n +waits for you: Bash rm -rf build +critic/u,
  )
  // A helper that works on beside it answers nobody.
  hook('post-tool-use-subagent')
  expect(waiting()).toHaveLength(1)
  hook('post-tool-use')
  expect(waiting()).toEqual([])
})

it.each([
  ['notification-idle', 'user-prompt-submit'],
  ['stop-failure', 'user-prompt-submit'],
  ['notification-elicitation', 'post-tool-use'],
  ['permission-request', 'post-tool-use-failure'],
  ['permission-request', 'session-end'],
  ['permission-request', 'session-start-resume'],
  ['permission-request-subagent', 'stop'],
  ['codex-permission-request', 'codex-stop'],
  ['gemini-notification', 'gemini-after-tool'],
])('%s is over with %s', (asks, goesOn) => {
  hook(asks)
  expect(waiting()).toHaveLength(1)
  hook(goesOn)
  expect(waiting()).toEqual([])
  expect(desk.run(['attention']).out).toBe('')
})

it('keeps nothing of a notification that asks nobody', () => {
  hook('notification-auth')
  expect(waiting()).toEqual([])
})

it('lets the guard of the next hook through while a session waits, and no longer', () => {
  const command = hookCommand({ signals: '$STORE/signals', isNamed: true }, true).replace(
    'exec watchpost hook',
    'echo looked',
  )
  const guard = () =>
    spawnSync('sh', ['-c', `watchpost() { :; }; ${command}`], {
      encoding: 'utf8',
      env: { PATH: process.env['PATH'], STORE: desk.store, WATCHPOST_AGENT: 'critic' },
    }).stdout
  // The first look makes the agent's signal file.
  hook('user-prompt-submit')
  desk.run(['send', 'critic', '-s', 'x', '-b', 'x'])
  hook('user-prompt-submit')
  expect(guard()).toBe('')
  hook('permission-request')
  expect(guard()).toBe('looked\n')
  hook('post-tool-use')
  expect(guard()).toBe('')
  expect(existsSync(askingFile()) && statSync(askingFile()).size).toBe(0)
  expect(statSync(askingFile()).mode & 0o077).toBe(0)
})

it('is not disturbed by a hook that is killed at any moment', async () => {
  for (const milliseconds of [5, 30, 60, 90, 120, 200]) {
    const child = desk.start(['hook'], { WATCHPOST_AGENT: 'critic' })
    child.stdin?.end(fixture('permission-request'))
    await new Promise((next) => setTimeout(next, milliseconds))
    child.kill('SIGKILL')
    await new Promise((next) => child.once('close', next))
    expect(waiting().length).toBeLessThanOrEqual(1)
  }
  hook('permission-request')
  expect(waiting()).toHaveLength(1)
  hook('stop')
  expect(waiting()).toEqual([])
  expect(statSync(askingFile()).size).toBe(0)
})

it('is quick to hear of a request of any size', () => {
  const event = {
    ...JSON.parse(fixture('permission-request')),
    tool_input: { command: 'x'.repeat(8_000_000) },
  }
  const done = desk.run(['hook'], { input: JSON.stringify(event), env: { WATCHPOST_AGENT: 'critic' } })
  expect(done).toEqual({ code: 0, out: '', err: '' })
  expect(waiting()[0]?.length).toBeLessThan(400)
})
