import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { openMailbox } from '../../../src/mailbox.ts'
import { openServerMailbox } from '../../../src/server-mailbox.ts'
import { openPeer, type PlayedPeer, peerOf } from '../../support/mail-peer.ts'
import { type Body, introduce, newTask, openSwarm, type Swarm } from '../../support/mail-server.ts'
import { until } from '../../support/soon.ts'

let a: Swarm
let b: Swarm
beforeEach(async () => {
  ;[a, b] = [await openSwarm('swarm-a'), await openSwarm('swarm-b')]
  await a.join('boss', { canComplete: true })
  await b.join('boss', { canComplete: true })
  await b.join('worker')
  await introduce(a, b)
  await introduce(b, a)
})
afterEach(async () => {
  await Promise.all([a.close(), b.close()])
})

const post = (swarm: Swarm, from: string, to: string, more: object = {}) =>
  swarm.as(from).then((mailbox) => mailbox.send({ to: [to], subject: 'S', body: 'B', ...more }))

describe('between two swarms', () => {
  it('a request goes out, its response comes back, and the finish is told to both', async () => {
    const lea = await a.token('user', 'lea')
    const task = newTask()
    const answer = a.call('POST', '/message', lea, { body: 'Weather?', task_id: task })
    await a.next('boss')
    const sent = await post(a, 'boss', 'worker@swarm-b', { task })
    expect(sent.recipients).toEqual([{ address: 'worker@swarm-b', state: 'remote' }])
    const request = await b.next('worker')
    expect(request).toMatchObject({ from: 'boss@swarm-a', task, kind: 'request', body: 'B' })
    expect(await (await b.as('worker')).showTask({ task })).toMatchObject({
      owner: 'user:lea@swarm-a',
      contributors: ['user:lea@swarm-a', 'swarm:swarm-a@swarm-b'],
    })
    await (await b.as('worker')).reply({ message: request.id, body: 'Sunny' })
    const response = await a.next('boss')
    expect(response).toMatchObject({ from: 'worker@swarm-b', task, kind: 'response', replyTo: sent.id })
    await (await a.as('boss')).completeTask({ task, body: 'It is sunny' })
    expect((await answer).body.response).toBe('It is sunny')
    await until(
      async () => (await b.context.store.commissions.find(task))?.status === 'completed',
      'the notice',
    )
    const [here, there] = [
      await a.context.store.commissions.find(task),
      await b.context.store.commissions.find(task),
    ]
    expect(here).toMatchObject({ owner: 'user:lea@swarm-a' })
    expect(here?.contributors).toEqual(['user:lea@swarm-a', 'swarm:swarm-a@swarm-b'])
    expect(there).toMatchObject({ owner: 'user:lea@swarm-a', contributors: here?.contributors })
    // Control is nobody's mail.
    expect((await (await b.as('worker')).count({})).total).toBe(0)
    expect((await (await a.as('boss')).receipts({ message: sent.id })).receipts[0]).toMatchObject({
      address: 'worker@swarm-b',
      acknowledged: expect.any(String),
      answered: expect.any(String),
    })
  })

  it('a remote supervisor’s finish comes back to who asked, as the answer to that', async () => {
    const task = newTask()
    const lea = await a.token('user', 'lea')
    const answer = a.call('POST', '/message', lea, { body: 'Do', task_id: task })
    await a.next('boss')
    const sent = await post(a, 'boss', 'boss@swarm-b', { task })
    await b.next('boss')
    await (await b.as('boss')).completeTask({ task, body: 'Done there' })
    expect(await a.next('boss')).toMatchObject({
      from: 'boss@swarm-b',
      kind: 'response',
      body: 'Done there',
      replyTo: sent.id,
    })
    expect((await a.context.store.commissions.find(task))?.status).toBe('running')
    await (await a.as('boss')).completeTask({ task, body: 'Done' })
    expect((await answer).body.response).toBe('Done')
  })

  it('two agents of one other swarm get a message each, and their answers are two', async () => {
    const mailbox = await a.as('boss')
    const sent = await mailbox.send({
      to: ['worker@swarm-b'],
      cc: ['boss@swarm-b'],
      subject: 'S',
      body: 'Both',
    })
    for (const name of ['worker', 'boss']) {
      const message = await b.next(name)
      expect(message).toMatchObject({ from: 'boss@swarm-a', body: 'Both' })
      await (await b.as(name)).reply({ message: message.id, body: `From ${name}` })
    }
    const answers = [await a.next('boss'), await a.next('boss')]
    expect(answers.map(({ body, replyTo }) => [body, replyTo]).sort()).toEqual([
      ['From boss', sent.id],
      ['From worker', sent.id],
    ])
    const { receipts } = await mailbox.receipts({ message: sent.id })
    expect(receipts.map(({ acknowledged }) => acknowledged)).toEqual([expect.any(String), expect.any(String)])
    await mailbox.send({ to: ['worker@swarm-b', 'boss@swarm-b'], body: 'To all', kind: 'broadcast' })
    for (const name of ['worker', 'boss']) expect((await b.next(name)).body).toBe('To all')
  })

  it('a notification arrives as a broadcast, and nobody there owes it an answer', async () => {
    await post(a, 'boss', 'worker@swarm-b', { kind: 'notification' })
    expect(await b.next('worker')).toMatchObject({ kind: 'broadcast', from: 'boss@swarm-a' })
    expect((await (await b.as('worker')).owed({})).owed).toEqual([])
  })

  it.each(['broadcast', 'interrupt'] as const)(
    'a %s arrives as one, without a task of anybody',
    async (kind) => {
      await post(a, 'boss', 'worker@swarm-b', { kind })
      expect(await b.next('worker')).toMatchObject({ kind, from: 'boss@swarm-a' })
    },
  )

  it('a person is written to and answers, in one conversation', async () => {
    const sent = await post(a, 'boss', 'worker@swarm-b')
    const one = await b.next('worker')
    await (await b.as('worker')).reply({ message: one.id, body: 'And you?' })
    const two = await a.next('boss')
    expect(two).toMatchObject({ thread: sent.thread, body: 'And you?' })
    await (await a.as('boss')).reply({ message: two.id, body: 'Well' })
    expect(await b.next('worker')).toMatchObject({
      thread: one.thread,
      body: 'Well',
      replyTo: expect.any(String),
    })
  })

  it('nobody is another swarm to itself, by whatever name', async () => {
    const admin = await a.token('admin', 'root')
    const { status, body } = await a.call('POST', '/swarms', admin, { name: 'mirror', base_url: a.url })
    expect([status, body.detail]).toEqual([400, `${a.url} is this swarm.`])
  })

  it('who writes to nobody, or to an agent that is not there, is told', async () => {
    await expect(post(a, 'boss', 'worker@nowhere')).rejects.toMatchObject({ code: 'unknown-recipient' })
    await post(a, 'boss', 'nobody@swarm-b')
    expect(await a.next('boss')).toMatchObject({
      from: 'system@swarm-b',
      kind: 'response',
      subject: '::router_error::',
    })
  })

  it('a peer that was gone gets all there is, in order, once', async () => {
    const task = newTask()
    const lea = await a.token('user', 'lea')
    void a.call('POST', '/message', lea, { body: 'Do', task_id: task }).catch(() => undefined)
    await a.next('boss')
    await post(a, 'boss', 'worker@swarm-b', { task, body: '0' })
    await b.next('worker')
    await b.stopServer()
    for (const body of ['1', '2', '3', '4', '5'])
      await post(a, 'boss', 'worker@swarm-b', { task, body, again: true })
    await until(() => a.told.some((line) => line.includes('"again"')), 'a failed attempt')
    await a.stopServer()
    await b.startServer()
    await a.startServer()
    await introduce(a, b)
    await introduce(b, a)
    const bodies: string[] = []
    for (let at = 0; at < 5; at += 1) bodies.push(((await b.next('worker')) as Body).body)
    expect(bodies).toEqual(['1', '2', '3', '4', '5'])
    await until(async () => (await a.context.store.outbox.waiting()).count === 0, 'an empty outbox')
    expect((await b.context.store.tasks.history(task, null, 50)).rows).toHaveLength(6)
  })

  it('a peer that a task ended before it heard of it hears of both', async () => {
    const task = newTask()
    const lea = await a.token('user', 'lea')
    const answer = a.call('POST', '/message', lea, { body: 'Do', task_id: task })
    await a.next('boss')
    await b.stopServer()
    await post(a, 'boss', 'worker@swarm-b', { task, body: 'Help' })
    await (await a.as('boss')).completeTask({ task, body: 'Done without' })
    expect((await answer).body.response).toBe('Done without')
    await until(() => a.told.some((line) => line.includes('task ended')), 'what follows from the end')
    await b.startServer()
    await introduce(a, b)
    expect((await b.next('worker')).body).toBe('Help')
    await until(
      async () => (await b.context.store.commissions.find(task))?.status === 'completed',
      'the end of the task over there',
    )
  })

  it('a peer that seems to be back again and again uses no mail up before its time', async () => {
    await b.stopServer()
    const { id } = await post(a, 'boss', 'worker@swarm-b', { body: 'in the end' })
    const { outbox } = a.context.store
    await until(async () => {
      const [parcel] = await outbox.due(Date.now() + 60_000, 1)
      if (parcel !== undefined) await outbox.again(parcel, { attempts: 11, at: 0, problem: 'gone again' })
      return a.told.some((line) => line.includes('"attempts":12'))
    }, `the twelfth attempt of ${id}`)
    await b.startServer()
    await introduce(a, b)
    expect((await b.next('worker')).body).toBe('in the end')
  })

  it('who cannot be reached in the end is told to the sender, and the receipt says so', async () => {
    await a.stopServer()
    await a.startServer({ limits: { attempts: 2 } })
    await introduce(a, b)
    await b.stopServer()
    await post(a, 'boss', 'worker@swarm-b')
    expect(await a.next('boss')).toMatchObject({
      from: 'system',
      kind: 'response',
      subject: '::router_error::',
    })
    expect(await a.context.store.outbox.waiting()).toEqual({ count: 0, nextAt: null })
  })

  it('who cannot be reached for a while is told to the sender once, and the list of swarms says what waits', async () => {
    await b.stopServer()
    const { id } = await post(a, 'boss', 'worker@swarm-b')
    const tried = async () => (await (await a.as('boss')).listSwarms({})).swarms[0]
    await until(async () => (await tried())?.problem !== null, 'a failed attempt')
    expect(await tried()).toMatchObject({
      name: 'swarm-b',
      waiting: 1,
      waitingSince: expect.any(String),
      problem: expect.stringContaining('cannot be reached'),
    })
    expect((await (await a.as('boss')).count({})).total).toBe(0)
    const later = openServerMailbox({ ...a.context, now: () => Date.now() + 31_000 })
    for (const _ of [1, 2]) {
      const [parcel] = await a.context.store.outbox.due(Date.now() + 60_000, 1)
      const letter = await a.context.store.messages.read(parcel?.message ?? 0, null)
      if (parcel === undefined || letter === null) throw new Error('Nothing waits')
      const { message } = letter
      await later.postponeParcel({ parcel, message, problem: 'nobody there', most: 12, isSilent: true })
    }
    expect(await a.next('boss')).toMatchObject({
      from: 'system',
      subject: '::router_error::',
      replyTo: id,
      body: expect.stringContaining('could not be delivered yet: nobody there'),
    })
    expect((await (await a.as('boss')).count({})).total).toBe(0)
  })

  it('whoever waits behind other mail is told as well, and Attention and receipts say what waits', async () => {
    await b.stopServer()
    const task = newTask()
    const sent = [
      await post(a, 'boss', 'worker@swarm-b', { task }),
      await post(a, 'boss', 'worker@swarm-b', { task, again: true }),
    ]
    const boss = await a.as('boss')
    await until(async () => (await boss.listSwarms({})).swarms[0]?.problem !== null, 'a failed attempt')
    expect((await boss.attention({})).groups).toEqual([])
    const later = { ...a.context, now: () => Date.now() + 31_000 }
    const [swarm] = (await boss.listSwarms({})).swarms
    for (const _ of [1, 2])
      await openServerMailbox(later).lookAtSwarm({ name: 'swarm-b', url: swarm?.url ?? '', active: false })
    const told = [await a.next('boss'), await a.next('boss')]
    expect(told.map(({ replyTo }) => replyTo)).toEqual(sent.map(({ id }) => id))
    expect((await boss.count({})).total).toBe(0)
    const { attention } = await openMailbox({ ...later, actor: a.context.actor }).attention({
      why: 'undelivered',
    })
    expect(attention).toMatchObject([
      {
        why: 'undelivered',
        agent: 'worker@swarm-b',
        message: { id: sent[0]?.id },
        reason: expect.stringMatching(/^2 waiting for swarm-b: .*cannot be reached/u),
        command: 'watchpost swarm ping swarm-b',
      },
    ])
    const waiting = async (id = '') => (await boss.receipts({ message: id })).receipts[0]?.waiting
    expect(await waiting(sent[0]?.id)).toMatchObject({
      problem: expect.stringContaining('cannot be reached'),
    })
    expect(await waiting(sent[1]?.id)).toMatchObject({ attempts: 0, problem: null })
  })

  it('a request that fails there is answered by the system with its reason, once', async () => {
    const sent = await post(a, 'boss', 'worker@swarm-b')
    const request = await b.next('worker')
    const worker = await b.as('worker')
    await worker.fail({ messages: [request.id], reason: 'no time' })
    expect(await a.next('boss')).toMatchObject({
      from: 'system@swarm-b',
      kind: 'response',
      subject: '::task_error::',
      replyTo: sent.id,
      body: 'worker failed the request: no time',
    })
    expect((await (await a.as('boss')).receipts({ message: sent.id })).receipts).toMatchObject([
      { address: 'worker@swarm-b', outcome: 'failed', reason: 'worker failed the request: no time' },
    ])
    await (await a.as('boss')).patrol({})
    expect((await (await a.as('boss')).count({})).total).toBe(0)
    await worker.patrol({})
    expect(await b.context.store.outbox.waiting()).toMatchObject({ count: 0 })
  })

  it('of two that were asked there only the one that failed is shown as failed', async () => {
    await openMailbox(b.context).registerAgent({ agent: 'helper' })
    const boss = await a.as('boss')
    const sent = await boss.send({ to: ['worker@swarm-b', 'helper@swarm-b'], subject: 'S', body: 'B' })
    const request = await b.next('worker')
    await (await b.as('worker')).fail({ messages: [request.id], reason: 'helper has it' })
    await a.next('boss')
    const { receipts } = await boss.receipts({ message: sent.id })
    const failed = receipts.filter(({ outcome }) => outcome === 'failed')
    expect(failed.map(({ address }) => address)).toEqual(['worker@swarm-b'])
  })

  it('a request that nobody there will read any more is answered by the system, an answer is not', async () => {
    const sent = await post(a, 'boss', 'worker@swarm-b')
    await b.next('worker')
    const again = await post(a, 'boss', 'worker@swarm-b', { subject: 'Unread' })
    await until(async () => (await (await b.as('worker')).count({})).total === 1, 'the second request')
    await openMailbox(b.context).retireAgent({ agent: 'worker' })
    await openMailbox(b.context).patrol({})
    expect(await a.next('boss')).toMatchObject({
      from: 'system@swarm-b',
      subject: '::task_error::',
      replyTo: again.id,
      body: 'worker was retired before reading it',
    })
    expect(sent.id).not.toBe(again.id)
  })

  it('a person who writes to another swarm hears why their request failed', async () => {
    const lea = await a.token('user', 'lea')
    const sent = { user_token: lea, body: 'Hi', targets: ['worker@swarm-b'] }
    const answer = a.call('POST', '/interswarm/message', lea, sent)
    const request = await b.next('worker')
    await (await b.as('worker')).fail({ messages: [request.id], reason: 'no time' })
    const { status, body } = await answer
    expect([status, body.response?.message.body]).toEqual([200, 'worker failed the request: no time'])
  })

  it('a person who writes to who does not answer is told that the task goes on', async () => {
    await a.stopServer()
    await a.startServer({ limits: { answerWithin: 50 } })
    await introduce(a, b)
    const lea = await a.token('user', 'lea')
    const sent = { user_token: lea, body: 'Hi', targets: ['worker@swarm-b'] }
    const { status, body } = await a.call('POST', '/interswarm/message', lea, sent)
    expect([status, body.detail]).toEqual([
      503,
      expect.stringContaining('no answer arrived in time; the task '),
    ])
    expect((await b.next('worker')).body).toBe('Hi')
  })

  it('a person writes to another swarm by HTTP and gets the first answer', async () => {
    const lea = await a.token('user', 'lea')
    const answer = a.call('POST', '/interswarm/message', lea, {
      user_token: lea,
      body: 'Hi',
      targets: ['worker@swarm-b'],
      stream: true,
    })
    const request = await b.next('worker')
    expect(request).toMatchObject({ from: 'lea@swarm-a', meta: { mail: { routing_info: { stream: true } } } })
    await (await b.as('worker')).reply({ message: request.id, body: 'Hello' })
    const { status, body } = await answer
    expect([status, body.response.msg_type, body.response.message.body]).toEqual([200, 'response', 'Hello'])
    expect(body.events.map(({ event }: Body) => event)).toEqual(['new_message', 'new_message'])
  })
})

