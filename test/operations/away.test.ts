import { afterEach, beforeEach, expect, test } from 'vitest'
import type { Mailbox } from '../../src/mailbox.ts'
import { hour, type MailRoom, minute, openMailRoom } from '../support/mailbox.ts'

let room: MailRoom
let lea: Mailbox
let al: Mailbox
let bob: Mailbox
beforeEach(async () => {
  room = await openMailRoom()
  lea = await room.join('lea', { kind: 'user' })
  al = await room.join('al')
  bob = await room.join('bob')
})
afterEach(() => room.close())

test('tells what ended, was decided and handed on since one was here, and what waits', async () => {
  const { id: early } = await al.send({ to: ['bob'], subject: 'Early' })
  await bob.complete({ messages: [early] })
  room.now += hour
  await lea.send({ to: ['al'], subject: 'I am off' })
  room.now += minute
  const { id: done } = await al.send({ to: ['bob'], subject: 'Build' })
  const { id: lost } = await al.send({ to: ['bob'], subject: 'Deploy' })
  const { id: asked } = await al.escalate({ to: 'lea', subject: 'Which?', body: 'A or B' })
  const { id: other } = await al.escalate({ to: 'bob', subject: 'Tabs?', body: 'Tabs or spaces' })
  await bob.complete({ messages: [done] })
  await bob.fail({ messages: [lost], reason: 'no tests' })
  await bob.reply({ message: other, body: 'Tabs.' })
  const { id: handed } = await bob.handoff({ to: 'al', done: 'Half', subject: 'The rest' })
  room.now += minute
  const value = await lea.away({})
  expect(value.since).toBe(new Date(room.now - 2 * minute).toISOString())
  expect(value.finished).toMatchObject([{ message: done, by: 'bob', other: 'bob', subject: 'Build' }])
  expect(value.failed).toMatchObject([{ message: lost, reason: 'no tests' }])
  expect(value.decided).toMatchObject([{ message: other, by: 'bob', other: 'al' }])
  expect(value.handedOn).toMatchObject([{ message: handed, by: 'bob', other: 'al' }])
  expect(value.waiting.map(({ why }) => why)).toContain('escalation')
  expect(value.agents).toEqual([{ agent: 'bob', decided: 1, finished: 1, failed: 1, handedOn: 1 }])
  expect(value.whole).toBe(true)
  expect(asked).not.toBe(other)
  expect((await lea.away({ since: 2 * hour })).finished.map(({ message }) => message)).toEqual([done, early])
})

test('lists the newest fifty of each, and says that there was more', async () => {
  for (let at = 0; at < 52; at += 1) {
    const { id } = await al.send({ to: ['bob'], subject: `No. ${at}`, again: true })
    await bob.complete({ messages: [id] })
  }
  room.now += minute
  const value = await lea.away({ since: hour })
  expect(value.finished).toHaveLength(50)
  expect(value.finished[0]?.subject).toBe('No. 51')
  expect(value.whole).toBe(false)
})

test.each([0, -1, 32 * 24 * hour])('refuses to look back %i ms', async (since) => {
  await expect(lea.away({ since })).rejects.toMatchObject({ code: 'usage' })
})
