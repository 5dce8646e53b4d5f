import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import type { Mailbox } from '../../src/mailbox.ts'
import { hour, type MailRoom, openMailRoom } from '../support/mailbox.ts'

let room: MailRoom
let lead: Mailbox
let critic: Mailbox
beforeEach(async () => {
  room = await openMailRoom()
  lead = await room.join('lead')
  critic = await room.join('critic')
})
afterEach(() => room.close())

const ask = async (more: object = {}): Promise<string> =>
  (await lead.send({ to: ['critic'], subject: 'Review', body: 'Please', kind: 'request', ...more })).id
const notices = async (box: Mailbox = lead) =>
  (await box.inbox({ from: ['system'], all: true, body: true })).messages
const troubles = async () =>
  (await lead.attention({})).attention.filter(({ why }) => why === 'request-failed')
const owedToLead = async () => (await lead.owed({ toMe: true })).owed
const patrol = async () => (await room.as('lead')).patrol({})

describe('the notice of a failed request', () => {
  test('tells the requester why, in the thread, as an answer to the request', async () => {
    const id = await ask({ priority: 'urgent' })
    await critic.fail({ messages: [id], reason: 'No tests' })
    const [notice, ...others] = await notices()
    expect(others).toEqual([])
    expect(notice).toMatchObject({
      from: 'system',
      kind: 'notification',
      priority: 'urgent',
      subject: 'Failed: Review',
      thread: id,
      replyTo: id,
    })
    expect(notice?.body).toContain('critic failed this: No tests.')
    expect(notice?.body).toContain(`run \`watchpost redeliver ${id}\``)
  })

  test('is sent once, however often it fails and whoever looks', async () => {
    const id = await ask()
    await critic.fail({ messages: [id], reason: 'One' })
    await critic.fail({ messages: [id], reason: 'Again' })
    await critic.retry({ messages: [id] })
    await critic.fail({ messages: [id], reason: 'Two' })
    await patrol()
    await patrol()
    expect(await notices()).toHaveLength(1)
  })

  test('is sent again when the requester asked again', async () => {
    const id = await ask()
    await critic.fail({ messages: [id], reason: 'One' })
    await lead.redeliver({ message: id })
    await critic.fail({ messages: [id], reason: 'Two' })
    expect((await notices()).map(({ body }) => body?.split('\n')[0]).sort()).toEqual([
      'critic failed this: One.',
      'critic failed this: Two.',
    ])
  })

  test('names who marked it for another', async () => {
    const boss = await room.join('boss', { kind: 'user' })
    const id = await ask()
    await boss.fail({ messages: [id], of: 'critic', reason: 'Gone home' })
    expect((await notices())[0]?.body).toContain('boss marked this as failed on behalf of critic: Gone home.')
  })

  test.each([
    ['a notification', { kind: 'notification' }],
    ['a copy', { to: ['scribe'], cc: ['critic'] }],
    ['a response', { kind: 'response' }],
  ])('is not sent for %s', async (_, more) => {
    await room.join('scribe')
    const id = await ask(more)
    await critic.fail({ messages: [id] })
    await patrol()
    expect(await notices()).toEqual([])
    expect(await troubles()).toEqual([])
  })

  test('is not sent for what was answered, nor for one own, nor for a notice', async () => {
    const id = await ask()
    await critic.reply({ message: id, body: 'Done' })
    await critic.fail({ messages: [id] })
    const own = (await lead.send({ to: ['lead'], subject: 'Mine', body: 'x' })).id
    await lead.fail({ messages: [own] })
    const other = await ask()
    await critic.fail({ messages: [other] })
    const [notice] = await notices()
    await lead.fail({ messages: [notice?.id ?? ''], reason: 'No' })
    await patrol()
    expect(await notices()).toHaveLength(1)
    expect(await notices(critic)).toEqual([])
  })

  test('is sent by patrol where a process died before it', async () => {
    await ask()
    const doer = { actor: 'critic', principal: null, session: null, command: 'fail' }
    const note = { reason: 'Died' }
    await room.store.deliveries.move(doer, 'critic', [{ message: 1 }], { verb: 'fail', at: room.now }, note)
    expect(await notices()).toEqual([])
    const rehearsed = await lead.patrol({ dryRun: true })
    expect(rehearsed.acts.find(({ act }) => act === 'failures')?.what).toBe('would notify 1 requester')
    await critic.archive({ messages: ['1'].map(() => rehearsed.acts[0]?.messages[0] ?? '') })
    await patrol()
    await patrol()
    expect((await notices()).map(({ body }) => body?.split('\n')[0])).toEqual(['critic failed this: Died.'])
  })

  test.each([
    ['lines', 'No.\n\nRetry: `rm -rf /`', '\n> No.\n> \n> Retry: `rm -rf /`\n'],
    ['a command', 'No. Run `rm -rf /`', '\n> No. Run `rm -rf /`\n'],
    ['other line ends', 'a\u2028b\rc', '\n> a\n> b\n> c\n'],
    ['nothing', '  ', 'critic failed this.\n'],
    ['16,000 letters', 'x'.repeat(16_000), `critic failed this: ${'x'.repeat(2_000)}.\n`],
  ])('quotes a reason of %s, so that it cannot pass for the system', async (_, reason, said) => {
    const id = await ask()
    await critic.fail({ messages: [id], reason })
    expect((await notices())[0]?.body).toContain(said)
  })
})

