import { afterEach, beforeEach, expect, test } from 'vitest'
import type { Mailbox } from '../../src/mailbox.ts'
import { examineStore } from '../../store/sqlite/doctor/doctor.ts'
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

const drafts = async () => (await bob.listDrafts({})).drafts
const inbox = async (box: Mailbox) => (await box.inbox({ body: true })).messages
const inTwoMinutes = () => new Date(room.now + 2 * minute).toISOString()

test('a draft whose time has come is sent by anybody, once, as its owner', async () => {
  const sendIn = inTwoMinutes()
  await bob.saveDraft({ to: ['al'], subject: 'Later', body: 'x', sendIn })
  await bob.saveDraft({ to: ['al'], subject: 'Never', body: 'x' })
  await al.patrol({})
  expect(await inbox(al)).toEqual([])
  room.now += 3 * minute
  expect((await al.patrol({ dryRun: true })).acts).toContainEqual(expect.objectContaining({ act: 'drafts' }))
  expect(await inbox(al)).toEqual([])
  await Promise.all([al.patrol({}), room.person.patrol({}), bob.patrol({})])
  expect(await inbox(al)).toMatchObject([{ from: 'bob', subject: 'Later', actor: undefined }])
  expect((await drafts()).map(({ fields }) => fields['subject'])).toEqual(['Never'])
})

test('a draft of an answer is listed with whom and what it answers', async () => {
  const { id } = await al.send({ to: ['bob'], subject: 'Lock', body: 'x' })
  await bob.saveDraft({ operation: 'reply', fields: { message: id, body: 'Yes' } })
  expect((await drafts()).map(({ about }) => about)).toEqual([{ from: 'al', subject: 'Lock' }])
})

test('until then a person is told: in Attention, on the status line and by doctor', async () => {
  await room.join('lea', { kind: 'user' })
  const lea = await room.as('lea')
  await bob.saveDraft({ to: ['al'], subject: 'Later', body: 'x', sendIn: inTwoMinutes() })
  const told = async () => ({
    attention: (await lea.attention({})).attention,
    due: (await lea.statusLine({})).due,
    found: examineStore(room.location, { repair: false, now: room.now }).map(({ finding }) => finding),
  })
  expect(await told()).toMatchObject({ attention: [], due: 0, found: [] })
  room.now += 2 * minute + 31_000
  expect(await told()).toMatchObject({
    attention: [{ why: 'past-due', agent: 'bob', command: 'watchpost patrol' }],
    due: 1,
    found: ['past-due'],
  })
  expect((await lea.statusLine({})).text).toBe('● 1 draft past due')
  expect((await al.statusLine({})).due).toBe(0)
  await lea.patrol({})
  expect(await told()).toMatchObject({ attention: [], due: 0, found: [] })
})

test.each([
  [
    'reply',
    async () => ({
      operation: 'reply' as const,
      message: (await al.send({ to: ['bob'], subject: 'Why?' })).id,
    }),
  ],
  [
    'forward',
    async () => ({
      operation: 'forward' as const,
      message: (await al.send({ to: ['bob'], subject: 'Why?' })).id,
      to: ['al'],
    }),
  ],
  ['handoff', async () => ({ operation: 'handoff' as const, fields: { to: 'al', done: 'All' } })],
])('also a %s', async (_, make) => {
  await bob.saveDraft({ ...(await make()), body: 'x', sendIn: inTwoMinutes() })
  room.now += 3 * minute
  await al.patrol({})
  expect((await inbox(al)).filter(({ from }) => from === 'bob')).toHaveLength(1)
  expect(await drafts()).toEqual([])
})

test('one that is refused stays without a time, and its owner is told why, once', async () => {
  await bob.saveDraft({ to: ['nobody'], subject: 'Later', body: 'x', sendIn: inTwoMinutes() })
  room.now += 3 * minute
  await al.patrol({})
  await al.patrol({})
  const [draft] = await drafts()
  expect(draft).toMatchObject({ sendAt: null, fields: { subject: 'Later' } })
  const told = await inbox(bob)
  expect(told).toMatchObject([{ from: 'system', subject: `Not sent: your draft ${draft?.id}` }])
  expect(told[0]?.body).toContain('nobody')
})
