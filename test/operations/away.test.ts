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
  room.now += hour
  const value = await lea.away({})
  expect(value.since).toBe(new Date(room.now - hour - minute).toISOString())
  expect(value.finished).toMatchObject([{ message: done, by: 'bob', other: 'bob', subject: 'Build' }])
  expect(value.failed).toMatchObject([{ message: lost, reason: 'no tests' }])
  expect(value.decided).toMatchObject([{ message: other, by: 'bob', other: 'al' }])
  expect(value.handedOn).toMatchObject([{ message: handed, by: 'bob', other: 'al' }])
  expect(value.waiting.map(({ why }) => why)).toContain('escalation')
  expect(value.agents).toEqual([{ agent: 'bob', decided: 1, finished: 1, failed: 1, handedOn: 1 }])
  expect(value.counts).toEqual({ decided: 1, finished: 1, failed: 1, handedOn: 1, agents: 1 })
  expect(value.whole).toBe(true)
  expect(asked).not.toBe(other)
  expect((await lea.away({ since: 3 * hour })).finished.map(({ message }) => message)).toEqual([done, early])
})

/** A message of al's that bob ends. */
async function ended(subject: string, verb: 'complete' | 'fail' = 'complete'): Promise<string> {
  const { id } = await al.send({ to: ['bob'], subject, again: true })
  await (verb === 'fail' ? bob.fail({ messages: [id], reason: 'No' }) : bob.complete({ messages: [id] }))
  return id
}

test('lists the newest fifty of each, and counts them all', async () => {
  for (let at = 0; at < 52; at += 1) await ended(`No. ${at}`)
  room.now += minute
  const value = await lea.away({ since: hour })
  expect(value.finished).toHaveLength(50)
  expect(value.finished[0]?.subject).toBe('No. 51')
  expect(value.counts).toMatchObject({ finished: 52, failed: 0, agents: 1 })
  expect(value.agents).toMatchObject([{ agent: 'bob', finished: 52 }])
  expect(value.whole).toBe(true)
})

test('what one did oneself since is neither listed, nor moves the beginning', async () => {
  await lea.send({ to: ['al'], subject: 'I am off' })
  room.now += minute
  const missed = await ended('While lea is away')
  room.now += hour
  const { id } = await al.send({ to: ['lea'], subject: 'For lea' })
  await lea.complete({ messages: [id] })
  room.now += minute
  const value = await lea.away({})
  expect(value.finished.map(({ message }) => message)).toEqual([missed])
  expect(Date.parse(value.since)).toBe(room.now - hour - 2 * minute)
})

test('the last key at an open screen is when one left, too', async () => {
  await lea.send({ to: ['al'], subject: 'I am off' })
  room.now += hour
  await ended('While lea reads')
  room.now += minute
  await lea.here({ terminal: 'one', idle: 1 })
  room.now += hour
  const missed = await ended('While lea is away')
  expect((await lea.away({})).finished.map(({ message }) => message)).toEqual([missed])
})

test('what was undone since is left out, and counts again once it was redone', async () => {
  await ended('Build', 'fail')
  room.now += minute
  await bob.undo({})
  expect(await lea.away({ since: hour })).toMatchObject({ failed: [], counts: { failed: 0 }, agents: [] })
  await bob.redo({})
  expect(await lea.away({ since: hour })).toMatchObject({ counts: { failed: 1 } })
})

test('a debate that was ruled on is decided, with what was decided', async () => {
  const { id } = await al.send({ to: ['bob'], kind: 'claim', subject: 'Sessions', body: 'Redis' })
  await bob.reply({ message: id, kind: 'counter', body: 'JWT' })
  const max = await room.join('max', { kind: 'user' })
  await max.resolveDebate({ thread: id, forceConsensus: true, decision: 'Redis for web' })
  room.now += minute
  const { decided } = await lea.away({ since: hour })
  expect(decided).toMatchObject([{ by: 'max', other: 'max', subject: 'Decided: Redis for web', debate: id }])
})

test.each([0, -1, 32 * 24 * hour])('refuses to look back %i ms', async (since) => {
  await expect(lea.away({ since })).rejects.toMatchObject({ code: 'usage' })
})
