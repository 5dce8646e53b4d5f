import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import type { Mailbox } from '../../src/mailbox.ts'
import { hour, type MailRoom, minute, openMailRoom } from '../support/mailbox.ts'

let room: MailRoom
let critic: Mailbox
let architect: Mailbox
beforeEach(async () => {
  room = await openMailRoom()
  critic = await room.join('critic')
  architect = await room.join('architect', { session: 's-1' })
})
afterEach(() => room.close())

const notices = async () => (await critic.inbox({ from: ['system'], body: true })).messages

describe('mail to a session', () => {
  test.each([['session:s-1'], ['s-1']])(
    '%s lasts a day, and dies when another session begins',
    async (to) => {
      const { id } = await critic.send({ to: [to], subject: 'For this session' })
      const copy = await room.store.deliveries.find('architect', 1)
      expect(copy).toMatchObject({ via: 'session:s-1', expiresAt: room.now + 24 * hour })
      const [seen] = (await architect.inbox({})).messages
      expect(seen?.expiresAt).toBe(new Date(room.now + 24 * hour).toISOString())
      await architect.beat({ session: 's-1' })
      expect(await notices()).toEqual([])
      await architect.beat({ session: 's-2' })
      const { messages } = await architect.inbox({ dead: true })
      expect(messages).toMatchObject([{ id, condition: 'dead', deadReason: 'session-ended' }])
      expect(await notices()).toMatchObject([
        { from: 'system', kind: 'notification', thread: id, replyTo: id },
      ])
    },
  )

  test('dies as well when it is registered or changed', async () => {
    await critic.send({ to: ['session:s-1'], subject: 'One' })
    await architect.registerAgent({ agent: 'architect', session: 's-2' })
    await critic.send({ to: ['session:s-2'], subject: 'Two' })
    await architect.updateAgent({ agent: 'architect', session: 's-3' })
    expect(await notices()).toHaveLength(2)
  })
})

describe('the sender of a dead letter', () => {
  test('is told once, whatever becomes of it, and whom it did not reach', async () => {
    await room.join('scribe')
    const { id } = await critic.send({ to: ['architect', 'scribe'], subject: 'Plan' })
    await room.person.retireAgent({ agent: 'architect' })
    await room.person.retireAgent({ agent: 'scribe' })
    expect(await room.store.deliveries.untold(null, 10)).toEqual([])
    const [notice, ...others] = await notices()
    expect(others).toEqual([])
    expect(notice?.subject).toBe('Undelivered: Plan')
    expect(notice?.body).toContain('- architect was retired before reading it')
    expect(notice?.body).toContain(`watchpost redeliver ${id}`)
  })

  test('is told nothing of a broadcast that a retired agent had not read', async () => {
    await critic.send({ to: ['all'], subject: 'To all' })
    await critic.send({ to: ['architect'], subject: 'To one' })
    await room.person.retireAgent({ agent: 'architect' })
    await room.person.patrol({})
    expect((await notices()).map(({ subject }) => subject)).toEqual(['Undelivered: To one'])
  })

  test('is told nothing of what was read, nor does the system hear of itself', async () => {
    const { id } = await critic.send({ to: ['architect'], subject: 'Plan' })
    await architect.ack({ messages: [id] })
    await room.person.retireAgent({ agent: 'architect' })
    expect(await notices()).toEqual([])
    await room.join('scribe')
    const scribe = await room.as('scribe')
    await room.join('lost')
    await scribe.send({ to: ['lost'], subject: 'Lost' })
    await room.person.retireAgent({ agent: 'lost' })
    await room.person.retireAgent({ agent: 'scribe' })
    expect((await critic.inbox({ everyone: true, from: ['system'], all: true })).messages).toEqual([])
    expect((await scribe.inbox({ dead: true })).messages).toEqual([])
  })

  test.each([
    ['to all', async () => critic.send({ to: ['all'], subject: 'To all' })],
    ['to a tag that another bears', async () => critic.send({ to: ['domain:core'], subject: 'To the core' })],
    [
      'what it answered without reading it',
      async () => {
        const sent = await critic.send({ to: ['architect'], subject: 'Ready?' })
        await architect.reply({ message: sent.id, body: 'Yes.' })
        await architect.unread({ messages: [sent.id] })
        return sent
      },
    ],
  ])('%s is no dead letter', async (_, make) => {
    await room.person.updateAgent({ agent: 'architect', tag: ['domain:core'] })
    await room.join('scribe', { tag: ['domain:core'] })
    await make()
    await room.person.retireAgent({ agent: 'architect' })
    expect((await architect.inbox({ dead: true })).messages).toEqual([])
    expect((await notices()).filter(({ tags }) => tags.includes('undelivered'))).toEqual([])
  })

  test('is told of mail to a tag that nobody else bears', async () => {
    await room.person.updateAgent({ agent: 'architect', tag: ['domain:core'] })
    await critic.send({ to: ['domain:core'], subject: 'To the core' })
    await room.person.retireAgent({ agent: 'architect' })
    expect((await architect.inbox({ dead: true })).messages).toHaveLength(1)
  })

  test('who was away is told when somebody looks again', async () => {
    await critic.send({ to: ['architect'], subject: 'Plan' })
    await room.join('lea')
    await room.person.retireAgent({ agent: 'critic' })
    await room.person.retireAgent({ agent: 'architect' })
    await room.person.resumeAgent({ agent: 'critic' })
    expect(await notices()).toEqual([])
    await room.person.updateAgent({ agent: 'architect', role: 'old' })
    expect(await notices()).toHaveLength(1)
  })
})

