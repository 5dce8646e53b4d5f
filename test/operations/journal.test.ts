import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import type { Mailbox } from '../../src/mailbox.ts'
import { type MailRoom, minute, openMailRoom } from '../support/mailbox.ts'
import { uncapped } from '../support/no-caps.ts'

let room: MailRoom
let lea: Mailbox
let scout: Mailbox

beforeEach(async () => {
  room = await openMailRoom()
  lea = await room.join('lea', { kind: 'user' })
  await room.join('scout')
  scout = await room.as('scout', { settings: uncapped })
  await room.join('bob', { kind: 'user' })
})
afterEach(() => room.close())

async function mail(subject = 'Subject', to: readonly string[] = ['lea']): Promise<string> {
  room.now += 1
  return (await scout.send({ to, subject, body: subject })).id
}

describe('what cannot be undone hides what was done before it', () => {
  const finals: readonly (readonly [string, string, (id: string) => Promise<unknown>])[] = [
    ['assigning', 'assign', (id) => lea.assign({ thread: id, supervisor: 'bob' })],
    ['subscribing', 'subscribe', () => lea.subscribe({ channel: 'alerts' })],
    ['sending', 'sent', (id) => lea.reply({ message: id, body: 'Yes.' })],
    ['claiming', 'claim', async () => (await lea.claim({ queue: 'work' })).settle()],
  ]
  test.each(finals)('%s', async (doing, what, change) => {
    await lea.createChannel({ channel: 'alerts' })
    await lea.createQueue({ queue: 'work' })
    await scout.send({ to: ['queue:work'], subject: 'Item', body: '' })
    const [id, old] = [await mail(), await mail()]
    await lea.archive({ messages: [old] })
    await change(id)
    await expect(lea.undo({})).rejects.toMatchObject({
      code: 'conflict',
      message: expect.stringContaining(`The last change, ${doing}, cannot be undone`),
      hint: expect.stringContaining('undo --change'),
    })
    const { changes } = await lea.journal({})
    expect(changes[0]).toMatchObject({ what, doing, undoable: false, why: expect.stringMatching(/\w/u) })
    expect(changes[1]).toMatchObject({ what: 'archive', messages: [old], undoable: true, why: null })
    const reversed = await lea.undo({ change: changes[1]?.change ?? 0 })
    expect(reversed).toMatchObject({ what: 'archive', messages: [{ id: old, status: 'unread' }] })
  })

  test('pinning a post of a channel, whose copy undo has not', async () => {
    await lea.createChannel({ channel: 'alerts' })
    const post = (await scout.send({ to: ['channel:alerts'], subject: 'Post', body: '' })).id
    await lea.archive({ messages: [await mail()] })
    await lea.pin({ messages: [post], of: 'channel:alerts' })
    await expect(lea.undo({})).rejects.toMatchObject({ message: expect.stringContaining('pinning posts') })
    expect(await lea.pin({ messages: [post], of: 'channel:alerts' })).toMatchObject({
      unchanged: [{ id: post, why: 'already pinned' }],
    })
  })

  test('reading, and what others do, hide nothing', async () => {
    const id = await mail()
    await lea.archive({ messages: [await mail()] })
    await (await lea.read({ messages: [id] })).settle()
    await scout.send({ to: ['lea'], subject: 'More', body: '' })
    expect(await lea.undo({})).toMatchObject({ what: 'archive' })
  })
})

