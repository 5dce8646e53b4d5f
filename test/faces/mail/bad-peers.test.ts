import { createServer, type Server, type ServerResponse } from 'node:http'
import { type AddressInfo, connect } from 'node:net'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { openPeer, type PlayedPeer, peerOf } from '../../support/mail-peer.ts'
import { newTask, openSwarm, type Swarm } from '../../support/mail-server.ts'
import { until } from '../../support/soon.ts'

let swarm: Swarm
let good: PlayedPeer
let bad: Server
/** What the bad peer answers, or leaves without an end, to mail. */
const answered: ServerResponse[] = []
let written: number
let answer: (response: ServerResponse) => void
let url: string
beforeEach(async () => {
  swarm = await openSwarm('swarm-a')
  await swarm.join('boss', { canComplete: true })
  good = await openPeer('good')
  answered.length = 0
  written = 0
  bad = createServer((request, response) => {
    request.resume()
    if (request.method === 'POST') answered.push(response)
    answer(response)
  })
  await new Promise<void>((resolve) => bad.listen(0, '127.0.0.1', resolve))
  url = `http://127.0.0.1:${(bad.address() as AddressInfo).port}`
})
afterEach(async () => {
  bad.closeAllConnections()
  await new Promise((resolve) => bad.close(resolve))
  await good.close()
  await swarm.close()
})

const page = '<!doctype html><title>Sign in</title><p>Please sign in.'
const part = 'x'.repeat(65_536)
const html = { 'content-type': 'text/html' }

const success = '{"status":"success"}'
const successFor = (named: Readonly<Record<string, unknown>>) =>
  JSON.stringify({ status: 'success', ...named })

const ways: Readonly<Record<string, (response: ServerResponse) => void>> = {
  'answers with a page': (response) => void response.writeHead(200, html).end(page),
  'answers with a page of errors': (response) => void response.writeHead(502, html).end(page),
  'answers with half of an answer': (response) => void response.writeHead(200).end('{"status":"succ'),
  'answers with a list': (response) => void response.writeHead(200).end('["success"]'),
  'answers for another swarm': (response) => void response.writeHead(200).end(successFor({ swarm: 'good' })),
  'answers for another task': (response) =>
    void response.writeHead(200).end(successFor({ task_id: newTask() })),
  'answers for no swarm by its type': (response) =>
    void response.writeHead(200).end(successFor({ swarm: 1 })),
  'says much': (response) => void response.writeHead(502).end('x'.repeat(5_000)),
  'says much as a server of the protocol': (response) =>
    void response.writeHead(502).end(JSON.stringify({ detail: 'x'.repeat(5_000) })),
  'refuses with a success': (response) => void response.writeHead(503).end(success),
  'says nothing': () => undefined,
  'begins an answer and never ends it': (response) => void response.writeHead(200).write(success),
  'never stops answering': (response) => {
    const more = () => {
      do if (response === answered[0]) written += part.length
      while (!response.destroyed && response.write(part))
    }
    response.writeHead(200).on('drain', more)
    more()
  },
  'ends the connection': (response) => void response.destroy(),
  'sends the caller elsewhere': (response) =>
    void response.writeHead(307, { location: `${good.url}/interswarm/forward` }).end(success),
}
const hangs = ['says nothing', 'begins an answer and never ends it']

