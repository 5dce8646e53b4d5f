import { afterEach, beforeEach, expect, test } from 'vitest'
import type { Mailbox } from '../../src/mailbox.ts'
import { type MailRoom, minute, openMailRoom } from '../support/mailbox.ts'

let room: MailRoom
let al: Mailbox
let bob: Mailbox
beforeEach(async () => {
  room = await openMailRoom()
  al = await room.join('al')
  bob = await room.join('bob')
})
afterEach(() => room.close())

const read = async (id: string) => {
  const offer = await bob.read({ messages: [id] })
  await offer.settle()
  return offer.value.messages[0]?.newer
}

test('an old order says that its sender wrote since, read or not', async () => {
  const { id: old } = await al.send({ to: ['bob'], subject: 'Deploy' })
  expect(await read(old)).toBeUndefined()
  await room.join('cy')
  await al.send({ to: ['cy'], subject: 'To another' })
  expect(await read(old)).toBeUndefined()
  room.now += minute
  const { id: stop } = await al.send({ to: ['bob'], subject: 'Stop the deploy' })
  await read(stop)
  expect(await read(old)).toMatchObject({ count: 1, inThread: false, id: stop, from: 'al' })
  const { text } = (await bob.inject({})).value
  expect(text).toBe('')
})

test('a prompt says so beside each older message', async () => {
  await al.send({ to: ['bob'], subject: 'Deploy', priority: 'urgent' })
  room.now += 15 * 60 * minute
  const { id: stop } = await al.send({ to: ['bob'], subject: 'Stop the deploy' })
  room.now += 3 * minute
  const { text } = (await bob.inject({})).value
  expect(text).toContain(`1 newer from al, ${stop} 3m ago`)
  expect(text.match(/newer from/gu)).toHaveLength(1)
})

test('a notice of the system is no newer mail', async () => {
  const { id } = await al.send({ to: ['bob'], subject: 'Deploy' })
  await read(id)
  await al.retract({ messages: [id] })
  expect(await read(id)).toBeUndefined()
})

test('what another wrote in its thread counts; what was taken back does not', async () => {
  const cy = await room.join('cy')
  const { id } = await al.send({ to: ['bob', 'cy'], subject: 'Deploy' })
  const { id: answer } = await cy.reply({ message: id, body: 'Wait.', all: true })
  expect(await read(id)).toMatchObject({ count: 1, inThread: true, id: answer, from: 'cy' })
  await cy.retract({ messages: [answer] })
  expect(await read(id)).toBeUndefined()
})

test('the sender of a thousand other messages is not walked through', async () => {
  const { id } = await al.send({ to: ['bob'], subject: 'Deploy' })
  for (let at = 0; at < 60; at += 1) await al.send({ to: ['bob'], subject: `No. ${at}`, again: true })
  expect(await read(id)).toMatchObject({ count: 50 })
})
