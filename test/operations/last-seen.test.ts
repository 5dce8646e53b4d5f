import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import type { Mailbox } from '../../src/mailbox.ts'
import { type MailRoom, minute, openMailRoom } from '../support/mailbox.ts'

let room: MailRoom
let critic: Mailbox
let architect: Mailbox
let message: string
beforeEach(async () => {
  room = await openMailRoom()
  critic = await room.join('critic')
  architect = await room.join('architect')
  await room.join('lea', { kind: 'user' })
  message = (await architect.send({ to: ['critic'], subject: 'Review', kind: 'request' })).id
  await room.person.createQueue({ queue: 'work' })
  await architect.send({ to: ['queue:work'], subject: 'Build' })
  room.now += 10 * minute
})
afterEach(() => room.close())

const seen = async (address = 'critic') => (await room.store.roster.find(address))?.lastSeen

const acts: readonly [string, (box: Mailbox) => Promise<unknown>][] = [
  ['a message that it sends', (box) => box.send({ to: ['architect'], subject: 'Hi' })],
  ['a reply', (box) => box.reply({ message, body: 'Done' })],
  ['mail that it reads', async (box) => (await box.read({ messages: [message] })).settle()],
  ['mail that it is handed', async (box) => (await box.next({})).settle()],
  ['mail in a prompt', async (box) => (await box.inject({})).settle()],
  ['mail that it takes', (box) => box.process({ messages: [message] })],
  ['work that it claims', async (box) => (await box.claim({ queue: 'work' })).settle()],
  ['mail that it archives', (box) => box.archive({ messages: [message] })],
]

describe('an agent is seen by', () => {
  test.each(acts)('%s', async (_, act) => {
    const before = await seen()
    await act(critic)
    expect(before).toBeLessThan(room.now)
    expect(await seen()).toBe(room.now)
  })
})

describe('an agent is not seen by', () => {
  test.each(acts)('%s in its name by somebody else', async (_, act) => {
    const before = await seen()
    await act(await room.as('critic', { principal: await room.store.roster.find('lea') }))
    expect(await seen()).toBe(before)
  })

  test('mail that it gets', async () => {
    const before = await seen()
    await architect.send({ to: ['critic'], subject: 'Again' })
    expect(await seen()).toBe(before)
  })

  test('what patrol does', async () => {
    await critic.process({ messages: [message] })
    const before = await seen()
    room.now += 48 * 60 * minute
    await (await room.as('critic', { command: 'patrol' })).patrol({})
    expect(await seen()).toBe(before)
  })

  test('a message that is imported in its name', async () => {
    const before = await seen()
    await room.store.exchange.enrol(
      [{ address: 'critic', longForm: null, state: 'frozen', lastSeen: null }],
      { actor: 'lea', principal: null, session: null, command: 'import' },
      room.now,
    )
    expect(await seen()).toBe(before)
  })
})

test('an agent that goes on is noted now and then, and never earlier than it was', async () => {
  await critic.send({ to: ['architect'], subject: 'One' })
  const first = room.now
  room.now += 1000
  await critic.send({ to: ['architect'], subject: 'Two' })
  expect(await seen()).toBe(first)
  room.now += minute
  await critic.send({ to: ['architect'], subject: 'Three' })
  expect(await seen()).toBe(room.now)
  room.now -= 30 * minute
  await critic.send({ to: ['architect'], subject: 'Four' })
  expect(await seen()).toBe(first + 1000 + minute)
})

test('a name that is on no roster stays off it', async () => {
  await room.person.send({ to: ['critic'], subject: 'Hello' })
  expect(await room.store.roster.find('keyboard')).toBeNull()
})
