import { once } from 'node:events'
import { type IncomingMessage, request } from 'node:http'
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { WebSocket } from 'ws'
import { shortId } from '../../../src/domain/id.ts'
import { openSwarm, type Swarm } from '../../support/mail-server.ts'
import { soon } from '../../support/soon.ts'

let swarm: Swarm
let token: string
let stop: AbortController
beforeEach(async () => {
  swarm = await openSwarm('swarm-a', { limits: { heartbeat: 200, streams: 8 } })
  token = await swarm.token('user', 'lea')
  await swarm.token('user', 'max')
  await swarm.join('scout')
  stop = new AbortController()
})
afterEach(async () => {
  stop.abort()
  await swarm.close()
})

const send = async (to: string, subject: string) =>
  (await (await swarm.as('scout')).send({ to: [to], subject, priority: 'urgent' })).id

test('each caller has as many streams as one may have, whoever else has its name in another role', async () => {
  await swarm.stopServer()
  await swarm.startServer({ port: 0, limits: { streams: 1 } })
  const roles = ['admin', 'user'] as const
  const tokens = await Promise.all(roles.map((role) => swarm.token(role, 'twin')))
  const statuses = async () => {
    const answers = tokens.map(async (own) =>
      fetch(`${swarm.url}/events`, { headers: { authorization: `Bearer ${own}` }, signal: stop.signal }),
    )
    return (await Promise.all(answers)).map(({ status }) => status)
  }
  expect(await statuses()).toEqual([200, 200])
  expect(await statuses()).toEqual([429, 429])
})

describe('server-sent events', () => {
  const get = (headers: object = {}, query = '') =>
    fetch(`${swarm.url}/events${query}`, {
      headers: { authorization: `Bearer ${token}`, ...headers },
      signal: stop.signal,
    })
  /** The text that came until it contains this. */
  async function until(response: Response, wanted: string): Promise<string> {
    const reader = (response.body as ReadableStream<Uint8Array>).getReader()
    let text = ''
    while (!text.includes(wanted)) {
      const { value, done } = await reader.read()
      if (done) return text
      text += Buffer.from(value).toString()
    }
    return text
  }

  test("tell of the caller's own mail alone, by id and priority", async () => {
    const listening = vi.spyOn(swarm.context.store.live, 'mail')
    const response = await get()
    expect(response.headers.get('content-type')).toContain('text/event-stream')
    await soon(() => expect(listening).toHaveBeenCalled())
    await send('max', 'not hers')
    const id = await send('lea', 'secret')
    const text = await until(response, 'event: mail')
    expect(text).toContain(`event: mail\nid: ${id}\ndata: {"id":"${id}",`)
    expect(text.match(/event: mail/gu)).toHaveLength(1)
    expect(text).not.toContain('secret')
    expect(text).toContain('"priority":"urgent"')
  })

  test('are resumed after the last one, with subjects where they are asked for', async () => {
    const first = await send('lea', 'one')
    const second = await send('lea', 'two')
    const text = await until(await get({ 'last-event-id': first }, '?subjects=1'), second)
    expect(text).not.toContain(`"id":"${first}"`)
    expect(text).toContain('"from":"scout","subject":"two"')
  })

  test.each(['ZZZZZZZ', 'T-1', shortId(1_000_000)])(
    'are not resumed after what has not come: %s',
    async (after) => {
      const byHeader = await get({ 'last-event-id': after })
      const byQuery = await get({}, `?after=${after}`)
      expect([byHeader.status, byQuery.status]).toEqual([400, 400])
      const socket = new WebSocket(`${swarm.url.replace('http', 'ws')}/events?after=${after}`, {
        headers: { authorization: `Bearer ${token}` },
      })
      socket.on('error', () => undefined)
      const [, refused] = (await once(socket, 'unexpected-response')) as [unknown, { statusCode: number }]
      expect(refused.statusCode).toBe(400)
    },
  )

  test('show signs of life, and end when the token is revoked', async () => {
    const response = await get()
    expect(await until(response.clone(), ': ping')).toContain(': ping')
    const { tokens } = await (await swarm.as('scout')).listTokens({})
    const key = tokens.find(({ id }) => id === 'lea')?.key ?? ''
    await swarm.context.store.tokens.revoke(key, Date.now())
    await until(response, 'never')
  })

  test.each([
    ['another origin', { origin: 'https://evil.example' }, 403],
    ['no token', { authorization: '' }, 401],
    ['no origin that is one', { origin: 'null' }, 403],
  ])('are refused to %s', async (_, headers, status) => {
    const response = await get(headers)
    expect(response.status).toBe(status)
    await response.body?.cancel()
  })

  test('are given to a page of this server, and as often as one caller may', async () => {
    const own = { origin: swarm.url }
    const open = await Promise.all(Array.from({ length: 8 }, () => get(own)))
    expect(open.map(({ status }) => status)).toEqual(Array.from({ length: 8 }, () => 200))
    const refused = await get(own)
    expect(refused.status).toBe(429)
    await refused.body?.cancel()
    await open[0]?.body?.cancel()
    await soon(async () => expect((await get(own)).status).toBe(200))
  })
})

