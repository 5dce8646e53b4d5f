import { afterEach, beforeEach, expect, it } from 'vitest'
import { defaultQueue } from '../../src/domain/queue.ts'
import type { MailConcern, MailStore } from '../../store/mail-store.ts'
import {
  act,
  allPages,
  doer,
  enroll,
  hour,
  minute,
  type Open,
  type Opened,
  send,
  start,
  system,
  type Written,
} from './fixture.ts'

const overdueAfter = hour
const later = start + 2 * hour

export function attentionCases(open: Open): void {
  let opened: Opened
  let store: MailStore
  beforeEach(async () => {
    opened = await open()
    store = opened.store
    await enroll(store, 'writer', 'reader', 'other')
  })
  afterEach(() => opened.close())

  const at = (now: number) => ({ now, overdueBefore: now - overdueAfter })
  const tallyOf = async (owner: string, now = later) => {
    const tallies = await store.attention.tally(owner, at(now))
    return Object.fromEntries(Object.entries(tallies).filter(([, { count }]) => count > 0))
  }
  const pageOf = async (owner: string, why: MailConcern, now = later) => {
    const rows = await allPages((after) => store.attention.page(owner, why, at(now), { limit: 1, after }))
    return rows.map(({ message }) => message.id)
  }
  const escalate = (more: Written = {}, deadline?: number) =>
    send(store, {
      kind: 'escalation',
      ...more,
      payload: {
        escalation_id: 'E',
        deadline: deadline === undefined ? null : new Date(deadline).toISOString(),
      },
    })

  it('is nothing for those who have nothing, and for strangers', async () => {
    expect(await tallyOf('reader')).toEqual({})
    expect(await tallyOf('stranger')).toEqual({})
    expect(await pageOf('stranger', 'urgent')).toEqual([])
  })

  it('counts mail by reason and by the agents it is about, each message once', async () => {
    const old = await send(store)
    await send(store, { from: 'other', sentAt: later })
    const red = await send(store, {
      from: 'other',
      priority: 'urgent',
      to: [{ address: 'reader', owes: false }],
    })
    const both = await send(store, { priority: 'urgent', sentAt: start })
    expect(await tallyOf('reader', later + minute)).toEqual({
      overdue: { count: 1, agents: 1 },
      urgent: { count: 2, agents: 2 },
    })
    expect(await pageOf('reader', 'overdue')).toEqual([old])
    expect(await pageOf('reader', 'urgent')).toEqual([red, both])
    expect(await tallyOf('reader', later + 2 * hour)).toMatchObject({
      overdue: { count: 3, agents: 2 },
      urgent: { count: 1, agents: 1 },
    })
    expect(await tallyOf('writer')).toEqual({ unanswered: { count: 1, agents: 1 } })
    expect(await pageOf('writer', 'unanswered')).toEqual([old])
  })

  it('finds an escalation behind any number of urgent messages', async () => {
    for (let count = 0; count < 215; count += 1)
      await send(store, { priority: 'urgent', to: [{ address: 'reader', owes: false }] })
    const id = await escalate({ priority: 'high' })
    expect(await tallyOf('reader')).toEqual({
      escalation: { count: 1, agents: 1 },
      urgent: { count: 215, agents: 1 },
    })
    expect(await pageOf('reader', 'escalation')).toEqual([id])
  })

  it('tells which deadlines passed until somebody was told, and once more later', async () => {
    const [late, later2] = [await escalate({}, later + minute), await escalate({}, later + 2 * minute)]
    await escalate()
    const found = async (now: number, limit = 9) =>
      (await store.upkeep.undecided(now, hour, limit)).map(({ message }) => message)
    expect(await found(later)).toEqual([])
    expect(await found(later + 3 * minute)).toEqual([late, later2])
    expect(await found(later + 3 * minute, 1)).toEqual([late])
    await send(store, { from: 'system', key: `deadline:${late}` })
    expect(await found(later + 3 * minute)).toEqual([later2])
    expect(await found(later + minute + hour)).toEqual([late, later2])
    await send(store, { from: 'system', key: `deadline-past:${late}` })
    expect(await found(later + minute + hour)).toEqual([later2])
  })

  it('lists escalations by their deadline, those without one last', async () => {
    const open = await escalate()
    const late = await escalate({}, later + hour)
    const soon = await escalate({ from: 'other' }, later + minute)
    const odd = await send(store, { kind: 'escalation', payload: { deadline: 'some day' } })
    const odder = await send(store, { kind: 'escalation', payload: 'no object' })
    expect(await pageOf('reader', 'escalation')).toEqual([soon, late, open, odd, odder])
  })

  it.each([
    ['is read', async (id: number) => act(store, 'reader', 'read', id), 1],
    ['is acknowledged', async (id: number) => act(store, 'reader', 'ack', id), 0],
    ['is completed', async (id: number) => act(store, 'reader', 'complete', id), 0],
    ['is archived', async (id: number) => act(store, 'reader', 'archive', id), 0],
    ['is snoozed', async (id: number) => act(store, 'reader', 'snooze', id, { until: later + hour }), 0],
    [
      'is answered',
      async (id: number) =>
        send(store, {
          from: 'reader',
          to: ['writer'],
          replyTo: id,
          thread: id,
          answers: true,
          kind: 'response',
        }),
      0,
    ],
  ] as const)('an escalation that %s counts as it should', async (_, deal, count) => {
    const id = await escalate()
    await deal(id)
    const { escalation, overdue } = await store.attention.tally('reader', at(later))
    expect([escalation.count, overdue.count]).toEqual([count, 0])
    expect(await pageOf('reader', 'escalation')).toHaveLength(count)
  })

  it('an escalation whose completion is undone is back', async () => {
    const id = await escalate()
    await act(store, 'reader', 'complete', id)
    await store.log.reverse(doer('reader'), 'undo', later)
    expect(await pageOf('reader', 'escalation')).toEqual([id])
  })

  it('a snoozed escalation is back when its time comes, an expired one is gone', async () => {
    const id = await escalate()
    await act(store, 'reader', 'snooze', id, { until: later })
    expect(await pageOf('reader', 'escalation', later - 1)).toEqual([])
    expect(await pageOf('reader', 'escalation', later)).toEqual([id])
    await escalate({ to: [{ address: 'other', expiresAt: later }] })
    expect(await pageOf('other', 'escalation', later - 1)).toHaveLength(1)
    expect(await pageOf('other', 'escalation', later)).toEqual([])
  })

  it('dead letters are told to both sides, to the sender until its notice is dealt with', async () => {
    const id = await send(store, { to: [{ address: 'reader', expiresAt: start + 1 }] })
    await store.deliveries.bury(later, 10)
    expect(await tallyOf('reader')).toEqual({ dead: { count: 1, agents: 1 } })
    expect(await pageOf('writer', 'dead')).toEqual([id])
    const notice = await send(store, {
      from: 'system',
      to: [{ address: 'writer', owes: false }],
      key: `dead-letter:${id}`,
    })
    expect(await pageOf('writer', 'dead')).toEqual([id])
    await act(store, 'writer', 'ack', notice)
    expect(await tallyOf('writer')).toEqual({})
    expect(await pageOf('writer', 'dead')).toEqual([])
  })

  it('own failures are listed until they are retried', async () => {
    const id = await send(store)
    await act(store, 'reader', 'fail', id)
    expect(await pageOf('reader', 'failed')).toEqual([id])
    expect(await tallyOf('writer')).toEqual({ 'request-failed': { count: 1, agents: 1 } })
    await act(store, 'reader', 'retry', id)
    expect(await pageOf('reader', 'failed')).toEqual([])
  })

  it('frozen agents are listed while unread mail waits for them, longest away first', async () => {
    const both = await send(store, { to: ['reader', 'other'] })
    await send(store)
    await store.roster.beat('other', start + minute, null)
    for (const address of ['reader', 'other', 'writer'])
      await store.roster.setState(address, 'frozen', system, start + minute)
    const found = await store.attention.unattended(later)
    expect(found.map(({ address, unread }) => [address, unread])).toEqual([
      ['reader', 2],
      ['other', 1],
    ])
    await act(store, 'other', 'read', both)
    expect((await store.attention.unattended(later)).map(({ address }) => address)).toEqual(['reader'])
  })

  it('queues are listed for what failed, and for what waits while they are paused', async () => {
    const queue = async (name: string, items: number) => {
      await store.queues.create({ ...defaultQueue, name, attempts: 1 }, system, start)
      for (let item = 0; item < items; item += 1)
        await send(store, { to: [{ address: `queue:${name}`, via: `queue:${name}`, owes: false }] })
    }
    await queue('calm', 1)
    await queue('stopped', 2)
    await queue('sick', 1)
    await queue('empty', 0)
    await store.queues.setStatus('stopped', 'paused', start)
    await store.queues.setStatus('empty', 'paused', start)
    const claimed = await store.queues.claim(
      doer('reader'),
      { queue: 'sick', forms: ['reader'], lease: null },
      start,
    )
    const claim = { message: claimed?.letter.message.id ?? 0, attempt: claimed?.attempt ?? 0 }
    await store.queues.finish(doer('reader'), [claim], { verb: 'fail' }, start)
    expect(await store.attention.queues(start)).toEqual([
      { name: 'sick', status: 'active', failed: 1, available: 0 },
      { name: 'stopped', status: 'paused', failed: 0, available: 2 },
    ])
  })
}
