import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import type { Mailbox } from '../../src/mailbox.ts'
import { hour, type MailRoom, minute, openMailRoom } from '../support/mailbox.ts'

let room: MailRoom
let lea: Mailbox
let nux: Mailbox
beforeEach(async () => {
  room = await openMailRoom('swarm_dev')
  lea = await room.join('lea', { kind: 'user' })
  nux = await room.join('nux', { tag: ['project:inscription'] })
})
afterEach(() => room.close())

describe('a tag as a stream', () => {
  it('lists all mail to it, whoever got it, and consumes nothing', async () => {
    const first = await lea.send({ to: ['project:inscription'], subject: 'One' })
    await lea.send({ to: ['nux'], subject: 'Not to the tag' })
    const second = await nux.send({ to: ['project:inscription'], subject: 'Two', hold: true })
    const { owner, messages } = await lea.inbox({ owner: 'project:inscription' })
    expect(owner).toBe('project:inscription')
    expect(messages.map(({ id }) => id)).toEqual([first.id, second.id])
    expect((await nux.count({})).total).toBe(2)
  })

  it('tells a tag that nobody uses, and what makes no sense of a stream', async () => {
    await expect(lea.inbox({ owner: 'project:inscripton' })).rejects.toMatchObject({ code: 'not-found' })
    await expect(lea.inbox({ owner: 'project:inscription', unread: true })).rejects.toMatchObject({
      code: 'usage',
    })
    expect((await lea.inbox({ owner: 'project:inscription' })).messages).toEqual([])
  })
})

it("a queue's item is read with its own copies", async () => {
  await lea.createQueue({ queue: 'work' })
  const { id } = await lea.send({ to: ['queue:work'], subject: 'Item' })
  await nux.claim({ queue: 'work' })
  const { messages } = await lea.thread({ message: id, of: 'queue:work' })
  expect(messages).toMatchObject([{ owner: 'queue:work', status: 'processing', lease: { by: 'nux' } }])
})