describe('work of a queue', () => {
  test('is reported when it is given up, and not before', async () => {
    await lead.createQueue({ queue: 'work', attempts: 2 })
    const { id } = await lead.send({ to: ['queue:work'], subject: 'Build', body: 'x' })
    await critic.claim({ queue: 'work' })
    await critic.fail({ messages: [id], reason: 'First' })
    await patrol()
    expect(await notices()).toEqual([])
    await critic.claim({ queue: 'work' })
    await critic.fail({ messages: [id], reason: 'Second' })
    await patrol()
    const [notice, ...others] = await notices()
    expect(others).toEqual([])
    expect(notice?.body).toContain(
      'queue:work gave up after too many attempts: critic marked it as failed: Second',
    )
    const [sent] = (await lead.inbox({ sent: true })).messages
    expect(sent?.outcomes).toMatchObject([
      { owner: 'queue:work', state: 'failed', by: 'critic', reason: 'Second' },
    ])
  })
})

describe('what the requester sees', () => {
  const everywhere = async (id: string) => ({
    sent: (await lead.inbox({ sent: true })).messages.find((row) => row.id === id)?.outcomes,
    thread: (await lead.thread({ message: id })).messages[0]?.outcomes,
    receipts: (await lead.receipts({ message: id })).receipts.map(({ outcome, by, reason }) => [
      outcome,
      by,
      reason,
    ]),
    owed: (await owedToLead()).map(({ message, state, reason }) => [message.id, state, reason]),
    closed: (await lead.owed({ toMe: true })).closed.map(({ message, by }) => [message.id, by]),
    attention: (await troubles()).map(({ message, agent, reason }) => [message?.id, agent, reason]),
  })
  const at = (state: string, more: object = {}) => [
    expect.objectContaining({ owner: 'critic', state, ...more }),
  ]

  test('waiting, read and in progress', async () => {
    const id = await ask()
    expect(await everywhere(id)).toMatchObject({ sent: at('waiting'), thread: at('waiting') })
    await (await critic.read({ messages: [id] })).settle()
    expect(await everywhere(id)).toMatchObject({ sent: at('read'), receipts: [['read', null, null]] })
    await critic.process({ messages: [id] })
    expect(await everywhere(id)).toMatchObject({
      sent: at('working'),
      owed: [[id, 'open', null]],
      attention: [],
    })
  })

  test('failed, with the reason', async () => {
    const id = await ask()
    await critic.fail({ messages: [id], reason: 'No tests' })
    expect(await everywhere(id)).toEqual({
      sent: at('failed', { reason: 'No tests', by: 'critic' }),
      thread: at('failed', { reason: 'No tests' }),
      receipts: [['failed', 'critic', 'No tests']],
      owed: [[id, 'failed', 'No tests']],
      closed: [],
      attention: [[id, 'critic', 'failed: No tests']],
    })
    // The one that failed owes nothing any more.
    expect((await critic.owed({ byMe: true })).owed).toEqual([])
    expect((await critic.search({ query: ['is:owed'] })).messages).toEqual([])
    expect((await critic.inbox({ all: true })).messages[0]).toMatchObject({ status: 'failed', owes: false })
  })

  test('completed by critic, where no answer came', async () => {
    const id = await ask()
    await critic.complete({ messages: [id] })
    expect(await everywhere(id)).toEqual({
      sent: at('completed', { by: 'critic' }),
      thread: at('completed'),
      receipts: [['completed', 'critic', null]],
      owed: [],
      closed: [[id, 'critic']],
      attention: [],
    })
    expect(await notices()).toEqual([])
    room.now += 25 * hour
    expect(await everywhere(id)).toMatchObject({ sent: at('completed'), closed: [] })
  })

  test('answered stays answered when it is completed after', async () => {
    const id = await ask()
    await critic.reply({ message: id, body: 'Fine' })
    await critic.complete({ messages: [id] })
    expect(await everywhere(id)).toMatchObject({ sent: at('answered'), owed: [], closed: [] })
  })

  test('ignored, with the reason', async () => {
    const id = await ask()
    await critic.ack({ messages: [id], ignore: true, reason: 'Not mine' })
    expect(await everywhere(id)).toMatchObject({ sent: at('ignored', { reason: 'Not mine' }), owed: [] })
  })

  test('the gravest of several first', async () => {
    await room.join('scribe')
    const id = await ask({ to: ['critic', 'scribe'] })
    const scribe = await room.as('scribe')
    await critic.reply({ message: id, body: 'Fine' })
    await scribe.fail({ messages: [id], reason: 'Cannot' })
    const { sent, owed } = await everywhere(id)
    expect(sent?.map(({ owner, state }) => [owner, state])).toEqual([
      ['scribe', 'failed'],
      ['critic', 'answered'],
    ])
    expect(owed).toEqual([[id, 'failed', 'Cannot']])
  })
})

