import { once } from 'node:events'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { WebSocket } from 'ws'
import { pause } from '../../../src/after.ts'
import { openSwarm, type Swarm } from '../../support/mail-server.ts'
import { until } from '../../support/soon.ts'

let swarm: Swarm
let token: string
let stop: AbortController
beforeEach(async () => {
  swarm = await openSwarm('swarm-a', { limits: { heartbeat: 300 } })
  await swarm.join('boss', { canComplete: true })
  token = await swarm.token('user', 'lea')
  stop = new AbortController()
})
afterEach(async () => {
  stop.abort()
  await swarm.close()
})

type Stream = { readonly text: () => string; readonly ended: () => boolean }

async function open(path: string, body?: object): Promise<Stream> {
  const response = await fetch(swarm.url + path, {
    ...(body !== undefined && { method: 'POST', body: JSON.stringify(body) }),
    headers: { authorization: `Bearer ${token}`, 'a2a-version': '1.0' },
    signal: stop.signal,
  })
  expect(response.status).toBe(200)
  let [text, isEnded] = ['', false]
  const read = async () => {
    for await (const chunk of response.body ?? []) text += Buffer.from(chunk as Uint8Array).toString()
    isEnded = true
  }
  void read().catch(() => undefined)
  return { text: () => text, ended: () => isEnded }
}

async function openSocket(): Promise<Stream> {
  const headers = { authorization: `Bearer ${token}` }
  const socket = new WebSocket(`${swarm.url.replace('http', 'ws')}/events`, { headers })
  let [text, isEnded] = ['', false]
  socket.on('message', (data) => (text += String(data)))
  socket.on('close', () => (isEnded = true))
  await once(socket, 'open')
  return { text: () => text, ended: () => isEnded }
}

const subscribe = { jsonrpc: '2.0', id: 1, method: 'SubscribeToTask', params: { id: 'T' } }
const streams: readonly (readonly [string, () => Promise<Stream>])[] = [
  ['of a task', () => open('/message', { body: 'And?', task_id: 'T', stream: true })],
  ['of a task by A2A', () => open('/a2a', subscribe)],
  ['of a mailbox', () => open('/events')],
  ['of a mailbox by a socket', openSocket],
]

test.each(streams)(
  'a stream %s ends when its token is revoked, though news comes all the time',
  async (_, begin) => {
    void open('/message', { body: 'Go', task_id: 'T', stream: true })
    await swarm.next('boss')
    const stream = await begin()
    const boss = await swarm.as('boss')
    let [isOver, count] = [false, 0]
    const talk = async () => {
      while (!isOver && count < 200) {
        await boss.send({
          to: ['lea'],
          subject: `News ${++count}`,
          body: `${count}`,
          task: 'T',
          kind: 'response',
        })
        await pause(30)
      }
    }
    const talking = talk()
    try {
      await until(() => count > 3, 'news')
      expect([stream.text().length > 0, stream.ended()]).toEqual([true, false])
      const { tokens } = await boss.listTokens({})
      await swarm.context.store.tokens.revoke(tokens.find(({ id }) => id === 'lea')?.key ?? '', Date.now())
      await until(() => stream.ended() || count >= 200, 'an end')
      expect([stream.ended(), count < 200]).toEqual([true, true])
    } finally {
      isOver = true
      await talking
    }
  },
)