describe('redeliver', () => {
  test('gives a dead letter back to its owner, who is back', async () => {
    const { id } = await critic.send({ to: ['architect'], subject: 'Plan' })
    await room.person.retireAgent({ agent: 'architect' })
    await expect(critic.redeliver({ message: id })).rejects.toMatchObject({ code: 'conflict' })
    await room.person.resumeAgent({ agent: 'architect' })
    const sent = await critic.redeliver({ message: id })
    expect(sent).toEqual({
      id,
      thread: id,
      recipients: [{ address: 'architect', state: 'delivered' }],
      duplicate: false,
      warnings: [],
    })
    expect((await architect.inbox({})).messages).toMatchObject([
      { id, status: 'unread', condition: null, deadReason: null, owes: true },
    ])
  })

  test('gives it to somebody else', async () => {
    const scribe = await room.join('scribe', { role: 'writer' })
    const { id } = await critic.send({ to: ['architect'], subject: 'Plan' })
    await room.person.retireAgent({ agent: 'architect' })
    await critic.redeliver({ message: id, to: ['role:writer'] })
    expect((await scribe.inbox({ unread: true })).messages).toMatchObject([{ id, owes: true }])
    expect((await critic.inbox({ everyone: true, dead: true })).messages).toEqual([])
  })

  test('takes held mail from who never came, before and after its time', async () => {
    const first = await critic.send({ to: ['late'], hold: true, subject: 'Held', ttl: minute })
    const second = await critic.send({ to: ['agent:later'], hold: true, subject: 'Held on' })
    await expect(critic.redeliver({ message: second.id })).rejects.toMatchObject({ code: 'conflict' })
    await critic.redeliver({ message: second.id, to: ['architect'] })
    room.now += hour
    await room.store.deliveries.bury(room.now, 10)
    const { messages } = await critic.inbox({ everyone: true, dead: true })
    expect(messages).toMatchObject([{ id: first.id, owner: 'late', deadReason: 'held-expired' }])
    await critic.redeliver({ message: first.id, to: ['architect'] })
    const { messages: got } = await architect.inbox({})
    expect(got.map(({ id }) => id)).toEqual([first.id, second.id])
    const later = await room.join('later')
    expect((await later.inbox({})).messages).toEqual([])
  })

  test('gives work that was given up back to its queue', async () => {
    await critic.createQueue({ queue: 'builds', attempts: 1 })
    const { id } = await critic.send({ to: ['queue:builds'], subject: 'Work' })
    const claimed = await architect.claim({ queue: 'builds' })
    await claimed.settle()
    await architect.fail({ messages: [id] })
    expect(await notices()).toMatchObject([{ subject: 'Undelivered: Work', thread: id }])
    const { messages } = await critic.inbox({ everyone: true, dead: true })
    expect(messages).toMatchObject([{ id, owner: 'queue:builds', deadReason: 'attempts' }])
    expect((await critic.redeliver({ message: id })).recipients).toEqual([
      { address: 'queue:builds', state: 'queued' },
    ])
    const again = await architect.claim({ queue: 'builds' })
    expect(again.value.message.id).toBe(id)
  })

  test('tells unknown names, and mail that is alive', async () => {
    const { id } = await critic.send({ to: ['architect'], subject: 'Plan' })
    await expect(critic.redeliver({ message: id })).rejects.toMatchObject({ code: 'conflict' })
    await expect(critic.redeliver({ message: id, to: ['nobody'] })).rejects.toMatchObject({
      code: 'unknown-recipient',
    })
  })
})