describe('a peer that', () => {
  it.each(Object.keys(ways))(
    '%s costs its own mail alone, which does not count as delivered',
    async (how) => {
      answer = ways[how] ?? answer
      for (const peer of [peerOf('bad', url), peerOf('good', good.url)])
        await swarm.context.store.peers.put(peer)
      const boss = await swarm.as('boss')
      const lost = await boss.send({ to: ['worker@bad'], subject: 'Lost', body: 'B', task: newTask() })
      await until(() => answered.length > 0, 'the first attempt')
      const kept = await boss.send({ to: ['worker@good'], subject: 'Kept', body: 'B', task: newTask() })
      const receiptOf = async ({ id }: { readonly id: string }) =>
        (await boss.receipts({ message: id })).receipts[0]
      await until(async () => (await receiptOf(kept))?.acknowledged !== null, 'the mail for the other')
      expect(good.came.map(({ body }) => JSON.stringify(body).includes('Kept'))).toEqual([true])
      // The other's mail left while this one was still being waited for.
      if (hangs.includes(how)) expect(answered.map(({ destroyed }) => destroyed)).toEqual([false])
      else await until(() => answered[0]?.destroyed === true, 'the end of the first attempt')
      expect((await receiptOf(lost))?.acknowledged).toBeNull()
      const [listed] = (await boss.listSwarms({})).swarms
      expect(listed?.problem?.length ?? 0).toBeLessThan(120)
    },
  )

  it('never stops answering is not listened to for long', async () => {
    answer = ways['never stops answering'] ?? answer
    await swarm.context.store.peers.put(peerOf('bad', url))
    await (await swarm.as('boss')).send({ to: ['worker@bad'], subject: 'Lost', body: 'B' })
    await until(() => answered[0]?.destroyed === true, 'the end of the answer')
    expect(written).toBeLessThan(32 * 1024 * 1024)
  })

  it.each(['answers with a page', 'answers with a list', 'ends the connection', 'never stops answering'])(
    '%s is not registered',
    async (how) => {
      answer = ways[how] ?? answer
      const admin = await swarm.token('admin', 'root')
      const { status } = await swarm.call('POST', '/swarms', admin, { name: 'bad', base_url: url })
      expect([status, await swarm.context.store.peers.list()]).toEqual([400, []])
    },
  )

  it.each([
    ['its own agent is heard', 'bad', 'boss@bad', 200],
    ['an agent of another swarm is refused', 'bad', 'boss@good', 400],
    ['an agent of ours is refused', 'bad', 'boss@swarm-a', 400],
    ['the system of another swarm is refused', 'bad', 'system@good', 400],
    ['another swarm is refused', 'good', 'boss@good', 401],
    ['our swarm is refused', 'swarm-a', 'boss@swarm-a', 401],
  ])('speaks in the name of %s', async (_whom, source, address, status) => {
    const token = await swarm.token('agent', 'bad')
    const message = parcel(source, address)
    const took = await swarm.call('POST', '/interswarm/forward', token, { message })
    const { messages } = await (await swarm.as('boss')).inbox({})
    expect([took.status, messages.map(({ from }) => from)]).toEqual([
      status,
      status === 200 ? ['boss@bad'] : [],
    ])
  })

  it('floods waits for its own requests: others are served, and it is once these have ended', async () => {
    await swarm.stopServer()
    await swarm.startServer({ limits: { peerRequests: 2 } })
    const [flooding, other] = [await swarm.token('agent', 'bad'), await swarm.token('agent', 'good')]
    const send = (token: string, source: string) =>
      swarm.call('POST', '/interswarm/forward', token, { message: parcel(source, `boss@${source}`) })
    const { port } = new URL(swarm.url)
    // Their bodies never end.
    const sockets = [1, 2].map(() => connect(Number(port), '127.0.0.1'))
    for (const socket of sockets)
      socket.write(
        `POST /interswarm/forward HTTP/1.1\r\nhost: localhost\r\nauthorization: Bearer ${flooding}\r\ncontent-length: 9\r\n\r\n{`,
      )
    await until(async () => (await send(flooding, 'bad')).status === 429, 'the limit')
    expect((await send(other, 'good')).status).toBe(200)
    expect((await swarm.call('GET', '/whoami', await swarm.token('user', 'lea'))).status).toBe(200)
    for (const socket of sockets) socket.destroy()
    await until(async () => (await send(flooding, 'bad')).status === 200, 'its turn')
  })
})

function parcel(source: string, address: string) {
  const owner = `user:x@${source}`
  const payload = {
    task_id: newTask(),
    request_id: newTask(),
    subject: 'S',
    body: 'B',
    sender: { address_type: 'agent', address },
    recipient: { address_type: 'agent', address: 'boss@swarm-a' },
  }
  return {
    message_id: newTask(),
    source_swarm: source,
    target_swarm: 'swarm-a',
    msg_type: 'request',
    timestamp: '2027-01-31T12:00:00Z',
    task_owner: owner,
    task_contributors: [owner],
    payload,
  }
}
