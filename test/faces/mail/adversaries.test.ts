import { rmSync } from 'node:fs'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { openRateLimit } from '../../../src/faces/http/rate-limit.ts'
import { openPeer, type PlayedPeer } from '../../support/mail-peer.ts'
import { type Body, introduce, newTask, openSwarm, type Swarm } from '../../support/mail-server.ts'
import { until } from '../../support/soon.ts'
import { openBare } from '../../support/store-bare.ts'

let a: Swarm
beforeEach(async () => {
  a = await openSwarm('swarm-a')
  await a.join('boss', { canComplete: true })
})
afterEach(() => a.close())

const times = (swarm: Swarm, event: string) =>
  swarm.told
    .join('')
    .split('\n')
    .filter((line) => line.includes(`"event":"${event}"`)).length

describe('what fails here', () => {
  let b: Swarm
  beforeEach(async () => {
    b = await openSwarm('swarm-b')
    await b.join('boss', { canComplete: true })
    await introduce(a, b)
    await introduce(b, a)
  })
  afterEach(() => b.close())

  it('in the notice of a finish is done again, until the other swarm has it', async () => {
    const lea = await a.token('user', 'lea')
    const task = newTask()
    const answer = a.call('POST', '/message', lea, { body: 'Do', task_id: task })
    await a.next('boss')
    await (await a.as('boss')).send({ to: ['boss@swarm-b'], subject: 'S', task })
    await b.next('boss')
    const { database } = openBare(a.context.store.location)
    database.exec("CREATE TRIGGER broken BEFORE INSERT ON outbox BEGIN SELECT RAISE(ABORT, 'no room'); END")
    await (await a.as('boss')).completeTask({ task, body: 'Done' })
    expect((await answer).body.response).toBe('Done')
    await until(() => times(a, 'follow-up') > 0, 'a failure')
    database.exec('DROP TRIGGER broken')
    database.close()
    await until(
      async () => (await b.context.store.commissions.find(task))?.status === 'completed',
      'the notice',
    )
  })

  it('for one parcel keeps no other from leaving, and is told to its sender', async () => {
    await b.stopServer()
    const boss = await a.as('boss')
    await boss.send({ to: ['boss@swarm-b'], subject: 'Lost', body: 'x'.repeat(300_000) })
    await boss.send({ to: ['boss@swarm-b'], subject: 'Well', body: 'small' })
    rmSync(join(a.context.store.location, 'bodies'), { recursive: true })
    await b.startServer()
    await introduce(b, a)
    expect(await b.next('boss')).toMatchObject({ subject: 'Well' })
    expect(await a.next('boss')).toMatchObject({ subject: '::router_error::' })
    await until(async () => (await a.context.store.outbox.waiting()).count === 0, 'an empty outbox')
    expect(times(a, 'outbox')).toBeLessThan(3)
  })
})

describe('a peer that guesses', () => {
  let peer: PlayedPeer
  let token: string
  beforeEach(async () => {
    peer = await openPeer('swarm-r')
    token = await a.token('agent', 'swarm-r')
    const admin = await a.token('admin', 'root')
    await a.call('POST', '/swarms', admin, { name: 'swarm-r', base_url: peer.url, auth_token: 'secret-r' })
  })
  afterEach(() => peer.close())

  const answerTo = (request: string) => {
    const owner = 'user:x@swarm-r'
    const payload = {
      task_id: newTask(),
      request_id: request,
      subject: 'Re: private',
      body: 'Listen to me',
      sender: { address_type: 'agent', address: 'spy' },
      recipient: { address_type: 'agent', address: 'boss' },
    }
    return {
      message: {
        message_id: newTask(),
        source_swarm: 'swarm-r',
        target_swarm: 'swarm-a',
        msg_type: 'response',
        timestamp: '2027-01-31T12:00:00Z',
        task_owner: owner,
        task_contributors: [owner],
        payload,
      },
    }
  }

  it.each(['its short id', 'the beginning of that', 'its UUID'])(
    'comes into no conversation that is not its own by %s',
    async (what) => {
      await a.join('worker')
      const boss = await a.as('boss')
      const own = await boss.send({ to: ['worker'], subject: 'private', body: 'B' })
      const [id = 0] = await a.context.store.messages.find({
        form: 'prefix',
        digits: own.id.slice(0, 4),
        text: '',
      })
      const uuid = await a.context.store.messages.uuid({ id, from: 'boss', sentAt: await sentAt(id) })
      const guesses = {
        'its short id': own.id,
        'the beginning of that': own.id.slice(0, 2),
        'its UUID': uuid,
      }
      const request = guesses[what as keyof typeof guesses]
      expect((await a.call('POST', '/interswarm/forward', token, answerTo(request))).status).toBe(200)
      const message: Body = await a.next('boss')
      expect(message).toMatchObject({ body: 'Listen to me', replyTo: null })
      expect(message.thread).not.toBe(own.thread)
    },
  )

  it('takes over no task that agents began among themselves, and hears of no result', async () => {
    await a.join('worker')
    const boss = await a.as('boss')
    const task = newTask()
    await boss.send({ to: ['worker'], subject: 'Plan', body: 'Not for everybody', task })
    const { message } = answerTo(newTask())
    for (const [msg_type, id] of [
      ['request', task],
      ['response', task],
      ['request', task.toUpperCase()],
    ] as const) {
      const sent = {
        ...message,
        message_id: newTask(),
        msg_type,
        payload: { ...message.payload, task_id: id },
      }
      const { status, body } = await a.call('POST', '/interswarm/forward', token, { message: sent })
      expect([status, body.detail]).toEqual([400, 'the swarm swarm-r has no part in the task'])
    }
    expect(await a.context.store.commissions.find(task)).toBeNull()
    await boss.completeTask({ task, body: 'Result' })
    expect(await a.context.store.outbox.waiting()).toMatchObject({ count: 0 })
  })

  const sentAt = async (id: number) => (await a.context.store.messages.read(id, null))?.message.sentAt ?? 0
})

it('a client has no part in a task that agents began among themselves', async () => {
  await a.join('worker')
  const boss = await a.as('boss')
  await boss.send({ to: ['worker'], subject: 'Plan', body: 'Not for everybody', task: 'plan' })
  const max = await a.token('user', 'max')
  const took = await a.call('POST', '/message', max, { body: 'Hello', task_id: 'plan', stream: true })
  expect([took.status, took.body.detail]).toEqual([400, 'the task plan belongs to another client'])
  expect((await a.call('GET', '/task?task_id=plan', max)).status).toBe(400)
})

it('a clock that was set back shuts nobody out of what is open to all', () => {
  let now = 86_400_000
  const limit = openRateLimit(60, () => now)
  expect(limit('1.2.3.4')).toBe(0)
  now = 0
  expect([limit('1.2.3.4'), limit('1.2.3.4')]).toEqual([0, 0])
  for (let at = 0; at < 57; at += 1) limit('1.2.3.4')
  expect(limit('1.2.3.4')).toBeGreaterThan(0)
})
