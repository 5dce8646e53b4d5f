import { afterEach, beforeEach, expect, test } from 'vitest'
import type { Mailbox } from '../../src/mailbox.ts'
import { type MailRoom, minute, openMailRoom } from '../support/mailbox.ts'

let room: MailRoom
let lea: Mailbox
let bob: Mailbox
beforeEach(async () => {
  room = await openMailRoom()
  lea = await room.join('lea')
  bob = await room.join('bob')
  await room.join('critic')
})
afterEach(() => room.close())

const terminals = async () => (await lea.presence({})).presence.map(({ terminal }) => terminal)

test('a terminal is there while it says so: after 90 seconds of silence it is not', async () => {
  await lea.here({ terminal: 'one' })
  room.now += minute
  await bob.here({ terminal: 'two' })
  expect(await terminals()).toEqual(['two', 'one'])
  room.now += minute / 2
  expect(await terminals()).toEqual(['two', 'one'])
  room.now += 1
  expect(await terminals()).toEqual(['two'])
  await bob.leave({ terminal: 'two' })
  expect(await terminals()).toEqual([])
})

test('nobody can be answering nothing, nor have a thread open that is not there', async () => {
  expect(await lea.here({ terminal: 'one', replying: true })).toMatchObject({ thread: null, replying: false })
  await expect(lea.here({ terminal: 'one', thread: 'Q8Y7X' })).rejects.toMatchObject({ code: 'not-found' })
  await expect(lea.here({ terminal: 'a b' })).rejects.toMatchObject({ code: 'usage' })
})

test('a thread that is handed over is told of in the thread: to who has it, and to who had it', async () => {
  const { id } = await bob.send({ to: ['critic'], subject: 'Which store?' })
  expect(await lea.assign({ thread: id, supervisor: 'bob' })).toMatchObject({
    thread: id,
    supervisor: 'bob',
    by: 'lea',
    previous: null,
  })
  const [notice] = (await bob.inbox({})).messages
  expect(notice).toMatchObject({
    from: 'system',
    kind: 'notification',
    thread: id,
    subject: 'Assigned to you: Which store?',
  })
  // Said again it is so already, and nobody is told twice.
  await lea.assign({ thread: id, supervisor: 'bob' })
  expect((await bob.inbox({})).messages).toHaveLength(1)
  // Who takes a thread back knows; who had it is told.
  await lea.assign({ thread: id, supervisor: 'lea' })
  expect((await lea.inbox({})).messages).toEqual([])
  expect((await bob.inbox({})).messages.map(({ subject }) => subject)).toContain(
    'Assigned to lea: Which store?',
  )
  expect(await bob.thread({ message: id })).toMatchObject({ assigned: { supervisor: 'lea', by: 'lea' } })
  const { events } = await bob.history({ message: id })
  expect(events.filter(({ what }) => what === 'assign').map(({ detail }) => detail)).toEqual([
    { to: 'bob', previous: null },
    { to: 'lea', previous: 'bob' },
  ])
})

test.each([
  ['a name that nobody has', 'bop', 'not-found'],
  ['somebody who left', 'critic', 'conflict'],
])('a thread is not handed to %s', async (_, supervisor, code) => {
  const { id } = await lea.send({ to: ['bob'], subject: 'S' })
  await room.person.retireAgent({ agent: 'critic' })
  await expect(lea.assign({ thread: id, supervisor })).rejects.toMatchObject({ code })
  expect(await lea.thread({ message: id })).toMatchObject({ assigned: null })
})
