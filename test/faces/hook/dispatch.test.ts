import { afterEach, beforeEach, expect, it } from 'vitest'
import { type Desk, openDesk } from '../../support/cli.ts'

let desk: Desk
beforeEach(() => {
  desk = openDesk(['architect', 'critic'])
})
afterEach(() => desk.close())

const event = (tool_name: string, more: object = {}) =>
  JSON.stringify({
    session_id: 's-1',
    cwd: desk.folder,
    hook_event_name: 'PreToolUse',
    tool_name,
    tool_input: { description: 'Look around', prompt: 'Find the parser' },
    ...more,
  })
const ahead = (...of: Parameters<typeof event>) =>
  desk.run(['hook'], { input: event(...of), env: { WATCHPOST_AGENT: 'critic' } })
const send = (subject: string, body = `Body of ${subject}`): string =>
  desk.batch([{ command: 'send', input: { to: ['critic'], subject, body }, as: 'architect' }])[0].id
const statusOf = (id: string) =>
  desk.json('inbox', 'critic', '--all').messages.find((message: { id: string }) => message.id === id).status
const nothing = { code: 0, out: '', err: '' }

it.each(['Task', 'Agent', 'spawn_agent', 'collaboration.spawn_agent'])(
  'holds %s back once, with the mail that the session was not shown',
  (tool) => {
    expect(ahead(tool)).toEqual(nothing)
    const id = send('Already done')
    const { code, out } = ahead(tool)
    expect(code).toBe(0)
    const { hookSpecificOutput, ...rest } = JSON.parse(out)
    expect(rest).toEqual({})
    const { hookEventName, permissionDecision, permissionDecisionReason: reason } = hookSpecificOutput
    expect([hookEventName, permissionDecision]).toEqual(['PreToolUse', 'deny'])
    expect(reason).toMatch(/^Watchpost held this subagent back once/u)
    expect(reason).toContain('Body of Already done')
    expect(statusOf(id)).toBe('read')
    expect(ahead(tool)).toEqual(nothing)
    send('More news')
    expect(ahead(tool).out).toContain('More news')
  },
)

it('answers Gemini CLI in its own form', () => {
  send('Already done')
  const { out } = ahead('invoke_agent', { hook_event_name: 'BeforeTool' })
  expect(JSON.parse(out)).toEqual({
    decision: 'deny',
    reason: expect.stringContaining('Body of Already done'),
  })
})

it('holds nothing back for other tools, for helpers, or without a session', () => {
  const id = send('Already done')
  for (const tool of ['Bash', 'Read', 'TaskCreate', 'TaskUpdate', 'SendMessage', 'mcp__x__agent'])
    expect(ahead(tool)).toEqual(nothing)
  expect(ahead('Task', { agent_id: 'a7f3' })).toEqual(nothing)
  expect(ahead('Task', { session_id: undefined })).toEqual(nothing)
  expect(statusOf(id)).toBe('unread')
})

it('never holds back twice for mail that does not fit', () => {
  const id = send('Large', 'L'.repeat(30_000))
  const first = ahead('Agent')
  expect(first.out.length).toBeGreaterThan(1_000)
  expect(first.out.length).toBeLessThanOrEqual(10_000)
  expect(statusOf(id)).toBe('unread')
  expect(ahead('Agent')).toEqual(nothing)
})
