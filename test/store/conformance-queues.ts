import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { defaultQueue, type Queue, type QueueColumn } from '../../src/domain/queue.ts'
import type { Claimed, MailStore } from '../../store/mail-store.ts'
import {
  allPages,
  doer,
  enroll,
  firstPage,
  minute,
  type Open,
  type Opened,
  send,
  start,
  system,
} from './fixture.ts'

export function queueCases(open: Open): void {
  let opened: Opened
  let store: MailStore
  beforeEach(async () => {
    opened = await open()
    store = opened.store
    await enroll(store, 'nux', 'toast')
  })
  afterEach(() => opened.close())

  const make = (more: Partial<Queue> = {}) =>
    store.queues.create({ ...defaultQueue, name: 'work', ...more }, system, start)
  const item = (more: object = {}, queue = 'work') =>
    send(store, { to: [{ address: `queue:${queue}`, via: `queue:${queue}`, owes: false }], ...more })
  const claim = (by = 'nux', at = start, more: object = {}): Promise<Claimed | null> =>
    store.queues.claim(doer(by), { queue: 'work', forms: [by], lease: null, ...more }, at)
  const taken = async (by = 'nux', at = start, more: object = {}) =>
    (await claim(by, at, more))?.letter.message.id ?? null
  const counts = async (at = start) => {
    const found = await store.queues.find('work', at)
    return found && [found.available, found.processing, found.completed, found.failed]
  }
  const finish = async (
    verb: 'complete' | 'fail',
    message: number,
    by = 'nux',
    at = start,
    attempt?: number,
  ) => {
    const ending = verb === 'complete' ? ({ verb, keep: false } as const) : ({ verb } as const)
    const held = attempt === undefined ? { message } : { message, attempt }
    const [moved] = await store.queues.finish(doer(by), [held], ending, at)
    return moved?.problem?.code ?? moved?.letter?.delivery?.box
  }

  it('are made once, listed by name, and are on nobody’s roster', async () => {
    expect(await make()).toEqual({
      name: 'work',
      ...defaultQueue,
      available: 0,
      processing: 0,
      completed: 0,
      failed: 0,
    })
    await make({
      name: 'gastown/work',
      order: 'priority',
      maxConcurrency: 2,
      claimers: ['a/*'],
      lease: 5,
      attempts: 1,
    })
    await expect(make()).rejects.toMatchObject({ code: 'conflict' })
    const all = await allPages((after) => store.queues.list({ limit: 1, after }, start))
    expect(all.map(({ name }) => name)).toEqual(['gastown/work', 'work'])
    expect(all[0]).toMatchObject({
      order: 'priority',
      maxConcurrency: 2,
      claimers: ['a/*'],
      lease: 5,
      attempts: 1,
    })
    await item()
    expect((await store.roster.list({}, firstPage())).rows.map(({ address }) => address)).toEqual([
      'nux',
      'toast',
    ])
    expect(await store.roster.find('queue:work')).toBeNull()
    expect(await store.roster.nearest('queue:wor', 3)).toEqual([])
    await expect(store.queues.setStatus('gone', 'paused', start)).rejects.toMatchObject({ code: 'not-found' })
    expect(await store.queues.find('gone', start)).toBeNull()
  })

  it('take in what was held for them', async () => {
    const held = await send(store, { to: [], selectors: [{ selector: 'queue:work', expiresAt: null }] })
    expect(await make()).toMatchObject({ available: 1 })
    expect(await taken()).toBe(held)
    expect(await finish('complete', held)).toBe('archived')
  })

  describe('order', () => {
    const mail = async () => [
      await item({ priority: 'low' }),
      await item({ priority: 'urgent' }),
      await item({ priority: 'normal', tier: 2 }),
      await item({ priority: 'urgent' }),
    ]
    const all = async () => [await taken(), await taken(), await taken(), await taken(), await taken()]

    it('fifo gives what came first', async () => {
      await make()
      const ids = await mail()
      expect(await all()).toEqual([...ids, null])
    })
    it('priority gives what is most pressing', async () => {
      await make({ order: 'priority' })
      const [low, urgent, normal, second] = await mail()
      expect(await all()).toEqual([urgent, second, normal, low, null])
    })
    it('of several queues the most pressing is given', async () => {
      await make()
      await make({ name: 'other' })
      await make({ name: 'closed-to-you', claimers: ['toast'] })
      const low = await item({ priority: 'low' })
      const urgent = await item({ priority: 'urgent' }, 'other')
      await item({ priority: 'urgent' }, 'closed-to-you')
      expect(await claim('nux', start, { queue: null })).toMatchObject({
        queue: 'other',
        attempt: 1,
        letter: { message: { id: urgent } },
      })
      expect(await taken('nux', start, { queue: null })).toBe(low)
      expect(await taken('nux', start, { queue: null })).toBeNull()
    })
  })

  describe('a claim', () => {
    it('is of one claimant, under a lease that tells its attempt', async () => {
      await make()
      const id = await item()
      const got = await claim('nux', start, { lease: minute })
      expect(got?.letter.delivery).toMatchObject({
        owner: 'queue:work',
        box: 'processing',
        heldBy: 'nux',
        heldUntil: start + minute,
        attempts: 1,
      })
      expect(await claim('toast')).toBeNull()
      expect(await counts()).toEqual([0, 1, 0, 0])
      const { rows } = await store.log.history(id, firstPage())
      expect(rows.map(({ what }) => what)).toEqual(['sent', 'claim'])
      expect(rows[1]).toMatchObject({ actor: 'nux', owner: 'queue:work', detail: { by: 'nux', attempt: 1 } })
    })

    it.each([
      ['a paused queue', { status: 'paused' }, 'nux'],
      ['a closed queue', { status: 'closed' }, 'nux'],
      ['one whom no pattern admits', { claimers: ['rig/*', 'toast'] }, 'nux'],
    ] as const)('is refused to %s', async (_, { ...more }, by) => {
      await make({ claimers: 'claimers' in more ? more.claimers : ['*'] })
      await item()
      if ('status' in more) await store.queues.setStatus('work', more.status, start)
      expect(await claim(by)).toBeNull()
      expect(await counts()).toEqual([1, 0, 0, 0])
    })

    it('is admitted by either form of an address', async () => {
      await make({ claimers: ['rig/polecats/*'] })
      await item()
      expect(await claim('nux', start, { forms: ['rig/nux', 'rig/polecats/nux'] })).not.toBeNull()
    })

    it('waits while as many are claimed as may be', async () => {
      await make({ maxConcurrency: 2 })
      const [one, two, three] = [await item(), await item(), await item()]
      expect([await taken('nux'), await taken('toast'), await taken('nux')]).toEqual([one, two, null])
      await finish('complete', two, 'toast')
      expect(await taken('toast')).toBe(three)
    })

    it('of mail that has expired is not given', async () => {
      await make()
      const to = [{ address: 'queue:work', via: 'queue:work', owes: false, expiresAt: start + minute }]
      await send(store, { to })
      expect(await counts(start + minute)).toEqual([0, 0, 0, 0])
      expect(await claim('nux', start + minute)).toBeNull()
    })
  })

  describe('a closed queue', () => {
    it('takes no more mail; a paused one does', async () => {
      await make()
      await store.queues.setStatus('work', 'paused', start)
      const id = await item()
      await store.queues.setStatus('work', 'closed', start)
      await expect(item()).rejects.toMatchObject({ code: 'conflict' })
      await expect(item({}, 'gone')).rejects.toMatchObject({ code: 'not-found' })
      await store.queues.setStatus('work', 'active', start)
      expect(await taken()).toBe(id)
    })
  })

  describe('a lease', () => {
    const later = start + defaultQueue.lease
    it('that ran out leaves the item to the next', async () => {
      await make({ maxConcurrency: 1 })
      const id = await item()
      await claim('nux')
      expect(await counts(later)).toEqual([1, 0, 0, 0])
      expect(await claim('toast', later - 1)).toBeNull()
      expect((await claim('toast', later))?.attempt).toBe(2)
      expect(await finish('complete', id, 'nux', later)).toBe('conflict')
      expect(await finish('complete', id, 'toast', later, 1)).toBe('stale')
      expect(await finish('complete', id, 'toast', later, 2)).toBe('archived')
      const words = (await store.log.history(id, firstPage())).rows.map(({ what }) => what)
      expect(words).toEqual(['sent', 'claim', 'lapsed', 'claim', 'complete'])
    })

    it('that ran out unnoticed still lets its claimant end the work, but not renew', async () => {
      await make()
      const id = await item()
      await claim('nux')
      await expect(store.queues.renew(doer('nux'), { message: id }, null, later)).rejects.toMatchObject({
        code: 'stale',
      })
      expect(await finish('complete', id, 'nux', later)).toBe('archived')
    })

    it('is renewed from now on', async () => {
      await make()
      const id = await item()
      await claim('nux')
      const renewed = await store.queues.renew(doer('nux'), { message: id, attempt: 1 }, minute, later - 1)
      expect(renewed.delivery?.heldUntil).toBe(later - 1 + minute)
      expect(await claim('toast', later)).toBeNull()
    })

    it.each([
      ['whoever asks for work', () => claim('toast')],
      ['whoever looks after time', () => store.queues.returnLapsed(system, 10, start)],
    ])('that a clock took which was a day ahead lasts from now on, once seen by %s', async (_, look) => {
      await make()
      await item()
      const ahead = start + 24 * 60 * minute
      await claim('nux', ahead, { lease: 20 * minute })
      await look()
      // Still the claimant's own, and nobody else's before its time is over.
      expect(await taken('toast', start + 20 * minute - 1)).toBeNull()
      expect((await claim('toast', start + 20 * minute))?.attempt).toBe(2)
    })

    it('that was asked to be long is as long as that', async () => {
      await make()
      await item()
      await claim('nux', start, { lease: 600 * minute })
      expect(await taken('toast', start)).toBeNull()
      await store.queues.returnLapsed(system, 10, start)
      expect(await taken('toast', start + 600 * minute - 1)).toBeNull()
    })

    it('is returned by whoever looks after time, in all queues', async () => {
      await make({ attempts: 1 })
      await make({ name: 'other' })
      const [one, two] = [await item(), await item({}, 'other')]
      await claim('nux')
      await claim('nux', start, { queue: 'other' })
      expect(await store.queues.returnLapsed(system, 10, later - 1)).toEqual([])
      const lapsed = await store.queues.lapsed(10, later)
      expect([...lapsed].sort()).toEqual([one, two])
      expect(await store.queues.lapsed(1, later)).toHaveLength(1)
      const first = await store.queues.returnLapsed(system, 1, later)
      expect(first).toHaveLength(1)
      expect([...first, ...(await store.queues.returnLapsed(system, 10, later))].sort()).toEqual([one, two])
      expect(await counts(later)).toEqual([0, 0, 0, 1])
      expect(await store.deliveries.find('queue:work', one)).toMatchObject({
        box: 'dead',
        deadReason: 'attempts',
      })
      expect(await store.deliveries.find('queue:other', two)).toMatchObject({ box: 'unread' })
    })
  })

  describe('giving back and failing', () => {
    it('makes a dead letter, with its reason, of what was tried often enough', async () => {
      await make()
      const id = await item()
      for (const attempt of [1, 2]) {
        expect((await claim())?.attempt).toBe(attempt)
        expect(await finish('fail', id)).toBe('unread')
      }
      await claim()
      expect(await finish('fail', id)).toBe('dead')
      expect(await counts()).toEqual([0, 0, 0, 1])
      expect(await claim()).toBeNull()
      const last = (await store.log.history(id, firstPage())).rows.at(-1)
      expect(last).toMatchObject({ what: 'dead', detail: { reason: 'attempts', attempts: 3 } })
    })

    it('does not count what was given back untried, and never gives an attempt’s number again', async () => {
      await make({ attempts: 2 })
      const id = await item()
      for (const attempt of [1, 2, 3]) {
        expect((await claim())?.attempt).toBe(attempt)
        const given = await store.queues.release(doer('nux'), { message: id, attempt }, start)
        expect(given.delivery).toMatchObject({ box: 'unread', heldBy: null, readAt: null })
      }
      await claim()
      expect(await finish('fail', id)).toBe('unread')
      await claim()
      expect(await finish('fail', id)).toBe('dead')
    })

    it('tells three reasons why not', async () => {
      await make()
      const [id, own] = [await item(), await send(store, { to: ['nux'] })]
      const release = (message: number, by = 'nux') => store.queues.release(doer(by), { message }, start)
      await expect(release(id)).rejects.toMatchObject({
        code: 'conflict',
        message: expect.stringContaining('not claimed'),
      })
      await claim('nux')
      await expect(release(id, 'toast')).rejects.toMatchObject({
        code: 'conflict',
        message: expect.stringContaining('claimed by nux'),
      })
      await expect(release(own)).rejects.toMatchObject({
        code: 'not-found',
        message: expect.stringContaining('not in a queue'),
      })
      await expect(release(999)).rejects.toMatchObject({ code: 'not-found' })
    })

    it('each claim of several has its own end, and the done ones can be undone', async () => {
      await make()
      const [one, two] = [await item(), await item()]
      await claim()
      const moved = await store.queues.finish(
        doer('nux'),
        [{ message: one }, { message: two }, { message: 999 }],
        { verb: 'complete', keep: true },
        start,
      )
      expect(moved.map(({ problem }) => problem?.code ?? null)).toEqual([null, 'conflict', 'not-found'])
      expect(await counts()).toEqual([1, 0, 1, 0])
      await store.log.reverse(doer('nux'), 'undo', start)
      expect(await counts()).toEqual([1, 1, 0, 0])
    })

    it('an item in two queues is ended where it was claimed', async () => {
      await make()
      await make({ name: 'other' })
      const both = ['work', 'other'].map((name) => ({
        address: `queue:${name}`,
        via: `queue:${name}`,
        owes: false,
      }))
      const id = await send(store, { to: both })
      await claim('nux', start, { queue: 'other' })
      await claim('toast')
      expect(await finish('complete', id, 'toast')).toBe('archived')
      expect(await store.deliveries.find('queue:other', id)).toMatchObject({
        box: 'processing',
        heldBy: 'nux',
      })
    })
  })

  describe('on the board', () => {
    const board = async (column: QueueColumn, queue: string | null = null, at = start) => {
      const rows = await allPages((after) => store.queues.board({ queue, column }, { limit: 1, after }, at))
      return rows.map(({ queue: name, letter }) => [name, letter.message.id])
    }
    const named = (message: number, queue = 'work') => ({ queue, message })

    it('lie in columns, queue by queue, page by page, each column with its count', async () => {
      await make({ attempts: 1 })
      await make({ name: 'other' })
      const [one, two, far] = [await item(), await item(), await item({}, 'other')]
      await claim('nux')
      expect(await board('available')).toEqual([
        ['other', far],
        ['work', two],
      ])
      expect(await board('processing')).toEqual([['work', one]])
      expect(await board('available', 'work', start + 11 * minute)).toEqual([
        ['work', one],
        ['work', two],
      ])
      expect(await store.queues.boardCounts(null, start)).toEqual({ available: 2, processing: 1, failed: 0 })
      await finish('fail', one)
      expect(await board('failed', 'work')).toEqual([['work', one]])
      expect(await store.queues.boardCounts('work', start)).toEqual({
        available: 1,
        processing: 0,
        failed: 1,
      })
      await expect(
        store.queues.board({ queue: null, column: 'failed' }, { limit: 1, after: 'x' }, start),
      ).rejects.toMatchObject({ code: 'usage' })
    })

    it('are put back from their claimant, who can no longer end them, and from the dead letters', async () => {
      await make({ attempts: 1 })
      const id = await item()
      const again = () => store.queues.requeue(doer('toast'), named(id), start)
      await expect(again()).rejects.toMatchObject({ code: 'conflict' })
      await claim('nux')
      await again()
      expect(await finish('complete', id)).toBe('conflict')
      expect(await counts()).toEqual([1, 0, 0, 0])
      await claim('nux')
      expect(await finish('fail', id)).toBe('dead')
      await again()
      expect(await counts()).toEqual([1, 0, 0, 0])
      expect(await taken('toast')).toBe(id)
      await expect(store.queues.requeue(doer('nux'), named(id, 'none'), start)).rejects.toMatchObject({
        code: 'not-found',
      })
      await expect(store.queues.requeue(doer('nux'), named(999), start)).rejects.toMatchObject({
        code: 'not-found',
      })
    })

    it('are given up wherever they lie, and undo puts them back', async () => {
      await make()
      const [one, two] = [await item(), await item()]
      await claim('nux')
      const giveUp = (id: number) =>
        store.queues.giveUp(doer('toast'), { ...named(id), reason: 'Gone' }, start)
      expect((await giveUp(one)).delivery).toMatchObject({ box: 'dead', deadReason: 'given-up' })
      await giveUp(two)
      expect(await counts()).toEqual([0, 0, 0, 2])
      await expect(giveUp(two)).rejects.toMatchObject({ code: 'conflict' })
      await store.log.reverse(doer('toast'), 'undo', start)
      await store.log.reverse(doer('toast'), 'undo', start)
      expect(await counts()).toEqual([1, 1, 0, 0])
    })
  })
}
