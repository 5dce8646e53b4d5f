import { afterEach, beforeEach, expect, test } from 'vitest'
import type { Mailbox } from '../../src/mailbox.ts'
import { type MailRoom, minute, openMailRoom } from '../support/mailbox.ts'

let room: MailRoom
let critic: Mailbox
let lead: Mailbox
beforeEach(async () => {
  room = await openMailRoom()
  critic = await room.join('critic', { session: 's-1' })
  lead = await room.join('lead')
})
afterEach(() => room.close())

const detailOf = async (message: string, what: string) =>
  (await lead.history({ message })).events.find((event) => event.what === what)?.detail

test('an answer is named by its id', async () => {
  const request = await lead.send({ to: ['critic'], subject: 'Why?', kind: 'request' })
  const reply = await critic.reply({ message: request.id, body: 'So.' })
  expect(await detailOf(request.id, 'answered')).toEqual({ by: reply.id })
})

test('the newest mail that a header was told with is named by its id', async () => {
  const { id } = await lead.send({ to: ['critic'], subject: 'Told' })
  const { message, cursor } = await room.store.messages.newest()
  if (message === null) throw new Error('There is no message.')
  const doer = { actor: 'critic', principal: null, session: 's-1', command: 'inject' }
  const { deliveries } = room.store
  const [held] = await deliveries.hold(doer, 'critic', [message], room.now + minute, room.now)
  if (held?.hold == null) throw new Error(`${id} is not free.`)
  await deliveries.settle(doer, 'critic', [held.hold], { verb: 'tell', upto: cursor }, room.now)
  expect(await detailOf(id, 'told')).toEqual({ as: 'tell', upto: id })
})

test('no event has a number that is the row of a message or an agent', async () => {
  for (let count = 0; count < 40; count += 1) await lead.send({ to: ['lead'], subject: `Filler ${count}` })
  const { id } = await lead.send({ to: ['critic'], subject: 'Work', kind: 'request' })
  const offer = await critic.next({ take: true })
  await offer.settle()
  await critic.reply({ message: id, body: 'Done' })
  await critic.complete({ messages: [id] }).catch(() => null)
  const { events } = await lead.history({ message: id })
  const numbers = events.flatMap(({ detail }) =>
    Object.entries(detail ?? {}).filter(([key, value]) => typeof value === 'number' && key !== 'attempt'),
  )
  expect(events.length).toBeGreaterThan(3)
  expect(numbers).toEqual([])
})
