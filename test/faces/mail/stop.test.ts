import { connect, type Socket } from 'node:net'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { openSwarm, type Swarm } from '../../support/mail-server.ts'
import { until } from '../../support/soon.ts'

/** A connection that asks for nothing is closed by Node after a minute. */
const less = 50_000

let swarm: Swarm
let sockets: Socket[]
beforeEach(async () => {
  sockets = []
  swarm = await openSwarm('swarm-a')
  await swarm.join('boss', { canComplete: true })
})
afterEach(async () => {
  for (const socket of sockets) socket.destroy()
  await swarm.close()
})

/** What comes on a connection on which this is written, and whether it ended. */
async function open(text: string): Promise<{ readonly came: () => string; readonly closed: Promise<void> }> {
  const socket = connect(Number(new URL(swarm.url).port), '127.0.0.1')
  sockets.push(socket)
  let came = ''
  socket.setEncoding('utf8').on('data', (chunk: string) => (came += chunk))
  socket.on('error', () => undefined)
  const closed = new Promise<void>((resolve) => socket.on('close', () => resolve()))
  await new Promise<void>((resolve) => socket.on('connect', () => resolve()))
  socket.write(text)
  return { came: () => came, closed }
}

it(
  'stops at once though callers are connected: idle ones are let go, streams and requests get their end',
  async () => {
    const token = await swarm.token('user', 'lea')
    const ask = (body: string) =>
      `POST /message HTTP/1.1\r\nhost: localhost\r\nauthorization: Bearer ${token}\r\ncontent-length: ${body.length}\r\n\r\n${body}`
    const silent = await open('')
    const kept = await open('GET /health HTTP/1.1\r\nhost: localhost\r\n\r\n')
    const stream = await open(ask('{"body":"Follow me","stream":true}'))
    const request = await open(ask('{"body":"Wait for me"}'))
    // Its body never comes.
    const half = await open(ask('{"body":"Half a request"}').slice(0, -10))
    await until(() => kept.came().includes('swarm-a'), 'the answer of the connection that is kept')
    await until(() => stream.came().includes('new_message'), 'the first event')
    const offer = await (await swarm.as('boss')).wait({ timeout: less, take: true })
    await offer.settle()
    await swarm.stopServer()
    await Promise.all([silent, kept, stream, request, half].map(({ closed }) => closed))
    expect(stream.came()).toMatch(/\r\n0\r\n\r\n$/u)
    expect(request.came()).toContain('HTTP/1.1 503')
    expect(silent.came() + half.came()).not.toContain('200 OK')
  },
  less,
)