describe('attention', () => {
  const whys = async (mailbox: Mailbox) =>
    (await mailbox.attention({})).attention.map(({ why, reason, command }) => [why, reason, command])

  it('is empty while nothing presses', async () => {
    await nux.send({ to: ['lea'], subject: 'No hurry' })
    expect(await whys(lea)).toEqual([])
  })

  it('lists what cannot wait, most serious first, each with the command that deals with it', async () => {
    const question = await lea.send({ to: ['nux'], subject: 'Which one?' })
    const owed = await nux.send({ to: ['lea'], subject: 'And you?' })
    room.now += 25 * hour
    await lea.beat({})
    const urgent = await nux.send({ to: ['lea'], subject: 'Red', priority: 'urgent', kind: 'notification' })
    const broken = await nux.send({ to: ['lea'], subject: 'Broken' })
    await lea.fail({ messages: [broken.id] })
    const stuck = await nux.escalate({ to: 'lea', subject: 'Stuck', severity: 'high' })
    await lea.createQueue({ queue: 'work' })
    await lea.send({ to: ['queue:work'], subject: 'Item' })
    await lea.pauseQueue({ queue: 'work' })
    await room.join('gone', { watched: true })
    const lost = await lea.send({ to: ['gone'], subject: 'Lost' })
    await lea.retireAgent({ agent: 'gone' })
    await room.join('quiet', { watched: true })
    room.now += 6 * minute
    expect(await whys(lea)).toEqual([
      ['escalation', 'escalated to you', `watchpost reply ${stuck.id}`],
      ['failed', 'failed', `watchpost retry ${broken.id}`],
      ['silent', 'silent (watched agent)', 'watchpost nudge quiet'],
      ['dead', 'never read', `watchpost redeliver ${lost.id} --to AGENT`],
      ['queue-paused', 'paused with 1 waiting', 'watchpost queue resume work'],
      ['overdue', 'you owe an answer', `watchpost reply ${owed.id}`],
      ['unanswered', 'has not answered', expect.stringMatching(/^watchpost nudge nux --about \w+$/u)],
      ['urgent', 'urgent and unread', `watchpost read ${urgent.id}`],
    ])
    await nux.reply({ message: question.id, body: 'This one.' })
    expect((await whys(lea)).map(([why]) => why)).not.toContain('unanswered')
  })

  it('caps each reason, with its exact count, and pages through one reason', async () => {
    const urgent = { to: ['lea'], priority: 'urgent', kind: 'notification' } as const
    for (let count = 0; count < 23; count += 1) await nux.send({ ...urgent, subject: `Red ${count}` })
    const bob = await room.join('bob')
    for (let count = 0; count < 2; count += 1) await bob.send({ ...urgent, subject: `Blue ${count}` })
    await nux.escalate({ to: 'lea', subject: 'Stuck' })
    const { attention, groups, total, next } = await lea.attention({})
    expect(groups).toEqual([
      { why: 'escalation', count: 1, agents: 1, shown: 1 },
      { why: 'urgent', count: 25, agents: 2, shown: 20 },
    ])
    expect([attention.length, total, next]).toEqual([21, 26, null])
    expect(await lea.attention({ count: true })).toMatchObject({ attention: [], total: 26 })
    const found: (string | undefined)[] = []
    let after: string | undefined
    do {
      const page = await lea.attention({ why: 'urgent', limit: 10, ...(after !== undefined && { after }) })
      expect(page.groups).toMatchObject([{ why: 'urgent', count: 25 }])
      found.push(...page.attention.map(({ message }) => message?.id))
      after = page.next ?? undefined
    } while (after !== undefined)
    expect(new Set(found).size).toBe(25)
    await expect(lea.attention({ after: '1' })).rejects.toMatchObject({ code: 'usage' })
  })

  it('orders escalations by their deadline and tells it', async () => {
    const open = await nux.escalate({ to: 'lea', subject: 'Whenever' })
    const soon = await nux.escalate({ to: 'lea', subject: 'Soon', deadline: '4h', option: ['A', 'B'] })
    const { attention } = await lea.attention({})
    expect(attention.map(({ message, deadline }) => [message?.id, deadline])).toEqual([
      [soon.id, new Date(room.now + 4 * hour).toISOString()],
      [open.id, null],
    ])
    await lea.reply({ message: soon.id, body: 'A' })
    await lea.ack({ messages: [open.id] })
    expect(await lea.attention({})).toMatchObject({ attention: [], groups: [], total: 0 })
  })

  it('writes nothing', async () => {
    await nux.send({ to: ['lea'], subject: 'Red', priority: 'urgent' })
    const before = await room.store.log.since(null, 100)
    await lea.attention({})
    expect((await lea.inbox({ unread: true })).messages).toHaveLength(1)
    expect(await room.store.log.since(null, 100)).toEqual(before)
  })
})

it('a closed channel can be reopened, and its retention changed', async () => {
  const lea = await room.join('lea')
  await lea.createChannel({ channel: 'alerts' })
  for (const subject of ['A', 'B', 'C']) await lea.send({ to: ['channel:alerts'], subject })
  await lea.closeChannel({ channel: 'alerts' })
  await expect(lea.send({ to: ['channel:alerts'] })).rejects.toMatchObject({ code: 'conflict' })
  expect(await lea.reopenChannel({ channel: 'alerts' })).toMatchObject({ status: 'active', posts: 3 })
  expect(await lea.updateChannel({ channel: 'alerts', retainCount: 2 })).toMatchObject({
    retainCount: 2,
    retainHours: null,
    posts: 2,
  })
  expect(await lea.updateChannel({ channel: 'alerts', retainHours: 5, retainCount: 0 })).toMatchObject({
    retainCount: null,
    retainHours: 5,
  })
  await lea.send({ to: ['channel:alerts'], subject: 'D' })
  expect(await lea.showChannel({ channel: 'alerts' })).toMatchObject({ posts: 3 })
  await expect(lea.updateChannel({ channel: 'alerts' })).rejects.toMatchObject({ code: 'usage' })
})
