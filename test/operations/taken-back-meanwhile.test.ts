import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { parseId } from '../../src/domain/id.ts'
import type { Mailbox } from '../../src/mailbox.ts'
import { hour, type MailRoom, minute, openMailRoom } from '../support/mailbox.ts'

let room: MailRoom
let al: Mailbox
let ann: Mailbox
let ben: Mailbox
beforeEach(async () => {
  room = await openMailRoom()
  al = await room.join('al')
  ann = await room.join('ann', { role: 'one' })
  ben = await room.join('ben', { role: 'one' })
})
afterEach(() => room.close())

const ask = async (...to: string[]) => (await al.send({ to, subject: 'Deploy' })).id
const listOf = async (box: Mailbox) => (await box.inbox({})).messages.map(({ subject }) => subject)
const toldOf = async (box: Mailbox) => (await listOf(box)).filter((subject) => subject !== 'Deploy')
async function seen(box: Mailbox, id: string): Promise<void> {
  const offer = await box.read({ messages: [id] })
  await offer.settle()
}
async function pass(): Promise<void> {
  room.now += minute
}
async function retract(id: string) {
  await pass()
  const { messages } = await al.retract({ messages: [id] })
  await pass()
  return messages[0]
}
async function boxOf(owner: string, id: string) {
  const [message = 0] = await room.store.messages.find(parseId(id))
  return (await room.store.deliveries.find(owner, message))?.box
}
const role = (agent: string, name: string) => room.person.updateAgent({ agent, role: name })
async function undoOf(box: Mailbox) {
  await pass()
  await box.undo({})
}

describe('what is taken back', () => {
  test('is not told to a holder of the role for whom another did it out of sight', async () => {
    const id = await ask('role:one', 'al')
    await room.join('cy')
    const both = (await al.send({ to: ['role:one', 'cy'], subject: 'Deploy' })).id
    await ann.complete({ messages: [both] })
    expect(await retract(both)).toMatchObject({ withdrawn: ['cy'], seenBy: ['ann'] })
    expect(await toldOf(ben)).toEqual([])
    expect(await retract(id)).toMatchObject({ withdrawn: ['al', 'ann', 'ben'], seenBy: [] })
  })

  test('was done by all that had it to do, whoever had it before them', async () => {
    const id = await ask('role:one')
    await role('ann', '')
    await ben.complete({ messages: [id] })
    await expect(al.retract({ messages: [id] })).rejects.toMatchObject({ code: 'conflict' })
  })

  test('is told to who saw what is a dead letter by now', async () => {
    const cy = await room.join('cy', { tag: ['concern:x'] })
    const id = await ask('concern:x')
    await seen(cy, id)
    await cy.unread({ messages: [id] })
    await room.person.updateAgent({ agent: 'cy', untag: ['concern:x'] })
    expect(await retract(id)).toMatchObject({ withdrawn: ['cy'], seenBy: ['cy'] })
    expect(await toldOf(cy)).toEqual(['Taken back: Deploy'])
  })

  test('is never a dead letter, however often its claimant fails', async () => {
    await al.createQueue({ queue: 'work', attempts: 1 })
    const id = await ask('queue:work')
    await ann.claim({ queue: 'work' })
    await retract(id)
    await ann.fail({ messages: [id] })
    expect((await al.receipts({ message: id })).receipts).toMatchObject([{ outcome: 'retracted' }])
    expect(await listOf(al)).not.toContainEqual(expect.stringContaining('Undelivered'))
    await undoOf(al)
    await expect(ben.claim({ queue: 'work' })).resolves.toMatchObject({ value: { message: { id } } })
  })

  test('has the time of the last retraction on each of its receipts', async () => {
    const id = await ask('role:one', 'all')
    await role('ann', '')
    room.now += 5 * hour
    await room.person.patrol({})
    await retract(id)
    await undoOf(al)
    const before = room.now
    await retract(id)
    const { receipts } = await al.receipts({ message: id })
    expect(receipts).toHaveLength(2)
    for (const { retracted } of receipts) expect(Date.parse(retracted ?? '')).toBeGreaterThan(before)
  })

  test('comes to nobody when a completion of it is undone', async () => {
    await room.join('cy')
    const id = await ask('role:one', 'cy')
    await ann.complete({ messages: [id] })
    await retract(id)
    await undoOf(ann)
    const dee = await room.join('dee', { role: 'one' })
    expect([await listOf(ann), await listOf(ben), await listOf(dee)]).toEqual([
      ['Taken back: Deploy'],
      [],
      [],
    ])
    await undoOf(al)
    for (const box of [ann, ben, dee]) expect(await listOf(box)).toContain('Deploy')
  })
})

