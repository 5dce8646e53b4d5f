import { afterEach, beforeEach, expect, test } from 'vitest'
import { type MailRoom, openMailRoom } from '../support/mailbox.ts'

let room: MailRoom
beforeEach(async () => {
  room = await openMailRoom()
})
afterEach(() => room.close())

test('what is unread of everyone is the sum over all, not what the asker has', async () => {
  const lea = await room.join('lea')
  const critic = await room.join('critic')
  await room.join('architect')
  const { id } = await lea.send({ to: ['critic', 'architect'], subject: 'Standup' })
  await critic.send({ to: ['lea'], subject: 'Re: Standup' })
  await critic.ack({ messages: [id] })
  expect(await lea.inbox({ everyone: true })).toMatchObject({ owner: 'all', unread: 2 })
  expect(await lea.inbox({})).toMatchObject({ owner: 'lea', unread: 1 })
})
