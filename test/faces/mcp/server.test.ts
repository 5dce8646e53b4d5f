import { rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import Database from 'better-sqlite3'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { type Answer, type Desk, openDesk } from '../../support/cli.ts'
import { type Connection, callTool, connectMcp } from '../../support/mcp-client.ts'
import { until } from '../../support/soon.ts'

let desk: Desk
let connections: Connection[] = []
beforeEach(() => {
  desk = openDesk(['critic', 'lead'], 'town')
})
afterEach(async () => {
  for (const { client } of connections) await client.close()
  connections = []
  desk.close()
})

async function connect(as = 'critic', more: readonly string[] = []): Promise<Connection> {
  const connection = await connectMcp(desk, { as, args: ['--tools', 'all', ...more] })
  connections.push(connection)
  return connection
}

const call = async (connection: Connection, name: string, args: object = {}): Promise<Answer> =>
  (await callTool(connection, name, args)).value

const send = (subject: string, more: object = {}): string =>
  desk.batch([
    { command: 'send', as: 'lead', input: { to: ['critic'], subject, body: `About ${subject}`, ...more } },
  ])[0].id as string
const statusOf = (id: string): string =>
  desk.json('read', id, '--peek', '--as', 'critic').messages[0].status as string
const isHeld = (id: string): boolean =>
  desk
    .json('history', id)
    .events.filter(({ what }: Answer) => what === 'offered' || what === 'released')
    .at(-1)?.what === 'offered'
function lapse(): void {
  new Database(join(desk.store, 'mail.db'))
    .exec('UPDATE deliveries SET held_until = 1 WHERE held_until IS NOT NULL')
    .close()
}

describe('handing over', () => {
  test('is settled by the next request on the connection', async () => {
    const [first, second] = [send('First'), send('Second')]
    const connection = await connect()
    expect((await call(connection, 'next')).message).toMatchObject({ id: first, status: 'read' })
    expect(statusOf(first)).toBe('unread')
    expect((await call(connection, 'next')).message.id).toBe(second)
    await until(() => statusOf(first) === 'read')
    expect(statusOf(second)).toBe('unread')
    await connection.client.ping()
    await until(() => statusOf(second) === 'read')
    const [receipt] = desk.json('receipts', first).receipts
    expect(receipt.shown).toMatchObject({ command: 'mcp next' })
  })

  test('is settled by ack', async () => {
    const id = send('Note')
    const connection = await connect()
    await call(connection, 'read', { messages: [id] })
    const { messages } = await call(connection, 'ack', { messages: [id] })
    expect(messages[0]).toMatchObject({ status: 'read', acknowledgedAt: expect.any(String) })
  })

  test('is released when the connection closes first', async () => {
    const id = send('Lost')
    const connection = await connect()
    expect((await call(connection, 'next')).message.id).toBe(id)
    await connection.client.close()
    await until(() => !isHeld(id))
    expect(desk.json('next', '--as', 'critic').message.id).toBe(id)
  })

  test('killed in between, it is offered again', async () => {
    const id = send('Fragile')
    const connection = await connect()
    expect((await call(connection, 'next', { take: true })).message.id).toBe(id)
    process.kill(connection.transport.pid ?? 0, 'SIGKILL')
    await until(() => connection.transport.pid === null)
    expect(statusOf(id)).toBe('unread')
    lapse()
    expect((await call(await connect(), 'next')).message.id).toBe(id)
  })

  test('a claim that was never received goes back untried', async () => {
    desk.json('queue', 'create', 'work')
    const id = desk.json('send', 'queue:work', '-s', 'Item').id as string
    const connection = await connect()
    expect((await call(connection, 'claim')).message.id).toBe(id)
    await connection.client.close()
    await until(() => desk.json('queue', 'show', 'work').available === 1)
  })

  test('nor does one that came with the end of another', async () => {
    desk.json('queue', 'create', 'turns')
    const [one, two] = [1, 2].map(() => desk.json('send', 'queue:turns', '-s', 'Item').id as string)
    const connection = await connect()
    await call(connection, 'claim', { queue: 'turns' })
    expect((await call(connection, 'complete', { messages: [one], next: true })).next.message.id).toBe(two)
    await connection.client.close()
    await until(() => desk.json('queue', 'show', 'turns').available === 1)
    expect(desk.json('queue', 'show', 'turns').completed).toBe(1)
  })
})

describe('every tool does what its command does', () => {
  test('writing, answering, finding, finishing', async () => {
    const id = send('Question')
    const connection = await connect()
    await call(connection, 'read', { messages: [id] })
    expect(await call(connection, 'whoami')).toMatchObject({ address: 'critic', how: 'flag' })
    expect(await call(connection, 'count')).toMatchObject({ total: 0 })
    expect((await call(connection, 'inbox')).messages[0].id).toBe(id)
    const { id: reply } = await call(connection, 'reply', { message: id, body: 'Yes' })
    expect((await call(connection, 'thread', { message: reply })).messages).toHaveLength(2)
    expect((await call(connection, 'search', { query: ['question'] })).messages).not.toEqual([])
    expect((await call(connection, 'complete', { messages: [id] })).messages[0].status).toBe('archived')
    expect((await call(connection, 'undo')).messages[0].id).toBe(id)
    expect((await call(connection, 'agents')).agents.length).toBeGreaterThan(1)
    for (const tool of ['owed', 'queues', 'channels']) await call(connection, tool)
    for (const tool of ['history', 'receipts']) await call(connection, tool, { message: id })
  })

  test('an error is a result, with its code and what to do', async () => {
    const connection = await connect()
    const { client } = connection
    const result = await client.callTool({ name: 'send', arguments: { to: ['lea'], subject: 'x' } })
    expect(result.isError).toBe(true)
    expect(await call(connection, 'send', { to: ['lea'], subject: 'x' })).toEqual({
      error: {
        code: 'unknown-recipient',
        message: expect.any(String),
        hint: expect.stringContaining('lead'),
      },
    })
    expect((await call(connection, 'send', { too: 1 })).error.code).toBe('usage')
    await expect(client.callTool({ name: 'no_such_tool' })).rejects.toThrow('no_such_tool')
    expect(connection.errors()).toBe('')
  })
})

describe("MAIL's tools", () => {
  const at = (id: string) => desk.json('read', id, '--peek', '--as', 'lead').messages[0]

  test('a request, and the response that belongs to it', async () => {
    const [lead, critic] = [await connect('lead'), await connect('critic')]
    const { message: request } = await call(lead, 'send_request', {
      target: 'critic',
      subject: 'Why?',
      body: 'Tell.',
    })
    expect(at(request)).toMatchObject({ kind: 'request', to: ['critic'] })
    await call(critic, 'next')
    const answer = { target: 'lead', subject: 'Because', body: 'So.' }
    const { message: response } = await call(critic, 'send_response', answer)
    expect(at(response)).toMatchObject({
      kind: 'response',
      replyTo: request,
      thread: request,
      subject: 'Because',
    })
    expect(desk.json('owed', '--as', 'critic').owed).toEqual([])
    const { message: unasked } = await call(critic, 'send_response', answer)
    expect(at(unasked)).toMatchObject({ kind: 'response', replyTo: null })
    const { message: interrupt } = await call(lead, 'send_interrupt', {
      target: 'critic',
      subject: 'Stop',
      body: '!',
    })
    expect(at(interrupt).kind).toBe('interrupt')
    expect((await call(critic, 'send_request', { target: 'critic' })).error.code).toBe('usage')
  })

  test('broadcasts are acknowledged or ignored, the last handed over first', async () => {
    const [lead, critic] = [await connect('lead'), await connect('critic')]
    expect((await call(critic, 'ignore_broadcast')).error.code).toBe('not-found')
    const one = await call(lead, 'send_broadcast', { subject: 'One', body: '1' })
    const two = await call(lead, 'send_broadcast', { subject: 'Two', body: '2' })
    expect(at(one.message).kind).toBe('broadcast')
    expect((await call(critic, 'acknowledge_broadcast')).error.code).toBe('not-found')
    await call(critic, 'next')
    expect(await call(critic, 'acknowledge_broadcast', { note: 'seen' })).toMatchObject({
      message: one.message,
    })
    expect(desk.json('history', one.message).events).toContainEqual(
      expect.objectContaining({ what: 'ack', owner: 'critic', detail: { note: 'seen' } }),
    )
    expect((await call(critic, 'ignore_broadcast')).error.code).toBe('not-found')
    await call(critic, 'next')
    expect(await call(critic, 'ignore_broadcast', { reason: 'noise' })).toMatchObject({
      message: two.message,
    })
    expect(desk.json('history', two.message).events).toContainEqual(
      expect.objectContaining({ what: 'ignored', owner: 'critic' }),
    )
  })

  test('how a task ends is told by a tool that is served, or by the command', async () => {
    desk.json('agents', 'update', 'critic', '--can-complete')
    send('Build it', { task: 'T-1' })
    for (const [tools, words] of [
      ['all', 'task_complete (task T-1) ends the task'],
      ['core', '`watchpost task complete T-1 -b TEXT` ends the task'],
    ] as const) {
      const connection = await connectMcp(desk, { as: 'critic', args: ['--tools', tools] })
      connections.push(connection)
      const { message } = await call(connection, 'next')
      await connection.client.ping()
      expect(message).toMatchObject({ endsWith: words })
      desk.json('unread', message.id, '--as', 'critic')
    }
  })

  test('a task is completed once, by who may', async () => {
    send('Build it', { task: 'T-1' })
    const critic = await connect('critic')
    await call(critic, 'next')
    const finish = { finish_message: 'It is built.' }
    expect((await call(critic, 'task_complete', finish)).error.code).toBe('not-allowed')
    desk.json('agents', 'update', 'critic', '--can-complete')
    const { message } = await call(critic, 'task_complete', finish)
    expect(at(message)).toMatchObject({ kind: 'complete', task: 'T-1', to: ['all'], body: 'It is built.' })
    expect((await call(critic, 'task_complete', finish)).result).toContain('already complete')
    expect((await call(critic, 'task_complete', { finish_message: 'Again.' })).result).toContain(
      'already complete',
    )
    expect(desk.json('search', 'kind:complete').messages).toHaveLength(1)
  })

  test('of several open tasks one must be named, however much mail there is', async () => {
    desk.json('agents', 'update', 'critic', '--can-complete')
    const old = Array.from({ length: 520 }, (_, at) => ({
      command: 'send',
      as: 'lead',
      input: { to: ['critic'], subject: `Old ${at}`, kind: 'notification', priority: 'high', again: true },
    }))
    const messages = desk.batch(old).map(({ id }) => id)
    desk.batch([{ command: 'archive', as: 'critic', input: { messages } }])
    const [one, two] = [send('First', { task: 'T-1' }), send('Second', { task: 'T-2' })]
    const critic = await connect('critic')
    const end = (more: object = {}) => call(critic, 'task_complete', { finish_message: 'Done', ...more })
    expect((await end()).error.code).toBe('not-found')
    expect((await call(critic, 'next')).message.id).toBe(one)
    const letter = { target: 'lead', subject: 'S', body: 'B' }
    for (const tool of ['send_request', 'send_interrupt', 'send_broadcast']) {
      const { target: _, ...toAll } = letter
      const { message } = await call(critic, tool, tool === 'send_broadcast' ? toAll : letter)
      expect(at(message)).toMatchObject({ task: 'T-1' })
    }
    expect((await call(critic, 'next')).message.id).toBe(two)
    for (const answer of [await end(), await call(critic, 'send_request', letter)])
      expect(answer.error).toMatchObject({ code: 'ambiguous', message: expect.stringContaining('T-2, T-1') })
    const { message: named } = await call(critic, 'send_request', { ...letter, task: 'T-2' })
    expect(at(named).task).toBe('T-2')
    expect(at((await end({ task: 'T-1' })).message)).toMatchObject({ kind: 'complete', task: 'T-1' })
    expect(at((await end()).message)).toMatchObject({ kind: 'complete', task: 'T-2' })
    expect((await end()).result).toContain('T-2 was already complete')
    const other = await connect('critic')
    expect((await call(other, 'task_complete', { finish_message: 'x' })).error.code).toBe('not-found')
  })

  test('await_message answers at once, or waits until mail is there', async () => {
    const critic = await connect('critic')
    expect(await call(critic, 'await_message', { reason: 'nothing to do' })).toEqual({
      result: expect.stringContaining('no mail'),
    })
    expect(desk.json('agents', 'show', 'critic').waiting).toMatchObject({ reason: 'nothing to do' })
    const waiting = call(critic, 'await_message', { timeout: '20s' })
    await new Promise((next) => setTimeout(next, 100))
    const id = send('Wake up')
    expect(await waiting).toMatchObject({ message: id })
    expect(statusOf(id)).toBe('unread')
  })
})

test('who asks and says no more is answered all the same; what was handed over stays unread', () => {
  const id = send('Waiting')
  const ask = (number: number, name: string, args: object = {}) => ({
    jsonrpc: '2.0',
    id: number,
    method: 'tools/call',
    params: { name, arguments: args },
  })
  const hello = { protocolVersion: '2025-03-26', capabilities: {}, clientInfo: { name: 't', version: '0' } }
  const lines = [
    { jsonrpc: '2.0', id: 1, method: 'initialize', params: hello },
    { jsonrpc: '2.0', method: 'notifications/initialized' },
    ask(2, 'send', { to: ['lead'], subject: 'Asked at once' }),
    ask(3, 'next'),
    ask(4, 'nothing of the kind'),
  ]
  const { code, out } = desk.run(['mcp', '--as', 'critic'], {
    input: lines.map((line) => `${JSON.stringify(line)}\n`).join(''),
  })
  const answers = out
    .trim()
    .split('\n')
    .map((line) => JSON.parse(line) as Answer)
  expect([code, answers.map((answer) => answer.id).sort()]).toEqual([0, [1, 2, 3, 4]])
  expect(answers.find((answer) => answer.id === 3).result.structuredContent.message.id).toBe(id)
  expect(desk.json('inbox', 'lead').messages).toMatchObject([{ subject: 'Asked at once' }])
  expect(statusOf(id)).toBe('unread')
})

test('unread mail is a resource, and who subscribes is told when mail comes', async () => {
  const connection = await connect()
  const { client } = connection
  let told = 0
  client.setNotificationHandler('notifications/resources/updated', ({ params }) => {
    expect(params.uri).toBe('watchpost://unread')
    told += 1
  })
  const { resources } = await client.listResources()
  expect(resources).toEqual([
    expect.objectContaining({ uri: 'watchpost://unread', mimeType: 'application/json' }),
  ])
  const read = async () => {
    const [content] = (await client.readResource({ uri: 'watchpost://unread' })).contents
    return JSON.parse((content as { text: string }).text)
  }
  expect(await read()).toMatchObject({ owner: 'critic', messages: [], unread: 0 })
  await client.subscribeResource({ uri: 'watchpost://unread' })
  await new Promise((next) => setTimeout(next, 200))
  expect(told).toBe(0)
  const id = send('News')
  await until(() => told === 1)
  expect((await read()).messages[0].id).toBe(id)
  expect(statusOf(id)).toBe('unread')
  await client.unsubscribeResource({ uri: 'watchpost://unread' })
  send('More')
  await new Promise((next) => setTimeout(next, 300))
  expect(told).toBe(1)
  await expect(client.readResource({ uri: 'file:///etc/passwd' })).rejects.toThrow('no resource')
})

describe('a store in a bad state', () => {
  test.each([
    ['no-store', () => join(desk.folder, 'nowhere')],
    [
      'damaged',
      () => {
        const folder = join(desk.folder, 'bad')
        desk.run(['init', '--store', folder])
        rmSync(join(folder, 'mail.db-wal'))
        writeFileSync(join(folder, 'mail.db'), 'this is no database, and it never was one'.repeat(200))
        return folder
      },
    ],
    [
      'newer-version',
      () => {
        const folder = join(desk.folder, 'newer')
        desk.run(['init', '--store', folder])
        new Database(join(folder, 'mail.db')).exec('PRAGMA user_version = 999').close()
        return folder
      },
    ],
  ])('%s is a clear error of every call, and the server lives', async (code, store) => {
    const connection = await connect('critic', ['--store', store()])
    expect((await call(connection, 'inbox')).error).toMatchObject({
      code,
      hint: expect.stringMatching(/.+/u),
    })
    expect((await call(connection, 'count')).error.code).toBe(code)
    await connection.client.ping()
  })

  test('a store and an agent that come to be later serve the next call', async () => {
    const store = join(desk.folder, 'later')
    const connection = await connect('critic', ['--store', store])
    expect((await call(connection, 'inbox')).error.code).toBe('no-store')
    desk.run(['init', '--store', store])
    expect((await call(connection, 'inbox')).error).toMatchObject({
      message: expect.stringContaining('critic'),
    })
    desk.run(['agents', 'register', 'critic', '--store', store])
    expect(await call(connection, 'inbox')).toMatchObject({ owner: 'critic', messages: [] })
  })
})
