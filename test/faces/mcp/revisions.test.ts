import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { type Answer, type Desk, openDesk } from '../../support/cli.ts'
import { type Connection, callTool, connectMcp, revisions } from '../../support/mcp-client.ts'
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

const send = (subject: string): string =>
  desk.batch([{ command: 'send', as: 'lead', input: { to: ['critic'], subject, body: 'Look' } }])[0].id
const statusOf = (id: string): string => desk.json('read', id, '--peek', '--as', 'critic').messages[0].status

describe.each(revisions)('the revision of %s', (revision) => {
  const connect = async () => {
    const connection = await connectMcp(desk, { revision })
    connections.push(connection)
    return connection
  }

  test('names the server, and lists and calls tools', async () => {
    const connection = await connect()
    const { client } = connection
    expect(client.getServerVersion()).toMatchObject({ name: 'watchpost', title: 'Watchpost' })
    expect(client.getInstructions()).toContain('your user')
    expect((await client.listTools()).tools.map(({ name }) => name)).toContain('inbox')
    const id = send('Hello')
    expect((await callTool(connection, 'inbox')).value.messages).toMatchObject([{ id, subject: 'Hello' }])
    expect((await callTool(connection, 'read', { messages: ['ZZZZZ'] })).value.error.code).toBe('not-found')
    expect(connection.errors()).toBe('')
  })

  test('mail is received with the next request, and offered again when there is none', async () => {
    const [first, second] = [send('First'), send('Second')]
    const connection = await connect()
    expect((await callTool(connection, 'next')).value.message.id).toBe(first)
    expect(statusOf(first)).toBe('unread')
    expect((await callTool(connection, 'next')).value.message.id).toBe(second)
    await until(() => statusOf(first) === 'read', 'the first to be read')
    await connection.client.close()
    const heldNow = () => desk.json('history', second).events.at(-1).what
    await until(() => heldNow() === 'released', 'the second to be released')
    expect(statusOf(second)).toBe('unread')
  })

  test('a client that subscribed to unread mail is told when some comes', async () => {
    const { client } = await connect()
    const uri = 'watchpost://unread'
    let told = 0
    client.setNotificationHandler('notifications/resources/updated', ({ params }) => {
      expect(params.uri).toBe(uri)
      told += 1
    })
    if (revision === '2025-11-25') await client.subscribeResource({ uri })
    else
      expect((await client.listen({ resourceSubscriptions: [uri] })).honoredFilter).toEqual({
        resourceSubscriptions: [uri],
      })
    await new Promise((next) => setTimeout(next, 200))
    const id = send('News')
    await until(() => told > 0, 'the notification')
    const [content] = (await client.readResource({ uri })).contents
    const { messages } = JSON.parse((content as { text: string }).text) as Answer
    expect(messages).toMatchObject([{ id }])
  })

  test('a second client that goes away early costs nobody anything', async () => {
    const [one, other] = [await connect(), await connect()]
    await other.client.close()
    expect((await callTool(one, 'whoami')).value.address).toBe('critic')
  })
})
