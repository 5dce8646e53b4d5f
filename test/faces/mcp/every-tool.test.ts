import { afterAll, beforeAll, expect, test } from 'vitest'
import { type Desk, openDesk } from '../../support/cli.ts'
import { type Called, type Connection, callTool, connectMcp } from '../../support/mcp-client.ts'

let desk: Desk
let critic: Connection
let lead: Connection
const names = new Set<string>()
beforeAll(async () => {
  desk = openDesk(['critic', 'lead'], 'town')
  desk.json('queue', 'create', 'work')
  desk.json('channel', 'create', 'news')
  desk.json('agents', 'update', 'lead', '--can-complete')
  critic = await connectMcp(desk, { as: 'critic', args: ['--tools', 'all'] })
  lead = await connectMcp(desk, { as: 'lead', args: ['--tools', 'all'] })
})
afterAll(async () => {
  await critic.client.close()
  await lead.client.close()
  desk.close()
})

async function done(who: Connection, name: string, args: object = {}): Promise<Called['value']> {
  const { value, text, isError } = await callTool(who, name, args)
  expect(isError, `${name}: ${text}`).toBe(false)
  expect(text, name).not.toBe('')
  names.add(name)
  return value
}

test('every tool is called once and answers', async () => {
  const { id: request } = await done(lead, 'send', {
    to: ['critic'],
    subject: 'Why?',
    kind: 'request',
    task: 'T-1',
  })
  const { id: note } = await done(lead, 'send', { to: ['critic'], subject: 'Note', kind: 'notification' })
  expect((await done(critic, 'inbox')).messages).toHaveLength(2)
  expect(await done(critic, 'count')).toMatchObject({ total: 2 })
  expect((await done(critic, 'wait')).message.id).toBe(request)
  expect((await done(critic, 'next')).message.id).toBe(request)
  await done(critic, 'read', { messages: [note] })
  await done(critic, 'ack', { messages: [note] })
  expect((await done(critic, 'owed')).owed).toMatchObject([{ id: request, who: 'lead', owed: 'by-me' }])
  const { id: answer } = await done(critic, 'reply', { message: request, body: 'So.' })
  expect((await done(critic, 'thread', { message: answer })).messages).toMatchObject([
    { id: request },
    { id: answer },
  ])
  expect((await done(critic, 'search', { query: ['why'] })).messages).toHaveLength(2)
  await done(critic, 'process', { messages: [request] })
  await done(critic, 'fail', { messages: [request], reason: 'No time' })
  await done(critic, 'retry', { messages: [request] })
  await done(critic, 'snooze', { messages: [request], until: '2h' })
  await done(critic, 'undo')
  await done(critic, 'archive', { messages: [request] })
  await done(critic, 'restore', { messages: [request] })
  await done(critic, 'unread', { messages: [request] })
  expect((await done(critic, 'complete', { messages: [request] })).messages).toMatchObject([
    { status: 'archived' },
  ])
  await done(critic, 'forward', { message: note, to: ['lead'] })
  const { id: wrong } = await done(critic, 'send', { to: ['lead'], subject: 'Wrong' })
  expect((await done(critic, 'retract', { messages: [wrong] })).messages).toMatchObject([
    { withdrawn: ['lead'] },
  ])
  await done(critic, 'escalate', { subject: 'Which?', body: 'A or B', to: 'lead' })
  await done(critic, 'handoff', { to: 'lead', done: 'Half of it', next: ['The rest'] })
  expect((await done(critic, 'resolve', { to: ['lead'] })).recipients).toMatchObject([{ address: 'lead' }])
  expect((await done(critic, 'agents')).agents).toContainEqual(expect.objectContaining({ address: 'lead' }))
  expect(await done(critic, 'agent', { agent: 'lead' })).toMatchObject({ address: 'lead' })
  expect(await done(critic, 'whoami')).toMatchObject({ address: 'critic' })
  await done(critic, 'beat', { waiting: 'for work' })
  expect((await done(critic, 'history', { message: request })).events.length).toBeGreaterThan(3)
  expect((await done(critic, 'receipts', { message: answer })).receipts).toHaveLength(1)
})

