import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import type { Mailbox } from '../../src/mailbox.ts'
import { type MailRoom, minute, openMailRoom } from '../support/mailbox.ts'

let room: MailRoom
let al: Mailbox
let bob: Mailbox
let cy: Mailbox
beforeEach(async () => {
  room = await openMailRoom()
  al = await room.join('al')
  bob = await room.join('bob')
  cy = await room.join('cy')
})
afterEach(() => room.close())

const inbox = async (box: Mailbox) => (await box.inbox({ body: true })).messages
const told = async (box: Mailbox) => (await inbox(box)).filter(({ from }) => from === 'system')
async function seen(box: Mailbox, id: string): Promise<void> {
  const offer = await box.read({ messages: [id] })
  await offer.settle()
}

describe('mail that is taken back', () => {
  test('is in no list of who had not seen it, and who had seen it is told why', async () => {
    const { id } = await al.send({ to: ['bob', 'cy'], subject: 'Deploy', priority: 'high' })
    await seen(bob, id)
    room.now += 5 * minute
    expect(await al.retract({ messages: [id], reason: 'wrong branch' })).toEqual({
      messages: [{ id, subject: 'Deploy', withdrawn: ['cy'], seenBy: ['bob'], already: false }],
    })
    expect(await inbox(cy)).toEqual([])
    expect(await cy.count({})).toMatchObject({ total: 0 })
    const [notice, ...others] = await told(bob)
    expect(others).toEqual([])
    expect(notice).toMatchObject({ subject: 'Taken back: Deploy', priority: 'high', thread: id, replyTo: id })
    expect(notice?.body).toBe(`al took back ${id} (you read it 5m ago): wrong branch`)
    expect(await bob.owed({})).toMatchObject({ owed: [] })
  })

  test('says so in its thread and in its receipts', async () => {
    const { id } = await al.send({ to: ['bob', 'cy'], subject: 'Deploy' })
    await seen(bob, id)
    await al.retract({ messages: [id] })
    const { messages } = await cy.thread({ message: id })
    expect(messages[0]).toMatchObject({
      condition: 'retracted',
      takenBack: { by: 'al', reason: null, replacedBy: null },
    })
    const { receipts } = await al.receipts({ message: id })
    expect(receipts.map(({ address, outcome, retracted }) => [address, outcome, retracted !== null])).toEqual(
      [
        ['bob', 'read', true],
        ['cy', 'retracted', true],
      ],
    )
  })

  test('comes back with undo, and its readers are told; redo takes it back again', async () => {
    const { id } = await al.send({ to: ['bob', 'cy'], subject: 'Deploy' })
    await seen(bob, id)
    await al.retract({ messages: [id] })
    await bob.archive({ messages: [id] })
    await al.undo({})
    expect((await inbox(cy)).map((one) => one.id)).toEqual([id])
    expect((await told(bob)).map(({ subject }) => subject)).toEqual([
      'Taken back: Deploy',
      'Valid again: Deploy',
    ])
    expect((await al.receipts({ message: id })).receipts.every(({ retracted }) => retracted === null)).toBe(
      true,
    )
    await al.redo({})
    expect(await inbox(cy)).toEqual([])
    await expect(al.redo({})).rejects.toMatchObject({ code: 'nothing' })
  })

  test('cannot be changed by its reader, redelivered or become unread again', async () => {
    const { id } = await al.send({ to: ['bob', 'cy'], subject: 'Deploy' })
    await bob.process({ messages: [id] })
    await al.retract({ messages: [id] })
    await expect(cy.ack({ messages: [id] })).rejects.toMatchObject({ code: 'conflict' })
    await bob.unread({ messages: [id] })
    expect((await inbox(bob)).map((one) => one.subject)).toEqual(['Taken back: Deploy'])
    expect((await told(bob))[0]?.body).toContain('You are working on it')
    await expect(al.redeliver({ message: id })).rejects.toMatchObject({ code: 'conflict' })
  })

  test('is told to who marked it unread after seeing it', async () => {
    const { id } = await al.send({ to: ['bob'], subject: 'Deploy' })
    await seen(bob, id)
    await bob.unread({ messages: [id] })
    await al.retract({ messages: [id] })
    expect((await inbox(bob)).map((one) => one.subject)).toEqual(['Taken back: Deploy'])
  })

  test('is told to who is being given it at that moment', async () => {
    const { id } = await al.send({ to: ['bob'], subject: 'Deploy' })
    const offer = await bob.read({ messages: [id] })
    const { messages } = await al.retract({ messages: [id] })
    expect(messages[0]).toMatchObject({ withdrawn: ['bob'], seenBy: ['bob'] })
    await offer.settle()
    expect((await inbox(bob)).map((one) => one.subject)).toEqual(['Taken back: Deploy'])
    const { receipts } = await al.receipts({ message: id })
    expect(receipts[0]?.shown).not.toBeNull()
  })

  test('leaves a queue unless somebody claimed it, and the claimant is told', async () => {
    await al.createQueue({ queue: 'work' })
    const { id: one } = await al.send({ to: ['queue:work'], subject: 'One' })
    const { id: two } = await al.send({ to: ['queue:work'], subject: 'Two' })
    await bob.claim({ queue: 'work' })
    expect(await al.retract({ messages: [one, two] })).toMatchObject({
      messages: [
        { id: one, withdrawn: [], seenBy: ['bob'] },
        { id: two, withdrawn: ['queue:work'], seenBy: [] },
      ],
    })
    await expect(cy.claim({ queue: 'work' })).rejects.toMatchObject({ code: 'nothing' })
    await bob.release({ message: one })
    await expect(cy.claim({ queue: 'work' })).rejects.toMatchObject({ code: 'nothing' })
  })

  test('does not come to who joins later', async () => {
    const { id } = await al.send({ to: ['dee'], subject: 'Deploy', hold: true })
    const { id: all } = await al.send({ to: ['role:pilot'], subject: 'Fly', hold: true })
    await al.retract({ messages: [id, all] })
    const dee = await room.join('dee', { role: 'pilot' })
    expect(await inbox(dee)).toEqual([])
  })
})

