import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { openMailbox } from '../../../src/mailbox.ts'
import { openServerMailbox } from '../../../src/server-mailbox.ts'
import { openPeer, type PlayedPeer, peerOf } from '../../support/mail-peer.ts'
import { openSwarm, type Swarm } from '../../support/mail-server.ts'
import { until } from '../../support/soon.ts'

let swarm: Swarm
let peer: PlayedPeer
let admin: string
beforeEach(async () => {
  swarm = await openSwarm('swarm-a')
  await swarm.join('boss', { canComplete: true })
  peer = await openPeer('swarm-p')
  admin = await swarm.token('admin', 'root')
})
afterEach(async () => {
  await peer.close()
  await swarm.close()
})

const person = () => openMailbox(swarm.context)
const attention = async (after = 0) =>
  (await openMailbox({ ...swarm.context, now: () => Date.now() + after }).attention({ why: 'undelivered' }))
    .attention
const register = async (more = {}) => {
  const { status, body } = await swarm.call('POST', '/swarms', admin, {
    name: 'swarm-p',
    base_url: peer.url,
    ...more,
  })
  expect([status, body]).toEqual([200, { status: 'registered', swarm_name: 'swarm-p' }])
}
const listed = async () => (await person().listSwarms({})).swarms[0]

describe('Attention and the list of swarms show', () => {
  it('mail that was given up, until its swarm is registered again', async () => {
    await swarm.context.store.peers.put({
      ...peerOf('swarm-p', peer.url),
      secret: 'TOKEN_P',
      lastSeen: Date.now(),
    })
    peer.answer = () => ({ status: 400, body: { detail: 'no such agent' } })
    const boss = await swarm.as('boss')
    const { id } = await boss.send({ to: ['worker@swarm-p'], subject: 'First', body: 'B' })
    await until(async () => (await listed())?.givenUp === 1, 'the first to be given up')
    await boss.send({ to: ['worker@swarm-p'], subject: 'Second', body: 'B' })
    await until(async () => (await listed())?.givenUp === 2, 'the second to be given up')
    expect(await listed()).toMatchObject({
      waiting: 0,
      givenUpSince: expect.any(String),
      problem: 'swarm-p answered 400: no such agent',
    })
    expect(await attention()).toMatchObject([
      {
        swarm: 'swarm-p',
        agent: 'worker@swarm-p',
        message: { id },
        reason: '2 given up for swarm-p: swarm-p answered 400: no such agent',
        command: `watchpost swarm register swarm-p ${peer.url}`,
      },
    ])
    await person().registerSwarm({ name: 'swarm-p', url: peer.url })
    expect([await attention(), await listed()]).toMatchObject([[], { givenUp: 0, secret: 'TOKEN_P' }])
  })

  it.each([
    ['before it left the outbox', 2, false],
    ['before it was counted', 1, true],
  ])('a parcel once that is given up again, since its server died %s', async (_, times, isMarked) => {
    const { store } = swarm.context
    await swarm.stopServer()
    await store.peers.put(peerOf('swarm-p', peer.url))
    const boss = await swarm.as('boss')
    const texts = ['First', 'Second']
    for (const subject of texts) await boss.send({ to: ['worker@swarm-p'], subject, body: 'B' })
    const server = openServerMailbox(swarm.context)
    const doer = { actor: 'system', principal: null, session: null, command: 'serve' }
    const parcels = await store.outbox.due(Date.now(), 9)
    for (let time = 0; time < times; time += 1)
      for (const parcel of parcels) {
        const target = [{ message: parcel.message }]
        const fail = { verb: 'fail', at: Date.now() } as const
        if (isMarked) await store.deliveries.move(doer, parcel.address, target, fail)
        const message = (await store.messages.read(parcel.message, null))?.message
        if (message !== undefined) await server.returnParcel({ parcel, message, problem: 'gone' })
      }
    expect([parcels.length, await listed()]).toMatchObject([2, { givenUp: 2 }])
  })

  it('nothing of a swarm whose removal a crash cut short, once it is repeated', async () => {
    const { peers, facts } = swarm.context.store
    const mail = { copies: 1, first: 1, address: 'worker@swarm-p', since: 1, problem: 'gone' }
    const lost = JSON.stringify({ 'swarm-p': { mail } })
    await swarm.stopServer()
    for (const isLeft of [true, false]) {
      if (isLeft) await peers.put(peerOf('swarm-p', peer.url))
      else await facts.remember('lost-peers', lost)
      await person()
        .removeSwarm({ name: 'swarm-p' })
        .catch((error: unknown) => expect(error).toMatchObject({ code: 'not-found' }))
      expect([await attention(), await person().listSwarms({})]).toEqual([[], { swarms: [], forgotten: [] }])
    }
  })

  it('nothing of a swarm that a person removed', async () => {
    await swarm.context.store.peers.put(peerOf('swarm-p', peer.url))
    peer.answer = () => ({ status: 503, body: {} })
    await (await swarm.as('boss')).send({ to: ['worker@swarm-p'], subject: 'Lost', body: 'B' })
    await person().removeSwarm({ name: 'swarm-p' })
    const { outbox } = swarm.context.store
    await until(async () => (await outbox.waiting()).count === 0, 'its mail to come back')
    expect([await attention(), await person().listSwarms({})]).toEqual([[], { swarms: [], forgotten: [] }])
  })

  it('a swarm that does not answer any more, after a minute', async () => {
    await swarm.context.store.peers.put({ ...peerOf('swarm-p', peer.url), lastSeen: Date.now() })
    await peer.close()
    await until(async () => (await listed())?.active === false, 'a look at it')
    expect(await attention()).toEqual([])
    expect(await attention(61_000)).toMatchObject([
      {
        swarm: 'swarm-p',
        agent: null,
        message: null,
        reason: 'swarm-p does not answer',
        command: 'watchpost swarm ping swarm-p',
      },
    ])
    peer = await openPeer('swarm-p')
  })

  it('a swarm that was forgotten with the server, until it is registered again or removed', async () => {
    await register()
    await swarm.stopServer()
    expect(await person().listSwarms({})).toMatchObject({
      swarms: [],
      forgotten: [{ name: 'swarm-p', url: peer.url, givenUp: 0 }],
    })
    const told = {
      swarm: 'swarm-p',
      reason: 'swarm-p was registered only while the server ran, and is forgotten',
      command: `watchpost swarm register swarm-p ${peer.url}`,
    }
    expect(await attention()).toMatchObject([told])
    await swarm.startServer()
    expect(await attention()).toMatchObject([told])
    await register()
    expect([await attention(), (await person().listSwarms({})).forgotten]).toEqual([[], []])
    await swarm.stopServer()
    expect(await person().removeSwarm({ name: 'swarm-p' })).toMatchObject({ name: 'swarm-p', url: peer.url })
    expect([await attention(), await person().listSwarms({})]).toEqual([[], { swarms: [], forgotten: [] }])
    await expect(person().removeSwarm({ name: 'swarm-p' })).rejects.toMatchObject({ code: 'not-found' })
  })
})

describe('a swarm that is registered again', () => {
  it.each([
    ['was to stay, and nothing is said', { volatile: false }, {}, false],
    ['was to stay, and is to go', { volatile: false }, { volatile: true }, true],
    ['was to go, and nothing is said', {}, {}, true],
    ['was to go, and is to stay', {}, { volatile: false }, false],
  ])('%s', async (_how, first, second, volatile) => {
    await register({ ...first, metadata: { a: 1 }, auth_token: '$OF_ITS_OWN' })
    await register(second)
    expect(await listed()).toMatchObject({ volatile, metadata: { a: 1 }, secret: 'OF_ITS_OWN' })
  })
})

describe('a name with another meaning', () => {
  it.each(['all', 'All', 'system', 'broadcast', 'human'])('is no swarm: %s', async (name) => {
    const other = await openPeer(name)
    const { status } = await swarm.call('POST', '/swarms', admin, { name, base_url: other.url })
    await other.close()
    expect([status, await swarm.context.store.peers.list()]).toEqual([400, []])
    await expect(person().createToken({ role: 'agent', id: name })).rejects.toMatchObject({ code: 'usage' })
  })
})