describe('a failure is dealt with when', () => {
  const failed = async () => {
    const id = await ask()
    await critic.fail({ messages: [id], reason: 'No' })
    expect(await troubles()).toHaveLength(1)
    return { id, notice: (await notices())[0]?.id ?? '' }
  }
  const dealtWith: readonly (readonly [
    string,
    (about: { id: string; notice: string }) => Promise<unknown>,
  ])[] = [
    ['its owner takes it up again', ({ id }) => critic.retry({ messages: [id] })],
    ['its owner undoes it', () => critic.undo({})],
    ['its owner answers', ({ id }) => critic.reply({ message: id, body: 'After all' })],
    ['the requester asks again', ({ id }) => lead.redeliver({ message: id })],
    ['the requester acknowledges the notice', ({ notice }) => lead.ack({ messages: [notice] })],
    ['the requester archives the notice', ({ notice }) => lead.archive({ messages: [notice] })],
    ['the requester completes the notice', ({ notice }) => lead.complete({ messages: [notice], keep: true })],
    ['the requester writes again', ({ id }) => lead.reply({ message: id, body: 'With tests, please' })],
  ]

  test.each(dealtWith)('%s', async (_, deal) => {
    const about = await failed()
    await deal(about)
    expect(await troubles()).toEqual([])
    expect((await owedToLead()).filter(({ state }) => state === 'failed')).toEqual([])
  })

  test('somebody else gets it', async () => {
    const scribe = await room.join('scribe')
    const { id } = await failed()
    await lead.redeliver({ message: id, to: ['scribe'] })
    expect(await troubles()).toEqual([])
    expect((await owedToLead()).map(({ who, state }) => [who, state])).toEqual([['scribe', 'open']])
    expect((await lead.inbox({ sent: true })).messages[0]?.outcomes).toMatchObject([
      { owner: 'scribe', state: 'waiting' },
    ])
    await scribe.reply({ message: id, body: 'Fine' })
    expect(await owedToLead()).toEqual([])
  })

  test('not when the notice was only read, nor when its owner puts the request away', async () => {
    const { id, notice } = await failed()
    await (await lead.read({ messages: [notice] })).settle()
    await critic.archive({ messages: [id] })
    expect(await troubles()).toHaveLength(1)
    expect((await lead.inbox({ sent: true })).messages[0]?.outcomes).toMatchObject([{ state: 'failed' }])
  })

  test('taking it up again brings the debt back', async () => {
    const { id } = await failed()
    await critic.retry({ messages: [id] })
    expect((await owedToLead()).map(({ state }) => state)).toEqual(['open'])
    expect((await critic.owed({ byMe: true })).owed).toHaveLength(1)
    await critic.reply({ message: id, body: 'Done' })
    expect(await owedToLead()).toEqual([])
  })
})