describe('what cannot be taken back', () => {
  test.each([
    ['what another sent', async () => bob.send({ to: ['cy'], subject: 'Mine' }), 'not-allowed'],
    [
      'what all its readers have completed',
      async () => {
        const sent = await al.send({ to: ['bob'], subject: 'Done' })
        await bob.complete({ messages: [sent.id] })
        return sent
      },
      'conflict',
    ],
    ['what does not exist', async () => ({ id: 'Q8Y7X' }), 'not-found'],
    [
      'a position in a debate',
      async () => al.send({ to: ['bob'], subject: 'Tabs', kind: 'claim', statement: 'Tabs', body: 'Tabs' }),
      'conflict',
    ],
  ])('%s', async (_, make, code) => {
    const { id } = await make()
    await expect(al.retract({ messages: [id] })).rejects.toMatchObject({ code })
  })

  test('twice: the second time says so, and tells nobody', async () => {
    const { id } = await al.send({ to: ['bob'], subject: 'Deploy' })
    await seen(bob, id)
    await al.retract({ messages: [id] })
    expect(await al.retract({ messages: [id] })).toMatchObject({
      messages: [{ id, already: true, seenBy: [] }],
    })
    expect(await told(bob)).toHaveLength(1)
  })
})

describe('mail that replaces other mail', () => {
  test('takes its place: who had not seen the old one gets the new one alone', async () => {
    const { id: old } = await al.send({ to: ['bob', 'cy', 'al'], subject: 'Deploy main' })
    await seen(bob, old)
    const { id } = await al.send({ to: ['bob'], subject: 'Deploy next', replaces: old })
    expect((await inbox(cy)).map((one) => one.subject)).toEqual([])
    const newer = (await inbox(bob)).find((one) => one.id === id)
    expect(newer).toMatchObject({ id, subject: 'Deploy next', replaces: old })
    const [now] = await bob.read({ messages: [id] }).then((offer) => offer.value.messages)
    expect(now).toMatchObject({ replaces: old, replacedReadAt: expect.stringMatching(/Z$/u) })
    expect(await told(bob)).toEqual([])
    const { messages } = await bob.read({ messages: [old] }).then((offer) => offer.value)
    expect(messages[0]).toMatchObject({ takenBack: { by: 'al', replacedBy: id } })
  })

  test('tells who had seen the old one and does not get the new one', async () => {
    const { id: old } = await al.send({ to: ['bob', 'cy'], subject: 'Deploy main' })
    await seen(cy, old)
    const { id } = await al.send({ to: ['bob'], subject: 'Deploy next', replaces: old })
    expect((await told(cy))[0]?.body).toContain(`${id} took its place`)
  })

  test('is named to who replaces the old one again, and nothing is sent', async () => {
    const { id: old } = await al.send({ to: ['bob'], subject: 'One' })
    const { id } = await al.send({ to: ['bob'], subject: 'Two', replaces: old })
    const { id: last } = await al.send({ to: ['bob'], subject: 'Three', replaces: id })
    const again = al.send({ to: ['bob'], subject: 'Four', replaces: old })
    await expect(again).rejects.toMatchObject({ code: 'conflict', message: expect.stringContaining(last) })
    expect((await inbox(bob)).map((one) => one.subject)).toEqual(['Three'])
  })

  test("is the sender's alone to write", async () => {
    const { id: old } = await al.send({ to: ['bob'], subject: 'One' })
    const forged = cy.send({ to: ['bob'], subject: 'Two', replaces: old })
    await expect(forged).rejects.toMatchObject({ code: 'not-allowed' })
    expect((await inbox(bob)).map((one) => one.subject)).toEqual(['One'])
  })

  test('can be a reply, a handoff or a draft', async () => {
    const { id: old } = await al.send({ to: ['bob'], subject: 'One' })
    const { id: asked } = await bob.send({ to: ['al'], subject: 'Why?' })
    const { id: two } = await al.reply({ message: asked, body: 'So.', replaces: old })
    const { id: three } = await al.handoff({ to: 'bob', done: 'All', subject: 'Three', replaces: two })
    const draft = await al.saveDraft({ to: ['bob'], subject: 'Four', replaces: three })
    await al.sendDraft({ draft: draft.id })
    expect((await inbox(bob)).map((one) => one.subject)).toEqual(['Four'])
  })
})