describe('a WebSocket', () => {
  const open = (
    query = '',
    headers: Record<string, string> = { authorization: `Bearer ${token}` },
    more: string[] = [],
  ) => {
    const socket = new WebSocket(`${swarm.url.replace('http', 'ws')}/events${query}`, more, { headers })
    stop.signal.addEventListener('abort', () => socket.terminate())
    return socket
  }
  const refusal = async (socket: WebSocket) => {
    socket.on('error', () => undefined)
    const [, response] = (await once(socket, 'unexpected-response')) as [unknown, { statusCode: number }]
    return response.statusCode
  }
  const heard = async (socket: WebSocket) => JSON.parse(String((await once(socket, 'message'))[0]))

  test("tells of the caller's own mail, and pings", async () => {
    const socket = open()
    await once(socket, 'open')
    await once(socket, 'ping')
    await send('max', 'not hers')
    const message = heard(socket)
    const id = await send('lea', 'secret')
    expect(await message).toEqual({ id, at: expect.any(String), priority: 'urgent' })
  })

  test('is resumed, and takes a token that a browser can hand over', async () => {
    const first = await send('lea', 'one')
    const second = await send('lea', 'two')
    const socket = open(`?after=${first}`, {}, ['watchpost', `bearer.${token}`])
    expect(await heard(socket)).toMatchObject({ id: second })
    expect(socket.protocol).toBe('watchpost')
  })

  test('is refused to other origins, to other swarms, and to nobody', async () => {
    const other = await swarm.token('agent', 'swarm-b')
    const known = `Bearer ${token}`
    expect(await refusal(open('', { authorization: known, origin: 'https://evil.example' }))).toBe(403)
    expect(await refusal(open('', { authorization: `Bearer ${other}` }))).toBe(401)
    expect(await refusal(open('', {}))).toBe(401)
    expect(await refusal(open('x', { authorization: known }))).toBe(404)
  })

  test.each([
    ['//', 400],
    ['///', 400],
    ['//[', 400],
    ['/nowhere', 404],
  ])('an upgrade of %s is %d, and the server lives on', async (path, status) => {
    const headers = { connection: 'upgrade', upgrade: 'websocket', authorization: `Bearer ${token}` }
    const { hostname, port } = new URL(swarm.url)
    const asked = request({ hostname, port, path, headers }).end()
    const [response] = (await once(asked, 'response')) as [IncomingMessage]
    expect(response.statusCode).toBe(status)
    response.resume()
    expect((await swarm.call('GET', '/health')).status).toBe(200)
  })

  test('is refused to strangers as often as other routes are', async () => {
    await swarm.stopServer()
    await swarm.startServer({ port: 0, limits: { publicRate: 2 } })
    const answers: number[] = []
    for (let at = 0; at < 4; at += 1) answers.push(await refusal(open('', {})))
    expect(answers).toEqual([401, 401, 429, 429])
    await once(open(), 'open')
  })

  test('ends where its caller talks, and when the server stops', async () => {
    const [one, two] = [open(), open()]
    await Promise.all([once(one, 'open'), once(two, 'open')])
    one.send('hello')
    expect((await once(one, 'close'))[0]).toBe(1008)
    const closed = once(two, 'close')
    await swarm.stopServer()
    await closed
  })
})
