import { join } from 'node:path'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { type Desk, openDesk } from '../../support/cli.ts'
import { openGuard } from '../../support/guard.ts'
import { callTool, connectMcp } from '../../support/mcp-client.ts'
import { recorded } from '../../support/recorded.ts'

let desk: Desk
let id: string
beforeEach(() => {
  desk = openDesk(['architect', 'critic'])
  id = send('Plan first')
})
afterEach(() => desk.close())

const send = (subject: string): string =>
  desk.batch([
    { command: 'send', input: { to: ['critic'], subject, body: `Body of ${subject}` }, as: 'architect' },
  ])[0].id
const hook = (event: string) => desk.run(['hook'], { input: event, env: { WATCHPOST_AGENT: 'critic' } })
const shell = (program: string, command: string) =>
  hook(recorded(`${program}/PreToolUse-Bash-subagent`, { tool_input: { command } }))
const statusOf = (message: string) =>
  desk.json('inbox', 'critic', '--all').messages.find((one: { id: string }) => one.id === message).status
const nothing = { code: 0, out: '', err: '' }

it.each(['claude-code-2.1.331', 'codex-0.169.0'])('keeps the mail from a subagent of %s', (program) => {
  for (const command of ['watchpost next', 'watchpost --json inject', `watchpost read ${id}`]) {
    const { code, out } = shell(program, command)
    expect(code).toBe(0)
    expect(JSON.parse(out).hookSpecificOutput).toEqual({
      hookEventName: 'PreToolUse',
      permissionDecision: 'deny',
      permissionDecisionReason: expect.stringContaining('your parent gets the mail'),
    })
  }
  for (const command of [
    'watchpost send architect -s Hi -b next',
    `watchpost read ${id} --peek`,
    'echo next',
  ])
    expect(shell(program, command)).toEqual(nothing)
  expect(statusOf(id)).toBe('unread')
})

it.each(['mcp__watchpost__next', 'mcp__plugin_watchpost_watchpost__read'])(
  'refuses it the tool %s',
  (tool) => {
    const event = (name: string) =>
      recorded(`claude-code-2.1.331/${name}`, { tool_name: tool, tool_input: { messages: [id] } })
    expect(hook(event('PreToolUse-Bash-subagent')).out).toContain('your parent gets the mail')
    expect(hook(event('PreToolUse-Bash'))).toEqual(nothing)
  },
)

it('lets the agent itself take its mail', () => {
  const event = recorded('claude-code-2.1.331/PreToolUse-Bash', { tool_input: { command: 'watchpost next' } })
  expect(hook(event)).toEqual(nothing)
})

it('starts no program before a shell while no mail waits', () => {
  const ask = openGuard(join(desk.folder, 'home'))
  const guard = () => ask('shell', desk.folder, { WATCHPOST_STORE: desk.store, WATCHPOST_AGENT: 'critic' })
  expect(guard()).toBe('looked')
  desk.run(['next'], { env: { WATCHPOST_AGENT: 'critic' } })
  hook(recorded('claude-code-2.1.331/SessionStart-startup'))
  expect(guard()).toBe('')
  desk.run(['reserve', 'src', '--as', 'architect'])
  expect(guard()).toBe('looked')
})

/** As Codex names its threads: a helper's differs from the session's. */
const inCodex = (thread: string) => ({
  WATCHPOST_AGENT: 'critic',
  CODEX_SESSION_ID: '01a2',
  CODEX_THREAD_ID: thread,
})

it.each([['next'], ['next', '--take'], ['inject'], ['wait', '--take', '--timeout', '1s'], ['read']])(
  'shows a subagent of Codex the mail, and takes none: %s %s',
  (...command) => {
    const line = command[0] === 'read' ? ['read', id] : command
    const helper = desk.run(line, { env: inCodex('01a3') })
    expect(helper.code).toBe(0)
    expect(helper.out).toContain('Body of Plan first')
    expect(helper.err).toContain('not taken')
    expect(statusOf(id)).toBe('unread')
    const parent = desk.run(line, { env: inCodex('01a2') })
    expect(parent.out).toContain('Body of Plan first')
    expect(parent.err).not.toContain('not taken')
    expect(statusOf(id)).not.toBe('unread')
  },
)

it('shows a subagent of Codex the state that the mail keeps', () => {
  const { out } = desk.run(['next', '--json'], { env: inCodex('01a3') })
  expect(JSON.parse(out).message).toMatchObject({ id, status: 'unread' })
})

it('leaves work in its queue', () => {
  desk.run(['queue', 'create', 'work'])
  const env = inCodex('01a3')
  desk.run(['send', 'queue:work', '-s', 'Item', '-b', 'Do it'])
  expect(desk.run(['claim', 'work'], { env }).out).toContain('Do it')
  expect(desk.json('queue', 'show', 'work')).toMatchObject({ available: 1 })
  expect(desk.run(['claim', 'work'], { env: inCodex('01a2') }).out).toContain('Do it')
})

it('takes no other coding agent for a subagent, though Codex started it there', () => {
  const { err } = desk.run(['next'], { env: { ...inCodex('01a3'), CLAUDE_CODE_SESSION_ID: 'c-1' } })
  expect(err).not.toContain('not taken')
  expect(statusOf(id)).toBe('read')
})

it('shows mail through a tool server in a subagent, and takes none', async () => {
  const connection = await connectMcp(desk, { env: inCodex('01a3') })
  const { value } = await callTool(connection, 'next')
  expect(value.message).toMatchObject({ id, status: 'unread' })
  await callTool(connection, 'whoami')
  expect(statusOf(id)).toBe('unread')
  await connection.client.close()
})
