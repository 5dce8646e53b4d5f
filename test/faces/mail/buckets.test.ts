import { once } from 'node:events'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { WebSocket } from 'ws'
import { openSwarm, type Swarm } from '../../support/mail-server.ts'

const most = 3
let swarm: Swarm
beforeEach(async () => {
  swarm = await openSwarm('swarm-a', { limits: { publicRate: most } })
  await swarm.stopServer()
})
afterEach(() => swarm.close())

type Headers = Readonly<Record<string, string>>
const statusOf = async (path: string, headers: Headers = {}) => {
  const response = await fetch(swarm.url + path, { headers: { connection: 'close', ...headers } })
  await response.body?.cancel()
  return response.status
}
const socketStatus = async (headers: Headers) => {
  const socket = new WebSocket(`${swarm.url.replace('http', 'ws')}/events`, { headers })
  socket.on('error', () => undefined)
  const [, response] = (await once(socket, 'unexpected-response')) as [unknown, { statusCode: number }]
  return response.statusCode
}
const wrong = { authorization: 'Bearer wp_wrong' }

/** Each way to be counted by one's address, and the status while one may call. */
const ways: readonly (readonly [string, number, (headers: Headers) => Promise<number>])[] = [
  ['a public route', 200, (headers) => statusOf('/health', headers)],
  ['a wrong token', 401, (headers) => statusOf('/whoami', { ...wrong, ...headers })],
  ['no token', 401, (headers) => statusOf('/whoami', headers)],
  [
    'a token in the wrong role',
    401,
    async (headers) => statusOf('/whoami', { ...(await peerToken()), ...headers }),
  ],
  ['a WebSocket without a token', 401, socketStatus],
]
const peerToken = async () => ({ authorization: `Bearer ${await swarm.token('agent', 'swarm-b')}` })
const askedBy = async (ask: (headers: Headers) => Promise<number>, from: readonly string[]) => {
  const statuses: number[] = []
  for (const address of from) statuses.push(await ask({ 'x-forwarded-for': address }))
  return statuses
}
const [one, other] = ['203.0.113.1', '203.0.113.2']
const often = Array.from({ length: most }, () => one)

describe('behind a proxy that the settings name', () => {
  it.each(ways)('%s is counted by the address that it forwards', async (_way, open, ask) => {
    await swarm.startServer({ port: 0, trustedProxies: ['127.0.0.0/8'] })
    // What a caller writes itself comes before what the proxy adds.
    const spoofed = `${other}, ${one}`
    expect(await askedBy(ask, [...often, one, other, spoofed])).toEqual([open, open, open, 429, open, 429])
  })

  it.each(ways)('%s is counted by its own address where another proxy is named', async (_way, open, ask) => {
    await swarm.startServer({ port: 0, trustedProxies: ['10.0.0.0/8', '::1'] })
    expect(await askedBy(ask, [...often, other])).toEqual([open, open, open, 429])
  })
})

it.each(ways)('%s is counted by its own address where no proxy is named', async (_way, open, ask) => {
  await swarm.startServer({ port: 0 })
  expect(await askedBy(ask, [...often, other])).toEqual([open, open, open, 429])
})

it('wrong tokens take nothing from what is open to all, nor that from them', async () => {
  await swarm.startServer({ port: 0 })
  for (let at = 0; at < 2 * most; at += 1) await statusOf('/whoami', wrong)
  expect(await statusOf('/whoami', wrong)).toBe(429)
  expect([await statusOf('/'), await statusOf('/health'), await statusOf('/swarms')]).toEqual([200, 200, 200])
  expect(await statusOf('/')).toBe(429)
  const known = { authorization: `Bearer ${await swarm.token('user', 'lea')}` }
  expect(await statusOf('/whoami', known)).toBe(200)
})

it.each([['nowhere'], ['10.0.0.0/99'], ['300.1.1.1']])('no proxy is called %s', async (address) => {
  await expect(swarm.startServer({ port: 0, trustedProxies: [address] })).rejects.toMatchObject({
    code: 'usage',
  })
})
