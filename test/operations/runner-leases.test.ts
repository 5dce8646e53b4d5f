import { afterEach, beforeEach, expect, test } from 'vitest'
import { runLease } from '../../src/domain/session.ts'
import { seat } from '../../src/entry/demo/mailbox-context.ts'
import { openBeat } from '../../src/services/programs/beat.ts'
import { takeNext } from '../../src/services/programs/take.ts'
import { hour, type MailRoom, openMailRoom } from '../support/mailbox.ts'

let room: MailRoom
beforeEach(async () => {
  room = await openMailRoom()
  await room.join('critic')
})
afterEach(() => room.close())

test('what a runner left whose clock was ahead is taken up after two leases, counted from now', async () => {
  const critic = await room.as('critic')
  await critic.send({ to: ['critic'], subject: 'S', kind: 'notification' })
  const message = 1
  const doer = { actor: 'critic', principal: null, session: null, command: 'run' }
  const ahead = room.now + 24 * hour
  const lease = { by: 'run:critic#1', until: ahead + runLease }
  await room.store.deliveries.move(doer, 'critic', [{ message }], { verb: 'process', at: ahead, lease })
  const context = await seat(room.store, 'critic', { now: () => room.now, session: 'run:critic#2' })
  const beat = openBeat()
  const next = async () => {
    await beat(context)
    return take()
  }
  const take = async () => (await takeNext(context, { boxes: ['unread'] })).taken?.letter.message.id ?? null
  expect(await next()).toBeNull()
  room.now += 2 * runLease - 1
  expect(await next()).toBeNull()
  room.now += 1
  expect(await next()).toBe(message)
})
