import { connect } from 'node:net'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { parseId } from '../../../src/domain/id.ts'
import { type Body, openSwarm, type Swarm } from '../../support/mail-server.ts'
import { ask, base } from '../../support/mail2-client.ts'
import { until } from '../../support/soon.ts'

let swarm: Swarm
let lea: string
beforeAll(async () => {
  swarm = await openSwarm('swarm-a')
  await swarm.join('boss')
  lea = await swarm.token('user', 'lea')
})
afterAll(() => swarm.close())

const long = 'x'.repeat(12_000_000)

/** Mail to lea: its short id, and the one of the protocol. */
async function sent(body: string): Promise<{ readonly id: string; readonly path: string }> {
  const { id } = await (await swarm.as('boss')).send({ to: ['lea'], subject: 'S', body, again: true })
  const { body: page } = await ask(swarm, lea, 'GET', '/inbox?limit=1')
  return { id, path: `/inbox/${page.entries[0].message_id}` }
}

async function statusOf(id: string): Promise<string> {
  const { messages }: Body = await (await swarm.as('lea')).inbox({ limit: 500 })
  return messages.find((one: Body) => one.id === id).status
}

async function numberOf(id: string): Promise<number> {
  const [number = 0] = await swarm.context.store.messages.find(parseId(id))
  return number
}

const receiptsOf = async (id: string) => (await (await swarm.as('boss')).receipts({ message: id })).receipts

/** Asks over a connection of its own. `read`: as many bytes of the answer are taken, then the connection breaks. */
function broken(path: string, read: number): Promise<number> {
  const { port, host } = new URL(swarm.url)
  return new Promise((resolve) => {
    let taken = 0
    const socket = connect(Number(port), '127.0.0.1')
    socket.on('data', (chunk) => {
      taken += chunk.length
      if (taken < read) return
      socket.pause()
      socket.resetAndDestroy()
    })
    socket.on('close', () => resolve(taken))
    socket.write(
      `GET ${base}${path} HTTP/1.1\r\nhost: ${host}\r\nauthorization: Bearer ${lea}\r\n\r\n`,
      () => {
        if (read === 0) socket.resetAndDestroy()
      },
    )
  })
}

describe('mail that is read over HTTP', () => {
  it('is read once its answer has left, and says so to who asks next', async () => {
    const { id, path } = await sent('Short.')
    expect(await statusOf(id)).toBe('unread')
    const answer = await ask(swarm, lea, 'GET', path)
    expect(answer.body.entry.message.metadata.watchpost.status).toBe('read')
    const { body } = await ask(swarm, lea, 'GET', '/inbox?limit=1')
    expect(body.entries[0].is_read).toBe(true)
    expect(await receiptsOf(id)).toMatchObject([{ shown: { command: 'serve' } }])
  })

  it('stays unread where the connection broke in the middle of it', async () => {
    const { id, path } = await sent(long)
    const taken = await broken(path, 100_000)
    expect(taken).toBeLessThan(long.length)
    // It is let go at once: nobody waits for the end of a hold.
    await until(async () => {
      const found = await swarm.context.store.deliveries.find('lea', await numberOf(id))
      return found?.heldUntil === null
    }, 'the hold to end')
    expect(await statusOf(id)).toBe('unread')
    expect(await receiptsOf(id)).toMatchObject([{ shown: null }])
    expect((await ask(swarm, lea, 'GET', path)).body.entry.message.body).toBe(long)
    await until(async () => (await statusOf(id)) === 'read', 'the whole of it to be read')
  })

  it('stays unread where its caller went before the answer', async () => {
    const { id, path } = await sent('Gone.')
    await broken(path, 0)
    await ask(swarm, lea, 'GET', '/inbox')
    await until(
      async () => (await swarm.context.store.deliveries.find('lea', await numberOf(id)))?.heldUntil === null,
      'the hold to end',
    )
    expect(await statusOf(id)).toBe('unread')
  })

  it('stays unread where only its head is asked for', async () => {
    const { id, path } = await sent('Head.')
    const answer = await fetch(swarm.url + base + path, {
      method: 'HEAD',
      headers: { authorization: `Bearer ${lea}` },
    })
    expect([answer.status, await answer.text()]).toEqual([200, ''])
    expect(await statusOf(id)).toBe('unread')
  })

  it('stays unread where it is listed, or put away', async () => {
    const { id, path } = await sent('Listed.')
    await ask(swarm, lea, 'GET', '/inbox')
    expect(await statusOf(id)).toBe('unread')
    await ask(swarm, lea, 'DELETE', path)
    await ask(swarm, lea, 'GET', path.replace('/inbox', '/trash'))
    expect(await receiptsOf(id)).toMatchObject([{ shown: null }])
  })
})
