import { afterEach, beforeEach, expect, test } from 'vitest'
import { seat } from '../../src/entry/demo/mailbox-context.ts'
import { runLease, takeNext } from '../../src/operations/programs/take.ts'
import { hour, type MailRoom, openMailRoom } from '../support/mailbox.ts'

let room: MailRoom
beforeEach(async () => {
  room = await openMailRoom()
  await room.join('critic')
})
afterEach(() => room.close())

test('what a runner left whose clock was ahead is taken up once its lease is over, counted from now', async () => {
  const critic = await room.as('critic')
  await critic.send({ to: ['critic'], subject: 'S', kind: 'notification' })
  const message = 1
  const doer = { actor: 'critic', principal: null, session: null, command: 'run' }
  const ahead = room.now + 24 * hour
  const lease = { by: 'run:critic#1', until: ahead + runLease }
  await room.store.deliveries.move(doer, 'critic', [{ message }], { verb: 'process', at: ahead, lease })
  const context = await seat(room.store, 'critic', { now: () => room.now })
  const next = async () => (await takeNext(context, { boxes: ['unread'] })).taken?.letter.message.id ?? null
  expect(await next()).toBeNull()
  room.now += runLease - 1
  expect(await next()).toBeNull()
  room.now += 1
  expect(await next()).toBe(message)
})
