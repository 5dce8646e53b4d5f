import { afterEach, beforeEach, expect, it } from 'vitest'
import { type Answer, type Desk, openDesk } from '../../support/cli.ts'
import { type Connection, callTool, connectMcp } from '../../support/mcp-client.ts'
import { recorded } from '../../support/recorded.ts'

let desk: Desk
let connection: Connection
beforeEach(async () => {
  desk = openDesk(['architect', 'critic'])
  connection = await connectMcp(desk)
})
afterEach(async () => {
  await connection.client.close()
  desk.close()
})

const send = (subject: string): string =>
  desk.batch([{ command: 'send', input: { to: ['critic'], subject, body: 'x' }, as: 'architect' }])[0].id
const statusOf = (id: string): string =>
  desk.json('read', id, '--peek', '--as', 'critic').messages[0].status as string
const hook = (event: string) => desk.run(['hook'], { input: event, env: { WATCHPOST_AGENT: 'critic' } })

/** What each coding agent reports of a result, in the shape of its recorded event. */
const reports = {
  claude: (tool: string, tool_input: object, value: Answer) =>
    recorded('claude-code-2.1.331/PostToolUse-mcp__watchpost__next', {
      tool_name: `mcp__watchpost__${tool}`,
      tool_input,
      tool_response: JSON.stringify(value),
    }),
  codex: (tool: string, tool_input: object, value: Answer) =>
    recorded('codex-0.169.0/PostToolUse-mcp__watchpost__whoami', {
      tool_name: `mcp__watchpost__${tool}`,
      tool_input,
      tool_response: { content: [{ type: 'text', text: 'x' }], structuredContent: value },
    }),
}

it.each(['claude', 'codex'] as const)(
  'settles what a tool handed to %s, as it was asked for',
  async (program) => {
    for (const [tool, input, status] of [
      ['next', () => ({}), 'read'],
      ['next', () => ({ take: true, lease: '1h' }), 'processing'],
      ['read', (id: string) => ({ messages: [id] }), 'read'],
    ] as const) {
      const id = send(`${tool} ${status}`)
      const { value } = await callTool(connection, tool, input(id))
      expect(statusOf(id)).toBe('unread')
      expect(hook(reports[program](tool, input(id), value))).toEqual({ code: 0, out: '', err: '' })
      expect(statusOf(id)).toBe(status)
    }
  },
)

it('keeps it settled when the tool server goes', async () => {
  const id = send('Last')
  const { value } = await callTool(connection, 'next')
  hook(reports.claude('next', {}, value))
  await connection.client.close()
  expect(statusOf(id)).toBe('read')
})

it('settles nothing that the tool did not hold, and nothing for a peek', async () => {
  const [held, other] = [send('Held'), send('Other')]
  const { value } = await callTool(connection, 'next')
  expect(value.message.id).toBe(held)
  const forged = reports.claude('next', {}, { messages: [{ id: other }, { id: 'ZZZZZ' }] })
  expect(hook(forged).out).toContain('### Other')
  hook(reports.claude('read', { messages: [held], peek: true }, { messages: [{ id: held }] }))
  expect(statusOf(held)).toBe('unread')
  const { shown } = desk.json('receipts', other).receipts[0]
  expect(shown.command).toBe('hook')
})
