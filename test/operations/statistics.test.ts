import { afterEach, beforeEach, expect, test } from 'vitest'
import type { Mailbox } from '../../src/mailbox.ts'
import { hour, type MailRoom, minute, openMailRoom } from '../support/mailbox.ts'

let room: MailRoom
let critic: Mailbox
let architect: Mailbox
beforeEach(async () => {
  room = await openMailRoom()
  critic = await room.join('critic')
  architect = await room.join('architect')
})
afterEach(() => room.close())

const show = async (mailbox: Mailbox, id: string) => (await mailbox.read({ messages: [id] })).settle()

test('counts the period and nothing before it', async () => {
  await architect.send({ to: ['critic'], subject: 'Long ago' })
  room.now += 25 * hour
  const { id } = await architect.send({
    to: ['critic'],
    subject: 'Claim',
    kind: 'claim',
  })
  room.now += 10 * minute
  await critic.reply({ message: id, body: 'No', kind: 'counter' })
  await critic.reply({ message: id, body: 'And why?', kind: 'query' })
  const value = await critic.stats({})
  expect(value.messages.count).toBe(3)
  expect(value.messages.flow.reduce((sum, one) => sum + one, 0)).toBe(3)
  expect(value.debate).toEqual({ claims: 1, counters: 1, ratio: 1 })
  // Only the first answer is one.
  expect(value.answers).toEqual({ count: 1, median: 600, p90: 600, longest: 600 })
  const box = value.agents.find(({ address }) => address === 'critic')
  expect(box).toMatchObject({ sent: 2, received: 1, oldest: 25 * 3600 + 600 })
  expect(value.whole).toBe(true)
})

test('lists what happened most first, and equal counts by name', async () => {
  const { id } = await architect.send({ to: ['critic'], subject: 'One', kind: 'request' })
  await architect.send({ to: ['critic'], subject: 'Two', kind: 'claim' })
  await critic.pin({ messages: [id] })
  await critic.unpin({ messages: [id] })
  await critic.pin({ messages: [id] })
  await critic.archive({ messages: [id] })
  const { kinds, deeds } = await critic.stats({})
  expect(kinds.map(({ kind }) => kind)).toEqual(['claim', 'request'])
  expect(deeds.map(({ what, count }) => [what, count])).toEqual([
    ['pin', 2],
    ['archive', 1],
    ['unpin', 1],
  ])
})

test('tells what waited when, by agent and queue', async () => {
  await critic.createQueue({ queue: 'work' })
  const ids: string[] = []
  for (let at = 0; at < 3; at += 1) {
    ids.push((await architect.send({ to: ['critic', 'queue:work'], subject: `S${at}` })).id)
    room.now += hour
  }
  await show(critic, ids[0] ?? '')
  await critic.archive({ messages: ids.slice(0, 2) })
  await (await critic.claim({ queue: 'work' })).settle()
  room.now += hour
  const value = await critic.stats({ since: 4 * hour })
  const agent = value.agents.find(({ address }) => address === 'critic')
  const queue = value.queues.find(({ address }) => address === 'queue:work')
  expect(agent).toMatchObject({ unread: 1, received: 3, oldest: 2 * 3600 })
  expect([5, 11, 17, 23].map((at) => agent?.backlog[at])).toEqual([1, 2, 3, 1])
  expect(queue).toMatchObject({ unread: 2, received: 3 })
  expect([5, 11, 17, 23].map((at) => queue?.backlog[at])).toEqual([1, 2, 3, 2])
})

test('what waits is what counts as unread everywhere: what expires too, until it has', async () => {
  await architect.send({ to: ['all'], subject: 'Lapses', kind: 'broadcast', ttl: 1 * hour })
  const box = async () => (await critic.stats({})).agents.find(({ address }) => address === 'critic')
  room.now += 10 * minute
  expect(await box()).toMatchObject({ unread: 1, oldest: 600 })
  expect((await critic.count({})).total).toBe(1)
  await critic.freezeAgent({ agent: 'critic' })
  room.now += 2 * hour
  expect(await box()).toMatchObject({ unread: (await critic.count({ owner: 'critic' })).total })
  await room.person.resumeAgent({ agent: 'critic' })
  room.now += 2 * hour
  await architect.send({ to: ['critic'], subject: 'Lasts' })
  room.now += minute
  expect(await box()).toMatchObject({ unread: 1, oldest: 60 })
})

test.each([[0], [-1], [367 * 24 * hour]])('%i ms is no period', async (since) => {
  await expect(critic.stats({ since })).rejects.toMatchObject({ code: 'usage' })
})

test('a timeline tells what was sent, got and done, newest first, whatever the pages', async () => {
  const said: string[] = []
  for (let at = 0; at < 4; at += 1) {
    const { id } = await architect.send({ to: ['critic'], subject: `to ${at}` })
    said.push(`got to ${at} architect`)
    room.now += minute
    await critic.ack({ messages: [id] })
    said.push(`ack to ${at} critic`)
    room.now += minute
    await critic.send({ to: ['architect'], subject: `from ${at}` })
    said.push(`sent from ${at} architect`)
    room.now += minute
  }
  for (const limit of [1, 2, 3, 50]) {
    const told: string[] = []
    for (let after: string | undefined; ; ) {
      const page: Awaited<ReturnType<Mailbox['timeline']>> = await critic.timeline({
        agent: 'critic',
        limit,
        after,
      })
      told.push(...page.timeline.map(({ what, subject, other }) => `${what} ${subject} ${other}`))
      if (page.next === null) break
      after = page.next
    }
    expect(told).toEqual(said.toReversed())
  }
  await expect(critic.timeline({ after: 'x' })).rejects.toMatchObject({ code: 'usage' })
})