test('the tools of queues and channels', async () => {
  const { id: item } = await done(lead, 'send', { to: ['queue:work'], subject: 'Item' })
  expect((await done(critic, 'queues')).queues).toMatchObject([{ name: 'work', available: 1 }])
  expect((await done(critic, 'claim', { queue: 'work' })).message).toMatchObject({
    id: item,
    lease: { attempt: 1 },
  })
  await done(critic, 'renew', { message: item, lease: '20m' })
  await done(critic, 'release', { message: item })
  const { id: later } = await done(lead, 'send', { to: ['queue:work'], subject: 'Later' })
  await done(critic, 'claim', { queue: 'work' })
  expect(await done(critic, 'complete', { messages: [item], next: true })).toMatchObject({
    untrusted: true,
    messages: [{ id: item, status: 'archived' }],
    next: { message: { id: later, lease: { attempt: 1 } } },
  })
  expect(await done(critic, 'complete', { messages: [later], next: true })).toMatchObject({
    messages: [{ id: later, status: 'archived' }],
    next: { empty: true },
  })
  expect((await done(critic, 'channels')).channels).toMatchObject([{ name: 'news' }])
  await done(critic, 'subscribe', { channel: 'news' })
  await done(critic, 'unsubscribe', { channel: 'news' })
})

test('the tools of debates and tasks', async () => {
  const { id: claim } = await done(lead, 'send', {
    to: ['critic'],
    kind: 'claim',
    subject: 'Tabs',
    statement: 'Tabs it is',
  })
  await done(critic, 'reply', { message: claim, kind: 'agree', statement: 'Yes' })
  expect((await done(critic, 'debates')).debates).toMatchObject([{ thread: claim }])
  expect((await done(critic, 'debate', { thread: claim })).positions).toHaveLength(2)
  await done(critic, 'blockers')
  await done(lead, 'resolve_debate', { thread: claim, decision: 'Tabs' })
  await done(critic, 'decisions')
  expect((await done(critic, 'tasks')).tasks).toMatchObject([{ id: 'T-1' }])
  expect(await done(critic, 'task', { task: 'T-1' })).toMatchObject({ id: 'T-1' })
})

test('the tools of reservations', async () => {
  expect(
    (await done(critic, 'reserve', { paths: ['src/a.ts', 'docs/**'], for: '1h' })).reservations,
  ).toHaveLength(2)
  const { isError, text } = await callTool(lead, 'reserve', { paths: ['docs/b.md'] })
  expect([isError, text]).toEqual([true, expect.stringContaining('docs/** is reserved by critic')])
  expect(text).toContain('the tool reservations')
  expect((await done(lead, 'reservations', { paths: ['docs'] })).reservations).toMatchObject([
    { path: 'docs/**', agent: 'critic' },
  ])
  expect((await done(critic, 'unreserve', { paths: ['docs/**'] })).reservations).toHaveLength(1)
})

test('the tools that MAIL names', async () => {
  const letter = { target: 'critic', subject: 'One', body: 'Two' }
  await done(lead, 'send_request', letter)
  await done(lead, 'send_interrupt', letter)
  const heard = async (subject: string) => {
    const { message } = await done(lead, 'send_broadcast', { subject, body: 'Hear' })
    await done(critic, 'read', { messages: [message] })
  }
  await heard('All')
  await done(critic, 'acknowledge_broadcast')
  await heard('Again')
  await done(critic, 'ignore_broadcast')
  await done(critic, 'send_response', { ...letter, target: 'lead' })
  await done(critic, 'await_message', { reason: 'nothing to do' })
  await done(lead, 'task_complete', { finish_message: 'Done', task: 'T-1' })
})

test('no tool was left out', async () => {
  const { tools } = await critic.client.listTools()
  expect([...names].sort()).toEqual(tools.map(({ name }) => name).sort())
  expect(critic.errors() + lead.errors()).toBe('')
})