describe('a change that changes nothing says so, and stores nothing', () => {
  const cases: readonly (readonly [
    string,
    'ack' | 'process' | 'complete' | 'archive' | 'pin' | 'unpin' | 'unread' | 'fail',
  ])[] = [
    ['already acknowledged', 'ack'],
    ['already processing', 'process'],
    ['already completed', 'complete'],
    ['already archived', 'archive'],
    ['already pinned', 'pin'],
    ['not pinned', 'unpin'],
    ['already unread', 'unread'],
    ['already failed', 'fail'],
  ]
  test.each(cases)('%s', async (why, verb) => {
    const id = await mail()
    const isNew = verb === 'unpin' || verb === 'unread'
    if (!isNew) expect(await lea[verb]({ messages: [id] })).not.toHaveProperty('unchanged')
    const before = await lea.history({ message: id })
    room.now += minute
    expect(await lea[verb]({ messages: [id] })).toMatchObject({
      messages: [{ id }],
      unchanged: [{ id, why }],
    })
    expect(await lea.history({ message: id })).toEqual(before)
    expect((await lea.journal({})).changes).toHaveLength(isNew ? 0 : 1)
  })

  test('of several, each for itself', async () => {
    const [one, two] = [await mail(), await mail()]
    await lea.ack({ messages: [one] })
    const { messages, unchanged } = await lea.ack({ messages: [one, two] })
    expect(messages.map(({ id }) => id)).toEqual([one, two])
    expect(unchanged).toEqual([{ id: one, why: 'already acknowledged' }])
  })

  test('a snooze until another time is a change', async () => {
    const id = await mail()
    await lea.snooze({ messages: [id], until: '2h' })
    expect(await lea.snooze({ messages: [id], until: '2h' })).toMatchObject({
      unchanged: [{ id, why: 'already snoozed until then' }],
    })
    expect(await lea.snooze({ messages: [id], until: '3h' })).not.toHaveProperty('unchanged')
  })
})

describe('every change that matches is one change', () => {
  test.each([
    ['a box', { box: 'inbox' as const }, 3],
    ['a box and a sender', { box: 'inbox' as const, from: ['bob'] }, 0],
    ['a box and a search', { box: 'inbox' as const, query: 'subject:nightly' }, 2],
    ['words of the body', { box: 'inbox' as const, query: 'nightly' }, 2],
    ['a search alone', { query: 'subject:nightly' }, 3],
  ])('%s', async (_, input, matched) => {
    await lea.archive({ messages: [await mail('nightly 0')] })
    for (const subject of ['nightly 1', 'other', 'nightly 2']) await mail(subject)
    await mail('nightly, not mine', ['bob'])
    expect(await lea.changeAll({ verb: 'pin', ...input, dryRun: true })).toMatchObject({
      matched,
      changed: 0,
      more: false,
    })
    expect((await lea.journal({})).changes).toHaveLength(1)
    expect(await lea.changeAll({ verb: 'pin', ...input })).toMatchObject({ matched, changed: matched })
    if (matched === 0) return
    expect((await lea.journal({})).changes[0]).toMatchObject({ what: 'pin', count: matched })
    await lea.undo({})
    const { messages } = await lea.inbox({ all: true })
    expect(messages.filter(({ pinned }) => pinned)).toEqual([])
  })

  test('more than a page, and not what arrived after it was counted', async () => {
    for (let at = 0; at < 620; at += 1) await mail(`${at}`)
    const { matched, through } = await lea.changeAll({ verb: 'archive', box: 'inbox', dryRun: true })
    expect(matched).toBe(620)
    const late = await mail('late')
    const done = await lea.changeAll({ verb: 'archive', box: 'inbox', through: through ?? '' })
    expect(done).toMatchObject({ matched: 620, changed: 620, unchanged: 0, problems: [] })
    expect((await lea.inbox({})).messages.map(({ id }) => id)).toEqual([late])
    await lea.undo({})
    expect((await lea.inbox({})).unread).toBe(621)
  })

  test('of another agent, where one is told who did it', async () => {
    const id = (await lea.send({ to: ['scout'], subject: 'Task', body: '', kind: 'request' })).id
    await lea.changeAll({ verb: 'ack', box: 'inbox', of: 'scout' })
    expect((await lea.history({ message: id })).events.at(-1)).toMatchObject({
      what: 'ack',
      actor: 'lea',
      owner: 'scout',
    })
    expect((await lea.receipts({ message: id })).receipts).toMatchObject([
      { address: 'scout', actor: 'lea', acknowledged: expect.any(String) },
    ])
  })

  test.each([
    ['neither box nor query', { verb: 'ack' as const }],
    ['a narrowing without a box', { verb: 'ack' as const, query: 'x', from: ['bob'] }],
    ['a snooze without a time', { verb: 'snooze' as const, box: 'inbox' as const }],
    ['a time without a snooze', { verb: 'ack' as const, box: 'inbox' as const, until: '2h' }],
    ['a reason without a failure', { verb: 'ack' as const, box: 'inbox' as const, reason: 'x' }],
  ])('refuses %s', async (_, input) => {
    await expect(lea.changeAll(input)).rejects.toMatchObject({ code: 'usage' })
  })
})
