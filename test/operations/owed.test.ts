import { afterEach, beforeEach, expect, test } from 'vitest'
import type { Mailbox } from '../../src/mailbox.ts'
import { hour, type MailRoom, noon, openMailRoom } from '../support/mailbox.ts'

let room: MailRoom
let critic: Mailbox
let architect: Mailbox
beforeEach(async () => {
  room = await openMailRoom()
  critic = await room.join('critic')
  architect = await room.join('architect')
})
afterEach(() => room.close())

test('tells what I owe from what is owed to me', async () => {
  const mine = await critic.send({ to: ['architect'], subject: 'Mine' })
  room.now += hour
  const theirs = await architect.send({ to: ['critic'], subject: 'Theirs' })
  await architect.send({ to: ['all'], subject: 'For all' })
  const { owed, next } = await critic.owed({})
  expect(owed.map(({ message, who, since, kind }) => [message.id, who, since, kind])).toEqual([
    [mine.id, 'architect', new Date(noon).toISOString(), 'to-me'],
    [theirs.id, 'architect', new Date(noon + hour).toISOString(), 'by-me'],
  ])
  expect(next).toBeNull()
  const kinds = async (input: { toMe?: boolean; byMe?: boolean }) =>
    (await critic.owed(input)).owed.map(({ kind }) => kind)
  expect(await kinds({ toMe: true })).toEqual(['to-me'])
  expect(await kinds({ byMe: true })).toEqual(['by-me'])
  expect(await kinds({ byMe: true, toMe: true })).toEqual(['to-me', 'by-me'])
})

test.each([
  ['reply', (message: string) => architect.reply({ message, body: 'Done' })],
  ['complete', (message: string) => architect.complete({ messages: [message] })],
  ['ack --ignore', (message: string) => architect.ack({ messages: [message], ignore: true })],
])('%s closes it', async (_, close) => {
  const { id } = await critic.send({ to: ['architect'], subject: 'Plan' })
  await close(id)
  expect((await critic.owed({ toMe: true })).owed).toEqual([])
  expect((await architect.owed({ byMe: true })).owed).toEqual([])
})
