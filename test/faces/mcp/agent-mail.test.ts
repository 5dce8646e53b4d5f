import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { type Desk, openDesk } from '../../support/cli.ts'
import { type Connection, callTool, connectMcp } from '../../support/mcp-client.ts'

let desk: Desk
let green: Connection
let blue: Connection
beforeAll(async () => {
  desk = openDesk(['BlueLake'])
  green = await connectMcp(desk, { as: 'GreenCastle', args: ['--tools', 'agent-mail'] })
  blue = await connectMcp(desk, { as: 'BlueLake', args: ['--tools', 'agent-mail'] })
})
afterAll(async () => {
  await green.client.close()
  await blue.client.close()
  desk.close()
})

async function done(who: Connection, name: string, args: object) {
  const { value, text, isError } = await callTool(who, name, args)
  expect(isError, `${name}: ${text}`).toBe(false)
  return value
}

async function refused(who: Connection, name: string, args: object) {
  const { value, isError } = await callTool(who, name, args)
  expect(isError, name).toBe(true)
  return value.error
}

const project = '/abs/path/to/project'

/** The calls of SKILL.md and of the README's snippet for agents, with their arguments as they stand there. */
describe("MCP Agent Mail's published workflow", () => {
  test('README: ensure_project, then register_agent', async () => {
    expect(await done(green, 'ensure_project', { human_key: project })).toMatchObject({
      address: 'GreenCastle',
    })
    const registered = {
      project_key: project,
      program: 'claude-code',
      model: 'opus-4.5',
      name: 'GreenCastle',
    }
    expect(await done(green, 'register_agent', registered)).toMatchObject({ address: 'GreenCastle' })
    expect(await done(green, 'whois', { project_key: project, agent_name: 'BlueLake' })).toMatchObject({
      address: 'BlueLake',
    })
  })

  test('SKILL.md 1: start a session', async () => {
    const begun = await done(green, 'macro_start_session', {
      human_key: project,
      program: 'claude-code',
      model: 'opus-4.5',
      task_description: 'Implementing auth module',
    })
    expect(begun).toMatchObject({ messages: [] })
  })

  test('SKILL.md 2: reserve files before editing', async () => {
    const paths = ['src/auth/**/*.ts', 'src/middleware/auth.ts']
    const reserved = { project_key: project, agent_name: 'GreenCastle', paths, ttl_seconds: 3600 }
    await done(green, 'file_reservation_paths', { ...reserved, exclusive: true, reason: 'bd-123' })
    await done(green, 'renew_file_reservations', { project_key: project, agent_name: 'GreenCastle', paths })
    const taken = { project_key: project, agent_name: 'BlueLake', paths: ['src/middleware/auth.ts'] }
    expect(await refused(blue, 'file_reservation_paths', taken)).toMatchObject({ code: 'conflict' })
  })

  test('SKILL.md 3 and 4: announce work, check the inbox, read, acknowledge, reply', async () => {
    const { id } = await done(green, 'send_message', {
      project_key: project,
      sender_name: 'GreenCastle',
      to: ['BlueLake'],
      subject: '[bd-123] Starting auth refactor',
      thread_id: 'bd-123',
      body_md: 'Reserving src/auth/**. Will update session handling.',
      importance: 'normal',
      ack_required: true,
    })
    const asked = { project_key: project, agent_name: 'BlueLake' }
    const listed = await done(blue, 'fetch_inbox', {
      ...asked,
      limit: 20,
      urgent_only: false,
      include_bodies: true,
    })
    expect(listed.messages).toMatchObject([
      {
        id,
        from: 'GreenCastle',
        body: 'Reserving src/auth/**. Will update session handling.',
        task: 'bd-123',
      },
    ])
    const since = await done(blue, 'fetch_inbox', { ...asked, since_ts: '2025-10-23T00:00:00+00:00' })
    expect(since.messages).toMatchObject([{ id }])
    expect((await done(blue, 'fetch_inbox', { ...asked, urgent_only: true })).messages).toEqual([])
    expect((await done(blue, 'mark_message_read', { ...asked, message_id: id })).messages).toMatchObject([
      { id },
    ])
    expect((await done(blue, 'acknowledge_message', { ...asked, message_id: id })).messages).toMatchObject([
      { id, status: 'read' },
    ])
    await done(blue, 'reply_message', {
      project_key: project,
      message_id: id,
      sender_name: 'BlueLake',
      body_md: 'Go on.',
    })
    const found = { project_key: project, query: '"auth refactor" AND starting' }
    expect((await done(green, 'search_messages', found)).messages).not.toEqual([])
    const thread = { project_key: project, thread_id: 'bd-123', include_examples: true }
    expect((await done(green, 'summarize_thread', thread)).messages.length).toBeGreaterThan(0)
    expect((await done(green, 'summarize_thread', { ...thread, thread_id: id })).messages).toHaveLength(2)
  })

  test('SKILL.md 5: release reservations when done', async () => {
    await done(green, 'release_file_reservations', { project_key: project, agent_name: 'GreenCastle' })
    const free = { project_key: project, agent_name: 'BlueLake', paths: ['src/middleware/auth.ts'] }
    await done(blue, 'file_reservation_paths', free)
  })

  test('new mail comes first, however much is acknowledged', async () => {
    const sent: string[] = []
    for (const subject of ['one', 'two', 'three']) {
      const letter = { to: ['BlueLake'], subject, body_md: `Body of ${subject}`, topic: 'order' }
      sent.push((await done(green, 'send_message', letter)).id)
      if (subject !== 'three') await done(blue, 'acknowledge_message', { message_id: sent.at(-1) })
    }
    const newest = { limit: 1, topic: 'order' }
    expect((await done(blue, 'fetch_inbox', newest)).messages).toMatchObject([{ id: sent[2] }])
    const since = { ...newest, since_ts: '2025-10-23T00:00:00+00:00', include_bodies: true }
    for (const asked of [{ ...newest, include_bodies: true }, since])
      expect((await done(blue, 'fetch_inbox', asked)).messages).toMatchObject([
        { id: sent[2], body: 'Body of three', status: 'unread' },
      ])
    const begun = await done(blue, 'macro_start_session', { inbox_limit: 1 })
    expect(begun.messages).toMatchObject([{ id: sent[2] }])
    const none = { topic: 'no-such-topic', include_bodies: true }
    expect((await done(blue, 'fetch_inbox', none)).messages).toEqual([])
  })

  test.each(['BACKEND', '12345', 'FRONT-1', 'feat'])('a thread may be called %s', async (name) => {
    const letter = { to: ['BlueLake'], subject: 's', body_md: 'b', thread_id: name }
    const { id } = await done(green, 'send_message', letter)
    expect((await done(blue, 'summarize_thread', { thread_id: name })).messages).toMatchObject([
      { id, task: name },
    ])
  })

  test('urgent mail comes alone, and archived mail never', async () => {
    const letter = { to: ['BlueLake'], subject: 's', body_md: 'b', topic: 'urgency' }
    await done(green, 'send_message', letter)
    const [high, urgent] = [
      await done(green, 'send_message', { ...letter, importance: 'high' }),
      await done(green, 'send_message', { ...letter, importance: 'urgent' }),
    ]
    const gone = await done(green, 'send_message', { ...letter, importance: 'urgent' })
    desk.json('archive', gone.id, '--as', 'BlueLake')
    const asked = { topic: 'urgency', urgent_only: true }
    expect((await done(blue, 'fetch_inbox', asked)).messages).toMatchObject([
      { id: urgent.id },
      { id: high.id },
    ])
  })

  test.each([
    [
      'send_message',
      { sender_name: 'BlueLake', to: ['BlueLake'], subject: 's', body_md: 'b' },
      'not-allowed',
    ],
    ['fetch_inbox', { agent_name: 'BlueLake' }, 'not-allowed'],
    ['send_message', { to: ['BlueLake'], bcc: ['BlueLake'], subject: 's', body_md: 'b' }, 'usage'],
    ['send_message', { to: ['NoSuchLake'], subject: 's', body_md: 'b' }, 'unknown-recipient'],
  ])('%s with %j is refused: %s', async (name, args, code) => {
    expect(await refused(green, name, { project_key: project, ...args })).toMatchObject({ code })
  })

  test('a tool that is not in the table is unknown', async () => {
    await expect(callTool(green, 'request_contact', {})).rejects.toThrow(/no tool request_contact/u)
  })

  test('the tools are served only where they are asked for', async () => {
    const plain = await connectMcp(desk, { as: 'BlueLake', args: ['--tools', 'all'] })
    const { tools } = await plain.client.listTools()
    expect(tools.map(({ name }) => name)).not.toContain('fetch_inbox')
    await plain.client.close()
  })
})
