import { once } from 'node:events'
import { createServer, type ServerResponse } from 'node:http'
import { type AddressInfo, connect } from 'node:net'
import { afterEach, expect, it } from 'vitest'
import { handOver, whenSettled } from '../../../src/faces/http/hand-over.ts'
import type { Call } from '../../../src/faces/http/route.ts'
import type { World } from '../../../src/faces/http/world.ts'
import { until } from '../../support/soon.ts'

/** What was done with the mail of each answer, in order. */
let done: string[] = []
let settled = () => Promise.resolve()
const world = {
  settling: new Map<string, Promise<unknown>>(),
  log: { error: (event: string) => void done.push(event) },
} as unknown as World
const callOf = (raw: ServerResponse) =>
  ({ reply: { raw }, client: { role: 'user', id: 'lea' } }) as unknown as Call

const server = createServer((_request, response) => {
  handOver(world, callOf(response), {
    async settle() {
      await settled()
      done.push('settled')
    },
    async release() {
      done.push('released')
    },
  })
  response.end(body)
})
let body = ''
server.listen(0, '127.0.0.1').unref()

afterEach(() => {
  done = []
  settled = () => Promise.resolve()
})

async function ask(leave: (taken: number) => boolean): Promise<void> {
  if (!server.listening) await once(server, 'listening')
  const socket = connect((server.address() as AddressInfo).port, '127.0.0.1')
  let taken = 0
  socket.on('data', (chunk) => {
    taken += chunk.length
    if (leave(taken)) socket.resetAndDestroy()
  })
  socket.write('GET / HTTP/1.1\r\nhost: x\r\nconnection: close\r\n\r\n')
  await once(socket, 'close')
}

it('mail is settled once its answer left', async () => {
  body = 'short'
  await ask(() => false)
  await until(() => done.length > 0, 'an end')
  expect(done).toEqual(['settled'])
})

it('mail is settled where the call came behind another on the same connection', async () => {
  body = 'short'
  const socket = connect((server.address() as AddressInfo).port, '127.0.0.1')
  socket.resume()
  const head = 'GET / HTTP/1.1\r\nhost: x\r\n'
  socket.write(`${head}\r\n${head}connection: close\r\n\r\n`)
  await once(socket, 'close')
  await until(() => done.length > 1, 'both ends')
  expect(done).toEqual(['settled', 'settled'])
})

it('mail is let go where the connection broke', async () => {
  body = 'x'.repeat(12_000_000)
  await ask((taken) => taken > 100_000)
  await until(() => done.length > 0, 'an end')
  expect(done).toEqual(['released'])
})

it('the next call waits until what left is settled, and not for what is still on its way', async () => {
  let settle = () => {}
  settled = () => new Promise((resolve) => (settle = resolve))
  body = 'short'
  await ask(() => false)
  await until(() => world.settling.size > 0, 'the answer to have left')
  const next = whenSettled(world, callOf({} as ServerResponse)).then(() => done.push('next'))
  settle()
  await next
  expect(done).toEqual(['settled', 'next'])
  await until(() => world.settling.size === 0, 'nothing to be kept')
})

it('mail that cannot be settled is told to the log, and keeps nobody waiting', async () => {
  settled = () => Promise.reject(new Error('locked'))
  body = 'short'
  await ask(() => false)
  await until(() => done.length > 0, 'an end')
  await whenSettled(world, callOf({} as ServerResponse))
  expect(done).toEqual(['hand-over'])
})