it('three swarms work on one task', async () => {
  const c = await openSwarm('swarm-c')
  await c.join('worker')
  await introduce(b, c)
  await introduce(c, b)
  const task = newTask()
  const lea = await a.token('user', 'lea')
  const answer = a.call('POST', '/message', lea, { body: 'Do', task_id: task })
  await a.next('boss')
  await post(a, 'boss', 'boss@swarm-b', { task })
  await b.next('boss')
  await post(b, 'boss', 'worker@swarm-c', { task })
  const request = await c.next('worker')
  expect(request).toMatchObject({ from: 'boss@swarm-b', task })
  await (await c.as('worker')).reply({ message: request.id, body: 'Deep' })
  expect((await b.next('boss')).body).toBe('Deep')
  expect((await c.context.store.commissions.find(task))?.owner).toBe('user:lea@swarm-a')
  await (await b.as('boss')).completeTask({ task, body: 'From below' })
  expect((await a.next('boss')).body).toBe('From below')
  await (await a.as('boss')).completeTask({ task, body: 'Done' })
  expect((await answer).body.response).toBe('Done')
  await c.close()
})

describe('a peer that speaks as the reference does', () => {
  let peer: PlayedPeer
  let token: string
  beforeEach(async () => {
    peer = await openPeer('swarm-r')
    token = await a.token('agent', 'swarm-r')
    const admin = await a.token('admin', 'root')
    await a.call('POST', '/swarms', admin, { name: 'swarm-r', base_url: peer.url, auth_token: 'secret-r' })
  })
  afterEach(() => peer.close())

  /** Where servers like the reference call, which write null for what they leave out. */
  const [forward, back] = ['/compat/mail-1.3.6/interswarm/forward', '/compat/mail-1.3.6/interswarm/back']
  const parcel = (more: object, payload: object = {}) => ({
    message: {
      message_id: newTask(),
      source_swarm: 'swarm-r',
      target_swarm: 'swarm-a',
      msg_type: 'request',
      timestamp: '2027-01-31T12:00:00+01:00',
      task_owner: 'user:a:b@swarm-r',
      task_contributors: ['user:a:b@swarm-r'],
      auth_token: 'x',
      metadata: {},
      ...more,
      payload: {
        task_id: newTask(),
        request_id: newTask(),
        subject: 'Hi',
        body: 'There',
        sender: { address_type: 'agent', address: 'boss@swarm-r' },
        recipient: { address_type: 'agent', address: 'boss' },
        sender_swarm: null,
        recipient_swarm: null,
        routing_info: null,
        ...payload,
      },
    },
  })

  it('is registered with what it says of itself, listed since it is public, and never with a secret', async () => {
    const { body } = await a.call('GET', '/swarms')
    expect(body.swarms).toEqual([
      {
        swarm_name: 'swarm-r',
        base_url: peer.url,
        version: '1.3',
        is_active: true,
        last_seen: expect.any(String),
        swarm_description: 'played',
        keywords: ['k'],
      },
    ])
    expect(JSON.stringify(await a.context.store.peers.list())).not.toContain('secret-r')
  })

  it('sends null optionals, gets its own request id back, and ends its task by a notice to anybody', async () => {
    const sent = parcel({})
    const { task_id: task, request_id: request } = sent.message.payload as Body
    const took = await a.call('POST', forward, token, sent)
    expect(took.body).toEqual({
      swarm: 'swarm-a',
      status: 'success',
      task_id: task,
      local_runner: 'swarm:swarm-r@swarm-a',
    })
    const message = await a.next('boss')
    await (await a.as('boss')).reply({ message: message.id, body: 'Yes' })
    await until(() => peer.came.length === 1, 'the response')
    expect(peer.came[0]).toMatchObject({
      path: '/interswarm/back',
      token: 'secret-r',
      body: {
        message: {
          msg_type: 'response',
          task_owner: 'user:a:b@swarm-r',
          payload: {
            request_id: request,
            body: 'Yes',
            recipient: { address: 'boss@swarm-r' },
            sender: { address: 'boss@swarm-a' },
          },
        },
      },
    })
    const notice = parcel(
      { msg_type: 'response', task_contributors: ['user:a:b@swarm-r', 'swarm:swarm-r@swarm-a'] },
      {
        task_id: task,
        subject: '::task_complete::',
        body: 'Over',
        recipient: { address_type: 'agent', address: 'nobody-here@swarm-a' },
      },
    )
    expect((await a.call('POST', back, token, notice)).status).toBe(200)
    expect((await a.context.store.commissions.find(task))?.status).toBe('completed')
    expect((await (await a.as('boss')).inbox({})).messages.filter(({ body }) => body === 'Over')).toEqual([])
  })

  it.each(['best:', 'best:boss', 'role:boss', 'boss,other', '*'])(
    'reaches agents by their names alone, not by %s',
    async (address) => {
      const sent = parcel({}, { recipient: { address_type: 'agent', address: `${address}@swarm-a` } })
      await a.call('POST', forward, token, sent)
      expect((await (await a.as('boss')).inbox({})).messages).toEqual([])
    },
  )

  it('may send a second message at once, and the same one again', async () => {
    const first = parcel({})
    const { task_id } = first.message.payload as Body
    const second = parcel({}, { task_id, body: 'And this' })
    for (const one of [first, second, first])
      expect((await a.call('POST', forward, token, one)).status).toBe(200)
    expect((await a.context.store.tasks.history(task_id, null, 9)).rows).toHaveLength(2)
    const other = parcel({ message_id: first.message.message_id }, { task_id, body: 'Changed' })
    expect((await a.call('POST', forward, token, other)).status).toBe(400)
  })

  it('may give the copies for two agents one id; again, each of them is a repeat', async () => {
    const first = parcel({})
    const recipient = { address_type: 'agent', address: 'other' }
    const second = { message: { ...first.message, payload: { ...first.message.payload, recipient } } }
    await a.join('other')
    for (const one of [first, second, first, second])
      expect((await a.call('POST', forward, token, one)).status).toBe(200)
    expect([(await a.next('boss')).body, (await a.next('other')).body]).toEqual(['There', 'There'])
    expect(
      (await a.context.store.tasks.history((first.message.payload as Body).task_id, null, 9)).rows,
    ).toHaveLength(2)
  })

  describe('in a task of another client', () => {
    let task: string
    let answer: Promise<Body>
    beforeEach(async () => {
      task = newTask()
      const lea = await a.token('user', 'lea')
      answer = a.call('POST', '/message', lea, { body: 'Secret', task_id: task })
      await a.next('boss')
    })
    const owner = 'user:lea@swarm-a'
    const come = async (way: string, more: object = {}, bearer = token, source = 'swarm-r') => {
      const contributors = [owner, `swarm:x@${source}`]
      const fields = { task_owner: owner, task_contributors: contributors, source_swarm: source, ...more }
      const sender = { address_type: 'agent', address: `boss@${source}` }
      return a.call(
        'POST',
        `/compat/mail-1.3.6/interswarm/${way}`,
        bearer,
        parcel(fields, { task_id: task, sender }),
      )
    }
    const partiesOf = async () => (await a.context.store.commissions.find(task))?.contributors
    const end = async () => {
      await (await a.as('boss')).completeTask({ task, body: 'Result' })
      expect((await answer).body.response).toBe('Result')
    }

    it('it has no part by naming itself: nothing is taken, and it hears of no result', async () => {
      for (const way of ['forward', 'back']) {
        const { status, body } = await come(way)
        expect([status, body.detail]).toEqual([400, 'the swarm swarm-r has no part in the task'])
      }
      expect(await partiesOf()).toEqual([owner])
      expect((await a.context.store.tasks.history(task, null, 9)).rows).toHaveLength(1)
      await end()
      await until(() => a.told.some((line) => line.includes('task ended')), 'the end')
      expect(peer.came).toEqual([])
    })

    it('it takes part once it was written to, whether or not we noted that it arrived', async () => {
      peer.answer = () => ({ status: 503, body: {} })
      await post(a, 'boss', 'boss@swarm-r', { task })
      for (const way of ['forward', 'back']) expect((await come(way)).status).toBe(200)
      await end()
    })

    it('it takes part if one that does has named it', async () => {
      await post(a, 'boss', 'worker@swarm-b', { task })
      await b.next('worker')
      await until(
        async () => (await partiesOf())?.includes('swarm:swarm-a@swarm-b') ?? false,
        'the part of b',
      )
      const theirs = await a.token('agent', 'swarm-b')
      const named = { task_contributors: [owner, 'swarm:swarm-b@swarm-r'] }
      expect((await come('back')).status).toBe(400)
      expect((await come('back', named, theirs, 'swarm-b')).status).toBe(200)
      expect((await come('back')).status).toBe(200)
      await end()
    })
  })

  it.each([
    ['another target', { target_swarm: 'swarm-b' }, 400],
    ['another source', { source_swarm: 'swarm-b' }, 401],
    ['an owner that did not contribute', { task_contributors: [] }, 400],
    ['an owner of no kind', { task_owner: 'lea', task_contributors: ['lea'] }, 400],
    [
      'a task of ours that we do not have',
      { task_owner: 'user:x@swarm-a', task_contributors: ['user:x@swarm-a'] },
      400,
    ],
    ['a time without its offset', { timestamp: '2027-01-31T12:00:00' }, 400],
    ['a finish for all', { msg_type: 'broadcast_complete' }, 400],
    ['no payload', { payload: null }, 400],
    ['metadata that is no object', { metadata: [] }, 400],
    ['a token that is no text', { auth_token: 1 }, 400],
  ])('is refused %s', async (_what, more, status) => {
    const sent = parcel(more)
    const body = 'payload' in more ? { message: { ...sent.message, payload: null } } : sent
    expect((await a.call('POST', forward, token, body)).status).toBe(status)
  })

  const many = { recipients: [{ address_type: 'agent', address: 'boss' }] }
  it.each([
    ['a task that is no UUID', 'request', { task_id: 'T-1' }],
    ['a request without a UUID', 'request', { request_id: 'R-1' }],
    ['a broadcast without a UUID', 'broadcast', { broadcast_id: 'B-1', ...many }],
    ['an interrupt without a UUID', 'interrupt', { interrupt_id: 'I-1', ...many }],
    ['a recipient’s swarm that is no text', 'request', { recipient_swarm: 1 }],
    [
      'recipients’ swarms that are no list',
      'broadcast',
      { broadcast_id: newTask(), ...many, recipient_swarms: 'x' },
    ],
    ['a sender’s swarm that is no text', 'request', { sender_swarm: {} }],
    ['ways that are no object', 'request', { routing_info: 'x' }],
  ])('is refused %s', async (_what, msg_type, payload) => {
    const nothing = { sender_swarm: 'swarm-r', recipient_swarm: 'swarm-a', routing_info: {} }
    const sent = parcel({ msg_type }, { ...nothing, ...payload })
    for (const path of ['/interswarm/forward', forward])
      expect((await a.call('POST', path, token, sent)).status).toBe(400)
  })

  it.each(['sender_swarm', 'recipient_swarm', 'routing_info'])(
    'may write null for a field that it leaves out where servers like the reference call, and not elsewhere: %s',
    async (key) => {
      const whole = { sender_swarm: 'swarm-r', recipient_swarm: 'swarm-a', routing_info: {} }
      const statusAt = async (path: string, more: object) =>
        (await a.call('POST', path, token, parcel({}, { ...whole, ...more }))).status
      expect([
        await statusAt('/interswarm/forward', {}),
        await statusAt('/interswarm/forward', { [key]: null }),
        await statusAt(forward, { [key]: null }),
      ]).toEqual([200, 400, 200])
    },
  )

  describe('writes to a person', () => {
    const toPerson = (more: object = {}, payload: object = {}) =>
      a.call(
        'POST',
        forward,
        token,
        parcel(more, { recipient: { address_type: 'user', address: 'lea' }, ...payload }),
      )
    const inBox = async () =>
      (await (await a.as('lea')).inbox({})).messages
        .filter(({ from }) => from !== 'system')
        .map(({ subject }) => subject)

    it.each(['lea', 'lea@swarm-a', 'root'])(
      '%s is unknown to it, unless the settings allow it',
      async (address) => {
        await a.token('user', 'lea')
        const sent = { recipient: { address_type: 'agent', address } }
        expect((await toPerson({}, sent)).status).toBe(200)
        await until(() => peer.came.length === 1, 'the notice')
        expect(peer.came[0]?.body).toMatchObject({
          message: {
            payload: { subject: '::router_error::', body: expect.stringContaining('There is no agent') },
          },
        })
        expect(await inBox()).toEqual([])
        const settings = {
          ...a.context.settings,
          server: { trustedProxies: [], peersMayWriteToPeople: true },
        }
        await a.stopServer()
        await a.startServer({}, { settings })
        expect((await toPerson({}, sent)).status).toBe(200)
        expect(await inBox()).toEqual(address === 'root' ? [] : ['Hi'])
      },
    )

    it.each([
      ['in a thread', undefined],
      ['in a task of another', newTask()],
    ])('who wrote to it %s: it may answer, and ask back', async (_where, task) => {
      const lea = await a.token('user', 'lea')
      const answer = a.call('POST', '/message', lea, {
        body: 'Do',
        ...(task !== undefined && { task_id: task }),
      })
      const { task: begun } = await a.next('boss')
      await a.token('user', 'max')
      const max = await a.as('max')
      const words = { to: ['boss@swarm-r'], subject: 'To you', body: 'B', kind: 'request' } as const
      await max.send({ ...words, ...(task !== undefined && { task: begun }) })
      await until(() => peer.came.length === 1, 'the request')
      const { task_owner, task_contributors, payload } = (peer.came[0] as Body).body.message
      const inTask = { task_owner, task_contributors }
      const back = (type: string, subject: string, to: string) =>
        a.call(
          'POST',
          '/compat/mail-1.3.6/interswarm/back',
          token,
          parcel(
            { ...inTask, msg_type: type },
            {
              task_id: payload.task_id,
              request_id: payload.request_id,
              subject,
              recipient: { address_type: 'user', address: to },
            },
          ),
        )
      await back('response', 'Answer', 'max')
      await back('request', 'Which one?', 'max')
      await back('request', 'And you?', 'lea')
      expect((await max.inbox({})).messages.map(({ subject }) => subject).toSorted()).toEqual([
        'Answer',
        'Which one?',
      ])
      expect(await inBox()).toEqual([])
      await (await a.as('boss')).completeTask({ task: begun, body: 'Done' })
      await answer
    })
  })

  it('may answer with an id of any form', async () => {
    const whole = { sender_swarm: 'swarm-r', recipient_swarm: 'swarm-a', routing_info: {} }
    const sent = parcel({ msg_type: 'response' }, { ...whole, request_id: 'R-1' })
    expect((await a.call('POST', '/interswarm/forward', token, sent)).status).toBe(200)
  })

  it('is told what it must answer to: back needs a task that is known', async () => {
    expect((await a.call('POST', back, token, parcel({}))).body.detail).toBe('task is not running')
  })

  it('may give its responses ids of their own: each answers our oldest open request to its sender', async () => {
    const task = newTask()
    const lea = await a.token('user', 'lea')
    const answer = a.call('POST', '/message', lea, { body: 'Do', task_id: task })
    await a.next('boss')
    await a.join('other')
    const one = await post(a, 'boss', 'boss@swarm-r', { task, subject: 'One' })
    await post(a, 'other', 'worker@swarm-r', { task, subject: 'To another' })
    const two = await post(a, 'boss', 'boss@swarm-r', { task, subject: 'Two' })
    await until(() => peer.came.length === 3, 'the requests')
    const owner = { task_owner: 'user:lea@swarm-a', task_contributors: ['user:lea@swarm-a'] }
    for (const request of [one, two]) {
      const response = parcel({ ...owner, msg_type: 'response' }, { task_id: task, subject: 'Re' })
      expect((await a.call('POST', back, token, response)).status).toBe(200)
      expect(await a.next('boss')).toMatchObject({ replyTo: request.id, thread: request.thread })
    }
    const more = parcel({ ...owner, msg_type: 'response' }, { task_id: task, subject: 'More' })
    expect((await a.call('POST', back, token, more)).status).toBe(200)
    expect((await a.next('boss')).replyTo).toBeNull()
    await (await a.as('boss')).completeTask({ task, body: 'Done' })
    expect((await answer).body.response).toBe('Done')
  })

  it('says who works on the task there, and hears of its end by the name that was written to', async () => {
    const runner = 'swarm:elsewhere@swarm-r'
    peer.answer = () => ({ status: 200, body: { status: 'success', local_runner: runner } })
    const lea = await a.token('user', 'lea')
    const task = newTask()
    const sent = { user_token: lea, body: 'Hi', targets: ['worker@swarm-r'], task_id: task }
    const answer = a.call('POST', '/interswarm/message', lea, sent)
    const partiesOf = async () => (await a.context.store.commissions.find(task))?.contributors
    await until(async () => (await partiesOf())?.includes(runner) ?? false, 'the runner')
    expect(await partiesOf()).toEqual(['user:lea@swarm-a', runner])
    await (await a.as('boss')).completeTask({ task, body: 'Never mind' })
    await until(() => peer.came.length === 2, 'the notice')
    expect(peer.came[1]?.body).toMatchObject({
      message: { payload: { subject: '::task_complete::', recipient: { address: 'worker@swarm-r' } } },
    })
    expect((await answer).body.response.message.body).toBe('Never mind')
  })

  it('gets the copies for two of its agents under an id each', async () => {
    const boss = await a.as('boss')
    await boss.send({ to: ['boss@swarm-r', 'worker@swarm-r'], subject: 'S', body: 'B' })
    await until(() => peer.came.length === 2, 'both copies')
    const messages = peer.came.map(({ body }) => (body as Body).message)
    expect(new Set(messages.map(({ message_id }) => message_id)).size).toBe(2)
    expect(messages.map(({ payload }) => payload.recipient.address).toSorted()).toEqual([
      'boss@swarm-r',
      'worker@swarm-r',
    ])
  })

  it('gets mail because it was written, not because it was time to look', async () => {
    await a.stopServer()
    await a.startServer({ lookEvery: 3_600_000, watchEvery: 3_600_000 })
    await a.context.store.peers.put(peerOf('swarm-r', peer.url))
    for (const count of [1, 2]) {
      await post(a, 'boss', 'boss@swarm-r', { again: true })
      await until(() => peer.came.length === count, 'the mail')
    }
  })

  it('keeps no other waiting where it does not answer', async () => {
    const silent = createServer(() => undefined)
    await new Promise<void>((resolve) => silent.listen(0, '127.0.0.1', resolve))
    const url = `http://127.0.0.1:${(silent.address() as AddressInfo).port}`
    await a.context.store.peers.put(peerOf('swarm-s', url))
    for (let at = 0; at < 40; at += 1) await post(a, 'boss', 'boss@swarm-s', { task: newTask(), again: true })
    await post(a, 'boss', 'boss@swarm-r')
    await until(() => peer.came.length === 1, 'the mail for the other')
    silent.closeAllConnections()
    silent.close()
  })

  it('is sent no token over plain HTTP beyond this machine', async () => {
    await a.context.store.peers.put({ ...peerOf('far', 'http://192.0.2.1'), secret: 'TOKEN_FOR_FAR' })
    process.env['TOKEN_FOR_FAR'] = 'secret'
    await post(a, 'boss', 'boss@far')
    expect((await a.next('boss')).body).toContain('plain HTTP, over which no token is sent')
  })

  it('is tried again after a failure, and given up after a refusal', async () => {
    // The second is no answer of the protocol, as a proxy in between may give it.
    const answers = [
      { status: 503, body: {} },
      { status: 200, body: { hello: 'world' } },
      { status: 200, body: { status: 'success' } },
    ]
    peer.answer = () => answers.shift() ?? { status: 500, body: {} }
    await post(a, 'boss', 'boss@swarm-r')
    await until(() => peer.came.length === 3, 'the third attempt')
    const ids = peer.came.map(({ body }) => (body as Body).message.message_id)
    expect(new Set(ids).size).toBe(1)
    peer.answer = () => ({ status: 400, body: { detail: 'no' } })
    await post(a, 'boss', 'boss@swarm-r', { again: true })
    expect(await a.next('boss')).toMatchObject({ subject: '::router_error::' })
  })
})
