import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import type { Mailbox } from '../../src/mailbox.ts'
import type { Offer } from '../../src/services/offer.ts'
import type { Values } from '../../src/values/schemas.ts'
import { type MailRoom, minute, openMailRoom } from '../support/mailbox.ts'

let room: MailRoom
let lea: Mailbox
let nux: Mailbox
beforeEach(async () => {
  room = await openMailRoom()
  lea = await room.join('lea', { kind: 'user' })
  nux = await room.join('nux')
})
afterEach(() => room.close())

const ask = async (body: string) => (await lea.send({ to: ['nux'], body, kind: 'request' })).id
const answers = async () => {
  const ids = (await lea.inbox({})).messages.map(({ id }) => id)
  if (ids.length === 0) return []
  const offer = await lea.read({ messages: ids, peek: true })
  return offer.value.messages.map(({ body, replyTo }) => ({ body, replyTo }))
}
const turn = (input: object) =>
  (nux.complete as (input: object) => Promise<unknown>)({ ...input, next: true }) as Promise<
    Offer<Values['finished']>
  >

describe('a message that is completed with its result', () => {
  it('is answered and completed', async () => {
    const id = await ask('Which?')
    const done = await nux.complete({ messages: [id], result: 'This one' })
    expect(done.messages).toMatchObject([{ id, status: 'archived', owes: false }])
    expect(await answers()).toEqual([{ body: 'This one', replyTo: id }])
  })

  it('is answered once, however often that is repeated', async () => {
    const id = await ask('Which?')
    await nux.complete({ messages: [id], result: 'This one' })
    const again = await nux.complete({ messages: [id], result: 'This one' })
    expect(again.unchanged).toMatchObject([{ id, why: 'already completed' }])
    expect(await answers()).toHaveLength(1)
  })

  it('of a queue is answered by who claimed it', async () => {
    await lea.createQueue({ queue: 'work' })
    const { id } = await lea.send({ to: ['queue:work'], body: 'x', kind: 'request' })
    await expect(nux.complete({ messages: [id], result: 'Not mine' })).rejects.toMatchObject({
      code: 'not-found',
    })
    await (await nux.claim({ queue: 'work' })).settle()
    await nux.complete({ messages: [id], result: 'Done' })
    expect(await answers()).toEqual([{ body: 'Done', replyTo: id }])
  })

  it.each<[string, (id: string) => object, string]>([
    ['more than one', (id) => ({ messages: [id, id] }), 'usage'],
    ['an empty result', (id) => ({ messages: [id], result: ' \n' }), 'usage'],
    ['of somebody else', (id) => ({ messages: [id], of: 'lea' }), 'usage'],
    ['a lease without the next message', (id) => ({ messages: [id], lease: minute }), 'usage'],
    ['of another attempt', (id) => ({ messages: [id], attempt: 7 }), 'stale'],
  ])('is refused, and nothing is sent: %s', async (_, inputOf, code) => {
    const id = await ask('Which?')
    const input = { result: 'This one', ...inputOf(id) } as Parameters<Mailbox['complete']>[0]
    await expect(nux.complete(input)).rejects.toMatchObject({ code })
    expect(await answers()).toEqual([])
    expect((await nux.inbox({})).messages).toMatchObject([{ id, status: 'unread', owes: true }])
  })

  it('is refused where it is completed already: a second result is an answer of its own', async () => {
    const id = await ask('Which?')
    await nux.complete({ messages: [id], result: 'This one' })
    const late = nux.complete({ messages: [id], result: 'That one' })
    await expect(late).rejects.toMatchObject({ code: 'conflict', hint: expect.stringContaining('reply') })
    expect(await answers()).toHaveLength(1)
  })
})

describe('with --next', () => {
  it('the next message of the own mailbox is taken, under a lease', async () => {
    const [one, two] = [await ask('One'), await ask('Two')]
    const offer = await turn({ messages: [one], result: 'First', lease: minute })
    await offer.settle()
    expect(offer.value.next?.message).toMatchObject({ id: two, body: 'Two', status: 'processing' })
    const last = await turn({ messages: [two], result: 'Second' })
    expect([last.value.next, last.notes]).toEqual([null, ['There is no unread mail.']])
    expect((await answers()).map(({ body }) => body).toSorted()).toEqual(['First', 'Second'])
  })

  it('a message that nobody gets stays unread, and the other one ended', async () => {
    const [one, two] = [await ask('One'), await ask('Two')]
    await (await turn({ messages: [one] })).release()
    expect((await nux.inbox({ unread: true })).messages).toMatchObject([{ id: two }])
  })
})
