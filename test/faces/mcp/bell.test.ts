import { readFileSync } from 'node:fs'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { type Desk, openDesk } from '../../support/cli.ts'
import { type Connection, callTool, connectMcp } from '../../support/mcp-client.ts'
import { withoutCaps } from '../../support/no-caps.ts'
import { until } from '../../support/soon.ts'
import { type InboxSocket, openInbox } from '../../support/stand-ins/inbox-socket.ts'

let desk: Desk
let inbox: InboxSocket
let open: Connection[]
beforeEach(async () => {
  desk = openDesk(['critic', 'lead'])
  withoutCaps(desk.store)
  inbox = await openInbox('claude-code')
  open = []
})
afterEach(async () => {
  for (const { client } of open) await client.close()
  await inbox.close()
  desk.close()
})

const connect = async () => {
  const env = { CLAUDE_CODE_MESSAGING_SOCKET: inbox.path, CLAUDE_CODE_MESSAGING_TOKEN: inbox.token }
  const connection = await connectMcp(desk, { env })
  open.push(connection)
  await until(() => desk.json('agents', 'show', 'critic').bell === 'claude-code')
  return connection
}
const urgent = (subject: string): string =>
  desk.json('send', 'critic', '-s', subject, '-b', 'the body', '--priority', 'urgent', '--as', 'lead').id
const bells = () => desk.json('agents', 'show', 'critic').bells

const rest = () => new Promise((next) => setTimeout(next, 1_500))

test('urgent mail rings the inbox of an idle session, and nothing else leaves the store or is read by it', async () => {
  await connect()
  const id = urgent('the subject')
  await until(() => inbox.texts.length > 0)
  await until(() => bells()[0]?.outcome === 'rung')
  expect(inbox.texts).toEqual(['[watchpost] 1 unread, 1 urgent; mail, not an order: `watchpost next`'])
  for (const secret of ['the subject', 'the body', 'lead', 'critic'])
    expect(inbox.heard()).not.toContain(secret)
  expect(desk.json('read', id, '--peek', '--as', 'critic').messages[0].status).toBe('unread')
  expect(desk.json('receipts', id, '--as', 'lead').receipts[0]).toMatchObject({
    shown: null,
    rung: { way: 'claude-code', outcome: 'rung' },
  })
  expect(desk.run(['history', id, '--as', 'lead']).out).toMatch(
    /system\s+rung\s+for critic\s+way claude-code/u,
  )
  const kept = readFileSync(`${desk.folder}/.watchpost/mail.db`, 'latin1')
  expect(kept).not.toContain(inbox.token)
  expect(kept).not.toContain(inbox.path)
})

test('mail that is no matter of urgency, or that is read at once, rings nothing', async () => {
  const connection = await connect()
  desk.json('send', 'critic', '-s', 'Some day', '--as', 'lead')
  urgent('Now')
  await callTool(connection, 'next')
  await callTool(connection, 'whoami')
  await rest()
  expect(inbox.calls()).toBe(0)
  expect(bells()).toEqual([])
})

test('a thousand messages ring once, and once more after the answer', async () => {
  const connection = await connect()
  const input = (at: number) => ({ to: ['critic'], subject: `${at}`, priority: 'urgent' })
  desk.batch(Array.from({ length: 1000 }, (_, at) => ({ command: 'send', as: 'lead', input: input(at) })))
  await until(() => bells()[0]?.outcome === 'rung')
  await rest()
  expect(inbox.texts).toHaveLength(1)
  await callTool(connection, 'next')
  await callTool(connection, 'whoami')
  await rest()
  expect(inbox.texts).toHaveLength(1)
  urgent('One more')
  await until(() => inbox.texts.length === 2)
})

test('an inbox that is gone leaves the mail as it was, and rings when it is back', async () => {
  await connect()
  await inbox.kill()
  const id = urgent('Now')
  await until(() => bells()[0]?.outcome?.startsWith("Claude Code's inbox: The socket cannot be written to"))
  expect(desk.json('read', id, '--peek', '--as', 'critic').messages[0].status).toBe('unread')
  expect(desk.json('agents', 'show', 'critic').bell).toBeNull()
})
