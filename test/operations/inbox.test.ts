import fc from 'fast-check'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { hour, type MailRoom, openMailRoom } from '../support/mailbox.ts'

let room: MailRoom
beforeEach(async () => {
  room = await openMailRoom()
})
afterEach(() => room.close())

test('what is unread of everyone is the sum over all, not what the asker has', async () => {
  const lea = await room.join('lea')
  const critic = await room.join('critic')
  await room.join('architect')
  const { id } = await lea.send({ to: ['critic', 'architect'], subject: 'Standup' })
  await critic.send({ to: ['lea'], subject: 'Re: Standup' })
  await critic.ack({ messages: [id] })
  expect(await lea.inbox({ everyone: true })).toMatchObject({ owner: 'all', unread: 2 })
  expect(await lea.inbox({})).toMatchObject({ owner: 'lea', unread: 1 })
})

test('what arrived after a message, in order and page by page', async () => {
  const lea = await room.join('lea')
  const critic = await room.join('critic')
  const priority = fc.constantFrom('urgent', 'high', 'normal', 'low')
  const [priorities] = fc.sample(fc.array(priority, { minLength: 12, maxLength: 12 }), 1)
  let mark = ''
  for (const [at, one] of (priorities ?? []).entries()) {
    await critic.send({ to: ['lea'], subject: `S${at}`, priority: one as 'urgent' })
    if (at === 5) mark = (await lea.inbox({ limit: 1 })).newest ?? ''
  }
  const subjects = async (input: object) => {
    const { messages, next } = await lea.inbox(input)
    return { subjects: messages.map(({ subject }) => subject), next }
  }
  const all = (await subjects({})).subjects.filter((subject) => Number(subject.slice(1)) > 5)
  expect((await subjects({ since: mark })).subjects).toEqual(all)
  expect((await subjects({ since: mark, everyone: true })).subjects).toEqual(all)
  const first = await subjects({ since: mark, limit: 4 })
  const rest = await subjects({ since: mark, limit: 4, after: first.next })
  expect([...first.subjects, ...rest.subjects]).toEqual(all)
})

test('one row for each thread: who is in it, what is unread, and its newest message here', async () => {
  const lea = await room.join('lea')
  const critic = await room.join('critic')
  const architect = await room.join('architect')
  const { id } = await critic.send({ to: ['lea', 'architect'], subject: 'Plan', body: 'One' })
  await architect.reply({ message: id, body: 'Two', all: true })
  const { id: last } = await critic.reply({ message: id, body: 'Three', all: true })
  await critic.send({ to: ['lea'], subject: 'Other' })
  await lea.ack({ messages: [id] })
  const { messages } = await lea.inbox({ threads: true })
  expect(messages.map((row) => [row.id, row.threadSize, row.conversation?.participants])).toEqual([
    [last, 3, ['critic', 'architect']],
    [expect.any(String), 1, ['critic']],
  ])
  expect(messages[0]?.conversation).toMatchObject({ unread: 2, messages: [id, expect.any(String), last] })
  await expect(lea.inbox({ threads: true, everyone: true })).rejects.toThrow('--threads cannot be combined')
})

test('marks say what was answered, begun and assigned', async () => {
  const lea = await room.join('lea', { kind: 'user' })
  const bob = await room.join('bob', { kind: 'user' })
  const critic = await room.join('critic')
  const ids: string[] = []
  for (const subject of ['A', 'B', 'C', 'D'])
    ids.push((await critic.send({ to: ['lea', 'bob'], subject })).id)
  const [first = '', second = '', third = ''] = ids
  await lea.reply({ message: first, body: 'Yes' })
  await bob.reply({ message: second, body: 'No' })
  const { id: draft } = await lea.saveDraft({ operation: 'reply', fields: { message: second, body: 'Per' } })
  await lea.assign({ thread: third, supervisor: 'bob' })
  const { messages } = await lea.inbox({ marks: true })
  expect(messages.map(({ marks }) => marks)).toEqual([
    { answered: true, assigned: null, draft: null },
    { answered: false, assigned: null, draft: expect.objectContaining({ id: draft }) },
    { answered: false, assigned: 'bob', draft: null },
    { answered: false, assigned: null, draft: null },
  ])
  expect((await lea.inbox({})).messages[0]?.marks).toBeUndefined()
})

test('all of a mailbox leaves out settled mail whose time has passed, but not work in progress', async () => {
  const lea = await room.join('lea')
  const critic = await room.join('critic')
  const ids: string[] = []
  for (const subject of ['kept', 'archived', 'in work', 'read', 'lasting'])
    ids.push(
      (await critic.send({ to: ['lea'], subject, ...(subject === 'lasting' ? {} : { expires: '1h' }) })).id,
    )
  const [kept = '', archived = '', working = '', read = '', lasting = ''] = ids
  await lea.complete({ messages: [kept], keep: true })
  await lea.archive({ messages: [archived, lasting] })
  await lea.process({ messages: [working] })
  await lea.ack({ messages: [read] })
  const subjects = async (more: object) =>
    (await lea.inbox(more)).messages.map(({ subject }) => subject).sort()
  expect(await subjects({ all: true })).toEqual(['archived', 'in work', 'kept', 'lasting', 'read'])
  room.now += 2 * hour
  expect(await subjects({ all: true })).toEqual(['in work', 'lasting'])
  expect(await subjects({ archived: true })).toEqual(['archived', 'lasting'])
})
