import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { type Desk, openDesk } from '../../support/cli.ts'
import { openGuard } from '../../support/guard.ts'

let desk: Desk
beforeEach(() => {
  desk = openDesk(['architect', 'critic'])
})
afterEach(() => desk.close())

/** As Gemini CLI 0.61 wrote them: inside a helper the events name no helper. */
const recordedEvent = (name: string): object =>
  JSON.parse(readFileSync(join(import.meta.dirname, `fixtures/gemini-${name}.json`), 'utf8'))
const hook = (name: string, change: object = {}, clock = '+0h') =>
  desk.run(['hook'], {
    input: JSON.stringify({ ...recordedEvent(name), ...change }),
    env: { WATCHPOST_AGENT: 'critic', WATCHPOST_CLOCK: clock },
  })
const send = (subject: string): string =>
  desk.batch([
    { command: 'send', input: { to: ['critic'], subject, body: `Body of ${subject}` }, as: 'architect' },
  ])[0].id
const statusOf = (id: string) =>
  desk.json('inbox', 'critic', '--all').messages.find((one: { id: string }) => one.id === id).status

const agent = { tool_name: 'invoke_agent', tool_input: { agent_name: 'generalist', prompt: 'Go on' } }
const begin = (change: object = {}) => hook('before-tool-agent', change)
const end = (change: object = {}) => hook('after-tool', { ...agent, ...change })
const runs = (command: string, change: object = {}, clock = '+0h') =>
  hook('before-tool', { tool_name: 'run_shell_command', tool_input: { command }, ...change }, clock)
const nothing = { code: 0, out: '', err: '' }

it('hands nothing over inside a helper, and everything after it', () => {
  hook('session-start-startup')
  expect(begin()).toEqual(nothing)
  const id = send('Plan first')
  expect(hook('after-tool')).toEqual(nothing)
  expect(statusOf(id)).toBe('unread')
  expect(end().out).toContain('Body of Plan first')
  expect(statusOf(id)).toBe('read')
  send('More')
  expect(hook('after-tool').out).toContain('Body of More')
})

it('refuses a helper what takes mail, and nothing else', () => {
  const id = send('Plan first')
  expect(runs('watchpost next')).toEqual(nothing)
  hook('before-agent')
  begin()
  const later = send('Later')
  for (const refused of [
    runs('watchpost next'),
    hook('before-tool', { tool_name: 'mcp_watchpost_claim', tool_input: {} }),
  ])
    expect(JSON.parse(refused.out)).toEqual({
      decision: 'deny',
      reason: expect.stringContaining('your parent gets the mail'),
    })
  expect(runs(`watchpost read ${id} --peek`)).toEqual(nothing)
  expect(runs('watchpost next', { session_id: 'another' })).toEqual(nothing)
  expect(statusOf(later)).toBe('unread')
  end()
  expect(runs('watchpost next')).toEqual(nothing)
})

it('counts helpers that run beside each other', () => {
  hook('session-start-startup')
  begin()
  begin()
  end()
  expect(runs('watchpost next').out).toContain('your parent')
  end()
  expect(runs('watchpost next')).toEqual(nothing)
})

it('takes a helper that was held back for one that never began', () => {
  hook('session-start-startup')
  send('Already done')
  expect(begin().out).toContain('Body of Already done')
  expect(runs('watchpost next')).toEqual(nothing)
  begin()
  expect(runs('watchpost next').out).toContain('your parent')
})

it.each(['before-agent', 'after-agent', 'session-start-resume', 'session-end'])(
  'forgets at %s a helper that never ended, and not those of another session',
  (bound) => {
    hook('session-start-startup')
    begin()
    begin({ session_id: 'another' })
    hook(bound)
    expect(runs('watchpost next')).toEqual(nothing)
    expect(runs('watchpost next', { session_id: 'another' }).out).toContain('your parent')
  },
)

it('forgets in time the helper of a session that died', () => {
  hook('session-start-startup')
  begin()
  expect(runs('watchpost next', {}, '+30m').out).toContain('your parent')
  expect(runs('watchpost next', {}, '+2h')).toEqual(nothing)
})

it('starts the program at the bounds of a turn, and before a shell, while a helper runs', () => {
  const ask = openGuard(join(desk.folder, 'home'))
  const asked = () =>
    (['turn', 'shell', 'mail', 'write'] as const).map((guard) =>
      ask(guard, desk.folder, { WATCHPOST_STORE: desk.store, WATCHPOST_AGENT: 'critic' }),
    )
  hook('session-start-startup')
  desk.run(['next'], { env: { WATCHPOST_AGENT: 'critic' } })
  expect(asked()).toEqual(['', '', '', ''])
  begin()
  expect(asked()).toEqual(['looked', 'looked', '', ''])
  hook('after-agent')
  expect(asked()).toEqual(['', '', '', ''])
})
