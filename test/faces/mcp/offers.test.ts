import { afterEach, beforeEach, expect, test } from 'vitest'
import { holdTime } from '../../../src/domain/delivery.ts'
import { openOffers } from '../../../src/faces/mcp/offers.ts'
import type { Mailbox } from '../../../src/mailbox.ts'
import { hour, type MailRoom, openMailRoom } from '../../support/mailbox.ts'

let room: MailRoom
let critic: Mailbox
beforeEach(async () => {
  room = await openMailRoom()
  critic = await room.join('critic')
  await critic.send({ to: ['critic'], subject: 'S', kind: 'notification' })
})
afterEach(() => room.close())

const only = async () => (await critic.inbox({})).messages[0]?.id ?? ''
/** What a second reader of the mailbox finds. */
const another = async () => {
  const found = await critic.next({}).catch(() => null)
  await found?.release()
  return found?.value.message.subject ?? null
}
const heldUntil = async () => (await room.store.deliveries.find('critic', 1))?.heldUntil ?? 0

test.each([
  ['next', () => critic.next({})],
  ['read', async () => critic.read({ messages: [await only()] })],
])(
  'what %s handed over stays with a client that takes long to call again, and is then received once',
  async (_, offer) => {
    const offers = openOffers({ renewal: 1, longest: hour }, () => room.now)
    await offers.add(1, await offer(), new AbortController().signal)
    offers.written(1)
    for (let minutes = 0; minutes < 5; minutes += 1) {
      room.now += holdTime - 1
      await expect.poll(heldUntil).toBe(room.now + holdTime)
    }
    expect(await another()).toBeNull()
    await offers.settle()
    expect((await critic.inbox({})).messages).toMatchObject([{ status: 'read' }])
    await offers.close()
  },
)

test('who never calls again keeps it from nobody for ever', async () => {
  const offers = openOffers({ renewal: 1, longest: 2 * holdTime }, () => room.now)
  await offers.add(1, await critic.next({}), new AbortController().signal)
  offers.written(1)
  room.now += 2 * holdTime
  await new Promise((next) => setTimeout(next, 20))
  expect(await another()).toBe('S')
  await offers.close()
})
