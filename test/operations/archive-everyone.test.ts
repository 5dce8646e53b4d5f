import { afterEach, beforeEach, expect, test } from 'vitest'
import type { Mailbox } from '../../src/mailbox.ts'
import { hour, type MailRoom, openMailRoom } from '../support/mailbox.ts'

let room: MailRoom
let boxes: readonly Mailbox[]
beforeEach(async () => {
  room = await openMailRoom()
  const lead = await room.join('lead')
  boxes = [lead, await room.join('ann', { reportsTo: 'lead' }), await room.join('ben', { reportsTo: 'lead' })]
  const writer = await room.join('writer')
  for (const to of ['lead', 'ann', 'ben']) {
    await writer.send({ to: [to], body: 'handled' })
    await writer.send({ to: [to], body: 'open' })
  }
  for (const box of boxes) {
    const { messages } = await box.inbox({})
    const handled = messages.find(({ preview }) => preview === 'handled')
    await box.complete({ messages: [handled?.id ?? ''], keep: true })
  }
  room.now += 48 * hour
})
afterEach(() => room.close())

const archived = async () =>
  (await Promise.all(boxes.map(async (box) => (await box.inbox({ archived: true })).messages.length))).join(
    '',
  )

test('a person archives old mail in all mailboxes', async () => {
  const lea = await room.join('lea', { kind: 'user' })
  const { messages } = await lea.archive({ olderThan: 24 * hour, everyone: true })
  expect(messages).toHaveLength(3)
  expect(await archived()).toBe('111')
  expect((await lea.archive({ olderThan: 24 * hour, everyone: true })).messages).toEqual([])
})

test('a supervisor archives it in those of the agents that report to it, an agent in its own', async () => {
  const [lead, ann] = boxes
  await ann?.archive({ olderThan: 24 * hour, everyone: true })
  expect(await archived()).toBe('010')
  await lead?.archive({ olderThan: 24 * hour, everyone: true })
  expect(await archived()).toBe('111')
})

test('it goes with no messages and with nobody named', async () => {
  const [lead] = boxes
  await expect(lead?.archive({ olderThan: hour, everyone: true, of: 'ann' })).rejects.toMatchObject({
    code: 'usage',
  })
  await expect(lead?.archive({ messages: ['Q8Y7D'], everyone: true })).rejects.toMatchObject({
    code: 'usage',
  })
})