describe('what its sender stands by again', () => {
  test('goes to who gained the role meanwhile, and not to who lost it', async () => {
    const id = await ask('role:one')
    await retract(id)
    await role('ann', '')
    const cy = await room.join('cy', { role: 'one' })
    await undoOf(al)
    expect([await listOf(ann), await listOf(ben), await listOf(cy)]).toEqual([[], ['Deploy'], ['Deploy']])
  })

  test('is a dead letter where its reader is retired by now, and its sender is told', async () => {
    await room.join('cy')
    const id = await ask('cy')
    await retract(id)
    await room.person.retireAgent({ agent: 'cy' })
    await undoOf(al)
    expect((await al.receipts({ message: id })).receipts).toMatchObject([{ outcome: 'dead' }])
    await room.person.patrol({})
    expect(await listOf(al)).toHaveLength(1)
  })

  test('waits for the next holder where the only one is retired by now', async () => {
    await role('ben', '')
    const id = await ask('role:one')
    await retract(id)
    await room.person.retireAgent({ agent: 'ann' })
    await undoOf(al)
    expect(await boxOf('ann', id)).toBe('archived')
    await role('ben', 'one')
    expect(await listOf(ben)).toEqual(['Deploy'])
  })

  test('comes back to who passed it on before, and holds the role again', async () => {
    await role('ben', '')
    const id = await ask('role:one')
    await seen(ann, id)
    await role('ann', '')
    await retract(id)
    await undoOf(al)
    await role('ann', 'one')
    expect(await listOf(ann)).toContain('Deploy')
  })

  test('is done for all where a holder of the role completed it meanwhile, until that is undone', async () => {
    const id = await ask('role:one')
    await seen(ann, id)
    await retract(id)
    await ann.complete({ messages: [id] })
    await undoOf(al)
    const cy = await room.join('cy', { role: 'one' })
    expect([await listOf(ben), await listOf(cy)]).toEqual([[], []])
    await undoOf(ann)
    expect([await listOf(ben), await listOf(cy)]).toEqual([['Deploy'], ['Deploy']])
  })

  test('is unread again where it was being printed when it was taken back', async () => {
    const id = await ask('ann')
    const offer = await ann.read({ messages: [id] })
    await al.retract({ messages: [id] })
    await offer.settle()
    await undoOf(al)
    expect(new Set(await listOf(ann))).toEqual(
      new Set(['Deploy', 'Taken back: Deploy', 'Valid again: Deploy']),
    )
  })

  test('is owed again by who gave up the work on it meanwhile', async () => {
    const id = await ask('ann')
    await ann.process({ messages: [id] })
    await retract(id)
    await ann.unread({ messages: [id] })
    expect(await ann.owed({})).toMatchObject({ owed: [] })
    await undoOf(al)
    expect(await ann.owed({})).toMatchObject({ owed: [{ message: { id } }] })
  })
})

describe('what is taken back once more by redo', () => {
  test('leaves the lists of those who got it since, and who saw it since is told', async () => {
    const id = await ask('role:one')
    await retract(id)
    await undoOf(al)
    const cy = await room.join('cy', { role: 'one' })
    await seen(ben, id)
    await pass()
    await al.redo({})
    expect([await listOf(ann), await listOf(cy)]).toEqual([[], []])
    expect(await toldOf(ben)).toEqual(['Taken back: Deploy'])
    await undoOf(al)
    await al.redo({})
    expect(await toldOf(ben)).toEqual(['Taken back: Deploy', 'Valid again: Deploy', 'Taken back: Deploy'])
  })

  test('is refused where it was replaced since, and the newer one stays', async () => {
    const id = await ask('ann')
    await retract(id)
    await undoOf(al)
    await al.send({ to: ['ann'], subject: 'Newer', replaces: id })
    await expect(al.redo({})).rejects.toMatchObject({ code: 'conflict' })
    expect(await listOf(ann)).toEqual(['Newer'])
  })
})

describe('a completion that is undone', () => {
  test('brings a role its mail back: who gained it since has it, and who is retired has not', async () => {
    const id = await ask('role:one')
    await ann.complete({ messages: [id] })
    const cy = await room.join('cy', { role: 'one' })
    await room.person.retireAgent({ agent: 'ben' })
    await undoOf(ann)
    expect([await listOf(ann), await listOf(cy)]).toEqual([['Deploy'], ['Deploy']])
    expect(await boxOf('ben', id)).toBe('archived')
    await pass()
    await ann.redo({})
    expect([await listOf(ann), await listOf(cy)]).toEqual([[], []])
  })
})

describe('mail that is held for who is not there yet, taken back and stood by again', () => {
  const held: readonly (readonly [string, () => Promise<() => Promise<readonly string[]>>])[] = [
    ['newbie', async () => lists(await room.join('newbie'))],
    ['crew/*', async () => lists(await room.join('crew/zed'))],
    [
      'group:ops',
      async () => {
        await room.person.createGroup({ group: 'ops', members: ['ann'] })
        return lists(ann)
      },
    ],
    [
      'queue:later',
      async () => {
        await room.person.createQueue({ queue: 'later' })
        return async () => (await al.inbox({ owner: 'queue:later' })).messages.map(({ subject }) => subject)
      },
    ],
  ]
  const lists = (box: Mailbox) => () => listOf(box)

  test.each(held)('%s: is there for who came meanwhile, and once', async (to, come) => {
    await al.send({ to: [to], subject: 'Deploy', hold: true })
    const [{ id } = { id: '' }] = (await al.inbox({ sent: true })).messages
    await retract(id)
    const list = await come()
    expect(await list()).toEqual([])
    await undoOf(al)
    expect(await list()).toEqual(['Deploy'])
  })
})
