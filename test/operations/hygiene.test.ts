import { afterEach, beforeEach, expect, test } from 'vitest'
import type { Mailbox } from '../../src/mailbox.ts'
import { hour, type MailRoom, openMailRoom } from '../support/mailbox.ts'

let room: MailRoom
let critic: Mailbox
let architect: Mailbox
beforeEach(async () => {
  room = await openMailRoom()
  critic = await room.join('critic')
  architect = await room.join('architect')
})
afterEach(() => room.close())

const again = { to: ['architect'], subject: 'Tests red' }

test('the same subject, while the first is unread, is sent with a warning that names the first', async () => {
  const first = await critic.send(again)
  expect(first.warnings).toEqual([])
  const second = await critic.send(again)
  expect(second.id).not.toBe(first.id)
  expect(second.warnings).toEqual([
    expect.stringContaining(`architect has an unread message from you with the same subject (${first.id})`),
  ])
  expect((await architect.inbox({})).messages).toHaveLength(2)
  expect((await critic.send({ ...again, again: true })).warnings).toEqual([])
  expect((await critic.send({ ...again, subject: 'Other' })).warnings).toEqual([])
  expect((await critic.send({ to: ['critic'], subject: 'Tests red' })).warnings).toEqual([])
})

test('once it was read, or from somebody else, it is no repeat', async () => {
  const { id } = await critic.send(again)
  const scribe = await room.join('scribe')
  expect((await scribe.send(again)).warnings).toEqual([])
  await architect.ack({ messages: [id] })
  expect((await critic.send(again)).warnings).toEqual([])
})

test('answers and a key used again are no repeats', async () => {
  const { id } = await architect.send({ to: ['critic'], subject: 'Plan' })
  await critic.reply({ message: id, body: 'One' })
  expect((await critic.reply({ message: id, body: 'Two' })).warnings).toEqual([])
  await critic.send({ ...again, key: 'k' })
  expect(await critic.send({ ...again, key: 'k' })).toMatchObject({ duplicate: true, warnings: [] })
})

test('a budget counts the last hour', async () => {
  await critic.updateAgent({ agent: 'critic', budget: 2 })
  const careful = await room.as('critic')
  const send = (subject: string) => careful.send({ to: ['architect'], subject })
  await send('One')
  expect((await send('Two')).warnings).toEqual([])
  expect((await send('Three')).warnings).toEqual([
    'critic should send 2 an hour at most; `watchpost nudge architect TEXT` adds no mail.',
  ])
  room.now += hour
  expect((await send('Four')).warnings).toEqual([])
})

test('a witness is told what is its business', async () => {
  const witness = await room.join('greenplace/witness')
  expect((await witness.send({ to: ['critic'], subject: 'MERGE_READY nux' })).warnings).toEqual([])
  expect((await witness.send({ to: ['critic'], subject: 'Are you there?' })).warnings).toHaveLength(1)
})

test('an escalation is known again after it was read, until it is closed', async () => {
  const help = { to: ['architect'], subject: 'HELP: stuck on gp-1', kind: 'request' } as const
  const { id } = await critic.send(help)
  await architect.ack({ messages: [id] })
  expect((await critic.send(help)).warnings).toEqual([
    expect.stringContaining('architect has read and not closed a message from you with the same subject'),
  ])
  const { messages } = await architect.inbox({})
  await architect.complete({ messages: messages.map((message) => message.id) })
  expect((await critic.send(help)).warnings).toEqual([])
})
