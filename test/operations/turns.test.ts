import { afterEach, beforeEach, expect, it } from 'vitest'
import type { Mailbox } from '../../src/mailbox.ts'
import type { Offer } from '../../src/services/offer.ts'
import type { Values } from '../../src/values/schemas.ts'
import { type MailRoom, minute, noon, openMailRoom } from '../support/mailbox.ts'

let room: MailRoom
let lea: Mailbox
let nux: Mailbox
beforeEach(async () => {
  room = await openMailRoom()
  lea = await room.join('lea', { kind: 'user' })
  nux = await room.join('nux')
  await lea.createQueue({ queue: 'work' })
})
afterEach(() => room.close())

const item = async (subject: string) =>
  (await lea.send({ to: ['queue:work'], subject, body: 'x', kind: 'request' })).id
const claim = async () => {
  const { value, settle } = await nux.claim({ queue: 'work' })
  await settle()
  return value.message.id
}
/** As a face performs it. */
const turn = (verb: 'complete' | 'fail', input: object, by = nux) =>
  (by[verb] as (input: object) => Promise<unknown>)({ ...input, next: true }) as Promise<
    Offer<Values['finished']>
  >
const queue = () => lea.showQueue({ queue: 'work' })

it('is told as the ending is, with what claim would answer beside it', async () => {
  const [one, two] = [await item('One'), await item('Two')]
  await claim()
  const { value, notes } = await turn('complete', { messages: [one], lease: minute })
  expect(value.messages).toMatchObject([{ id: one, status: 'archived', owner: 'queue:work' }])
  expect(value.next?.message).toMatchObject({ id: two, body: 'x', status: 'processing' })
  expect(value.next?.message.lease).toEqual({
    by: 'nux',
    attempt: 1,
    until: new Date(noon + minute).toISOString(),
  })
  expect(notes).toEqual([])
})

it('has no such field without being asked for it', async () => {
  const one = await item('One')
  await claim()
  expect(await nux.complete({ messages: [one] })).not.toHaveProperty('next')
})

it('that nobody gets is given back untried; the other one stays ended', async () => {
  const [one, two] = [await item('One'), await item('Two')]
  await claim()
  const offer = await turn('complete', { messages: [one] })
  await offer.release()
  expect(offer.closedEarly).toContain(two)
  expect(await queue()).toMatchObject({ available: 1, processing: 0, completed: 1 })
  expect(await claim()).toBe(two)
  await (await turn('fail', { messages: [two], attempt: 2 })).settle()
})

it.each([
  ['is empty', async () => {}, 'nothing to claim in work'],
  ['is paused', async () => void (await lea.pauseQueue({ queue: 'work' })), 'work is paused'],
  ['is closed', async () => void (await lea.closeQueue({ queue: 'work' })), 'work is closed'],
])('says why there is nothing where the queue %s', async (_, change, words) => {
  const one = await item('One')
  await claim()
  await change()
  const { value, notes, settle, release } = await turn('complete', { messages: [one] })
  expect(value).toMatchObject({ messages: [{ id: one, status: 'archived' }], next: null })
  expect(notes).toEqual([expect.stringContaining(words)])
  await settle()
  await release()
  expect(await queue()).toMatchObject({ processing: 0, completed: 1 })
})

it('tells the requester of work that failed for good', async () => {
  await lea.createQueue({ queue: 'once', attempts: 1 })
  const { id } = await lea.send({ to: ['queue:once'], subject: 'Hard', body: 'x', kind: 'request' })
  await (await nux.claim({ queue: 'once' })).settle()
  const { value } = await turn('fail', { messages: [id], reason: 'No tests' })
  expect(value).toMatchObject({ messages: [{ id, condition: 'dead' }], next: null })
  expect((await lea.inbox({ from: ['system'] })).messages).toHaveLength(1)
})

it('is refused as the ending would be, and takes nothing', async () => {
  const one = await item('One')
  await item('Two')
  await expect(turn('complete', { messages: [one] })).rejects.toMatchObject({ code: 'conflict' })
  await claim()
  const toast = await room.join('toast')
  await expect(turn('complete', { messages: [one] }, toast)).rejects.toMatchObject({ code: 'conflict' })
  await expect(turn('complete', { messages: [one], attempt: 7 })).rejects.toMatchObject({ code: 'stale' })
  expect(await queue()).toMatchObject({ available: 1, processing: 1 })
})

it('makes no sense of several messages, of others’ copies, and of its flags without it', async () => {
  const one = await item('One')
  await claim()
  for (const input of [
    { messages: [one, one] },
    { messages: [one], of: 'queue:work' },
    { messages: [one], lease: 0 },
  ])
    await expect(turn('complete', input)).rejects.toMatchObject({ code: 'usage' })
  for (const more of [{ lease: minute }, { full: true }])
    await expect(nux.fail({ messages: [one], ...more })).rejects.toMatchObject({ code: 'usage' })
  expect(await queue()).toMatchObject({ processing: 1, completed: 0 })
})
