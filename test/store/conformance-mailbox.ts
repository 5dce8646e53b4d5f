import fc from 'fast-check'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { priorities, type Tier } from '../../src/domain/priority.ts'
import type { MailboxFilter, MailStore } from '../../store/mail-store.ts'
import {
  act,
  allPages,
  doer,
  enroll,
  firstPage,
  hour,
  idsIn,
  minute,
  move,
  type Open,
  type Opened,
  openMail,
  send,
  start,
  system,
  type Written,
} from './fixture.ts'

export function mailboxCases(open: Open): void {
  let opened: Opened
  let store: MailStore
  beforeEach(async () => {
    opened = await open()
    store = opened.store
    await enroll(store, 'writer', 'reader', 'other')
  })
  afterEach(() => opened.close())

  it('has one row for each thread, where its first copy stands, whatever the page sizes', async () => {
    const mail = fc.record({
      priority: fc.constantFrom(...priorities),
      answers: fc.option(fc.nat(6)),
      verb: fc.constantFrom('none', 'read', 'archive', 'snooze', 'fail'),
      to: fc.constantFrom('reader', 'reader', 'other'),
    })
    await fc.assert(
      fc.asyncProperty(
        fc.array(mail, { minLength: 10, maxLength: 25 }),
        fc.integer({ min: 1, max: 4 }),
        fc.constantFrom<MailboxFilter>(openMail, { boxes: ['unread'] }, { boxes: ['archived', 'snoozed'] }),
        async (mails, limit, filter) => {
          const fresh = await open()
          await enroll(fresh.store, 'reader', 'other')
          const threads = new Map<number, number>()
          const ids: number[] = []
          for (const { priority, answers, verb, to } of mails) {
            const replyTo = answers === null ? undefined : ids[answers]
            const thread = replyTo === undefined ? undefined : threads.get(replyTo)
            const more = replyTo === undefined || thread === undefined ? {} : { replyTo, thread }
            const id = await send(fresh.store, {
              priority,
              to: [{ address: to, via: 'to', owes: false }],
              ...more,
            })
            threads.set(id, thread ?? id)
            ids.push(id)
            const until = verb === 'snooze' ? { until: start + hour } : {}
            if (verb !== 'none') await act(fresh.store, to, verb as 'read', id, until)
          }
          const rows = await allPages((after) =>
            fresh.store.deliveries.page('reader', filter, start, { limit: 100, after }),
          )
          const expected = new Map<number, { messages: number[]; unread: number }>()
          for (const { message, delivery } of rows) {
            const thread = threads.get(message.id) ?? 0
            const one = expected.get(thread) ?? { messages: [], unread: 0 }
            one.messages.push(message.id)
            one.unread += Number(delivery?.box === 'unread')
            expected.set(thread, one)
          }
          const found = await allPages((after) =>
            fresh.store.deliveries.threads('reader', filter, start, { limit, after }),
          )
          await fresh.close()
          expect(found.map(({ messages, unread }) => ({ messages, unread }))).toEqual(
            [...expected.values()].map(({ messages, unread }) => ({
              messages: messages.toSorted((one, other) => one - other),
              unread,
            })),
          )
          expect(found.map(({ message }) => message.id)).toEqual(
            [...expected.values()].map(({ messages }) => Math.max(...messages)),
          )
        },
      ),
      { numRuns: 25 },
    )
  })

  it('has its newest unread mail, whatever its priority, by one look', async () => {
    const mail = fc.record({
      priority: fc.constantFrom(...priorities),
      tier: fc.constantFrom<Tier>(1, 2, 3, 4, 5),
      verb: fc.constantFrom('none', 'none', 'read', 'snooze', 'archive', 'expires'),
    })
    await fc.assert(
      fc.asyncProperty(
        fc.array(mail, { maxLength: 12 }),
        fc.integer({ min: 1, max: 6 }),
        async (mails, most) => {
          const fresh = await open()
          await enroll(fresh.store, 'reader', 'other')
          const unread: number[] = []
          for (const { priority, tier, verb } of mails) {
            const ends = verb === 'expires' ? { expiresAt: start + minute } : {}
            const to = [{ address: 'reader', via: 'to', owes: false, ...ends }]
            const id = await send(fresh.store, { priority, tier, to })
            if (verb === 'none') unread.push(id)
            else if (verb !== 'expires')
              await act(
                fresh.store,
                'reader',
                verb as 'read',
                id,
                verb === 'snooze' ? { until: start + hour } : {},
              )
          }
          await send(fresh.store, { to: [{ address: 'other', via: 'to', owes: false }] })
          const later = start + 2 * minute
          const found = await fresh.store.deliveries.newestUnread('reader', 50, later)
          expect(found.map(({ message }) => message.id)).toEqual(unread.toReversed())
          const some = await fresh.store.deliveries.newestUnread('reader', most, start)
          expect(some.length).toBeLessThanOrEqual(most)
          expect(await fresh.store.deliveries.newestUnread('nobody', 5, later)).toEqual([])
          await fresh.close()
        },
      ),
      { numRuns: 10 },
    )
  })

  it('is ordered by priority, then tier, then arrival, whatever the boxes and page sizes', async () => {
    const mail = fc.record({
      priority: fc.constantFrom(...priorities),
      tier: fc.constantFrom<Tier>(1, 2, 3, 4, 5),
      verb: fc.constantFrom('none', 'read', 'process', 'fail'),
    })
    await fc.assert(
      fc.asyncProperty(
        fc.array(mail, { maxLength: 25 }),
        fc.integer({ min: 1, max: 7 }),
        async (mails, limit) => {
          const fresh = await open()
          await enroll(fresh.store, 'reader')
          const expected: { readonly id: number; readonly order: number }[] = []
          for (const { priority, tier, verb } of mails) {
            const id = await send(fresh.store, { priority, tier })
            if (verb !== 'none') await act(fresh.store, 'reader', verb as 'read', id)
            expected.push({ id, order: (priorities.indexOf(priority) * 8 + tier) * 1e6 + id })
          }
          const wanted = expected.sort((one, other) => one.order - other.order).map(({ id }) => id)
          const rows = await allPages((after) =>
            fresh.store.deliveries.page('reader', openMail, start, { limit, after }),
          )
          const shared = await allPages((after) =>
            fresh.store.deliveries.everyone('reader', openMail, start, { limit, after }),
          )
          await fresh.close()
          expect(rows.map(({ message }) => message.id)).toEqual(wanted)
          expect(shared.map(({ message }) => message.id)).toEqual(wanted)
        },
      ),
      { numRuns: 12 },
    )
  })

  describe('shows only what is asked for', () => {
    const special: Written = {
      kind: 'handoff',
      priority: 'high',
      from: 'other',
      tags: ['x', 'release'],
      task: 'T-1',
    }
    const cases: readonly [string, Partial<MailboxFilter>, boolean][] = [
      ['kind', { kind: ['handoff', 'query'] }, true],
      ['another kind', { kind: ['query'] }, false],
      ['priority', { minPriority: 'high' }, true],
      ['a higher priority', { minPriority: 'urgent' }, false],
      ['sender', { from: ['other'] }, true],
      ['an unknown sender', { from: ['nobody'] }, false],
      ['tag', { tag: ['release', 'y'] }, true],
      ['another tag', { tag: ['y'] }, false],
      ['task', { task: 'T-1' }, true],
      [
        'all of these',
        { kind: ['handoff'], minPriority: 'normal', from: ['other'], tag: ['x'], task: 'T-1' },
        true,
      ],
    ]
    it.each(cases)('%s', async (_, filter, found) => {
      const id = await send(store, special)
      await send(store, { priority: 'low' })
      const wanted = { ...openMail, ...filter }
      const ids = await idsIn(store, 'reader', wanted)
      expect(ids).toEqual(found ? [id] : [])
      const { rows } = await store.deliveries.everyone('reader', wanted, start, firstPage())
      expect(rows.map(({ message }) => message.id)).toEqual(ids)
      const next = await store.deliveries.holdNext(doer('reader'), 'reader', wanted, start + minute, start)
      expect(next?.message ?? null).toBe(ids[0] ?? null)
    })
  })

  it('is listed with the sizes of its threads, the newest message and what is unread', async () => {
    const list = (limit: number, after: string | null = null, wanted = openMail) =>
      store.deliveries.list('reader', wanted, start, { limit, after })
    expect(await list(5)).toEqual({ rows: [], next: null, newest: null, unread: 0 })
    const root = await send(store, { priority: 'low' })
    for (let answer = 0; answer < 3; answer += 1)
      await send(store, { from: 'reader', to: ['writer'], replyTo: root, thread: root })
    const urgent = await send(store, {
      priority: 'urgent',
      to: [{ address: 'reader', expiresAt: start + 1 }],
    })
    const snoozed = await send(store)
    await store.deliveries.move(
      doer('reader'),
      'reader',
      [{ message: snoozed }],
      move('snooze', start - hour, { until: start }),
    )
    const newest = await send(store, { to: ['other'] })
    await act(store, 'reader', 'read', root)
    const first = await list(2)
    expect(first.rows.map(({ message, threadSize }) => [message.id, threadSize])).toEqual([
      [urgent, 1],
      [snoozed, 1],
    ])
    expect(first).toMatchObject({ newest, unread: 2 })
    const last = await list(2, first.next)
    expect(last.rows.map(({ message, threadSize }) => [message.id, threadSize])).toEqual([[root, 4]])
    expect(last).toMatchObject({ next: null, newest, unread: 2 })
    const { rows } = await store.deliveries.page('reader', openMail, start, firstPage())
    expect([...first.rows, ...last.rows].map(({ threadSize, ...letter }) => letter)).toEqual(rows)
    expect(await list(2, null, { boxes: [] })).toEqual({ rows: [], next: null, newest, unread: 2 })
    expect(await list(2, null, { boxes: ['archived'] })).toEqual({ rows: [], next: null, newest, unread: 2 })
    expect(await store.deliveries.list('nobody', openMail, start, firstPage())).toEqual({
      rows: [],
      next: null,
      newest,
      unread: 0,
    })
  })

  it('stands a payload nested deeper than databases read JSON', async () => {
    const payload = JSON.parse(`${'['.repeat(1500)}${']'.repeat(1500)}`)
    const id = await send(store, { payload, tags: ['x'] })
    expect(await idsIn(store, 'reader')).toEqual([id])
    expect(await idsIn(store, 'reader', { ...openMail, tag: ['y'] })).toEqual([])
  })

  it('filters what has expired without writing, and shows it where it is asked for', async () => {
    const id = await send(store, { to: [{ address: 'reader', expiresAt: start + hour }] })
    const later = start + 2 * hour
    expect(await idsIn(store, 'reader', openMail, start)).toEqual([id])
    expect(await idsIn(store, 'reader', openMail, start + hour)).toEqual([])
    expect((await store.deliveries.count('reader', later)).total).toBe(0)
    const { rows } = await store.deliveries.page('reader', { boxes: ['expired'] }, later, firstPage())
    expect(rows[0]?.delivery).toMatchObject({ box: 'expired', was: 'unread' })
    expect(await store.deliveries.find('reader', id)).toMatchObject({ box: 'unread' })
  })

  it('keeps the clock of a frozen agent still', async () => {
    const [short, long] = [
      await send(store, { to: [{ address: 'reader', expiresAt: start + 10 }] }),
      await send(store, { to: [{ address: 'reader', expiresAt: start + hour }] }),
    ]
    await store.roster.setState('reader', 'frozen', system, start + minute)
    const later = start + 10 * hour
    expect(await idsIn(store, 'reader', openMail, later)).toEqual([long])
    expect((await store.deliveries.count('reader', later)).total).toBe(1)
    await store.roster.beat('reader', later, null)
    expect(await idsIn(store, 'reader', openMail, later)).toEqual([long])
    expect(await idsIn(store, 'reader', openMail, later + hour)).toEqual([])
    expect((await store.deliveries.find('reader', short))?.expiresAt).toBe(start + 10)
  })

  it('brings snoozed mail back with the status that it had', async () => {
    const [one, two] = [await send(store), await send(store)]
    await act(store, 'reader', 'process', two)
    for (const id of [one, two]) await act(store, 'reader', 'snooze', id, { until: start + hour })
    expect(await idsIn(store, 'reader')).toEqual([])
    expect(await idsIn(store, 'reader', { boxes: ['snoozed'] })).toEqual([one, two])
    expect((await store.deliveries.count('reader', start)).total).toBe(0)
    expect(await idsIn(store, 'reader', { boxes: ['unread'] }, start + hour)).toEqual([one])
    expect(await idsIn(store, 'reader', { boxes: ['snoozed'] }, start + hour)).toEqual([])
    expect((await store.deliveries.count('reader', start + hour)).total).toBe(1)
    const { rows } = await store.deliveries.page('reader', openMail, start + hour, firstPage())
    expect(rows.map(({ delivery }) => [delivery?.box, delivery?.was])).toEqual([
      ['unread', null],
      ['processing', null],
    ])
  })

  it('counts unread mail by priority, exactly, one mailbox or many', async () => {
    for (const [priority, count] of [
      ['urgent', 2],
      ['normal', 3],
      ['low', 1],
    ] as const)
      for (let at = 0; at < count; at += 1) await send(store, { priority })
    const counts = { urgent: 2, high: 0, normal: 3, low: 1, total: 6 }
    expect(await store.deliveries.count('reader', start)).toEqual(counts)
    expect(await store.roster.unread(['other', 'reader', 'nobody'], start)).toEqual([
      { ...counts, urgent: 0, normal: 0, low: 0, total: 0 },
      counts,
      { ...counts, urgent: 0, normal: 0, low: 0, total: 0 },
    ])
    for (let at = 0; at < 1010; at += 1) await send(store)
    expect((await store.deliveries.count('reader', start)).normal).toBe(1013)
    expect((await store.roster.unread(['reader'], start))[0]?.normal).toBe(1013)
  })

  it('collapses the copies of one message over all mailboxes', async () => {
    const all = await send(store, { to: ['reader', 'other', 'writer'], priority: 'high' })
    const lone = await send(store, { to: ['other'] })
    await act(store, 'reader', 'read', all)
    await act(store, 'other', 'archive', all)
    const page = async (first: string, boxes = openMail.boxes) => {
      const { rows } = await store.deliveries.everyone(first, { boxes }, start, firstPage())
      return rows.map(({ message, delivery, copies, unread }) => [
        message.id,
        delivery?.owner,
        copies,
        unread,
      ])
    }
    expect(await page('writer')).toEqual([
      [all, 'writer', 3, 1],
      [lone, 'other', 1, 1],
    ])
    expect(await page('reader')).toEqual([
      [all, 'reader', 3, 1],
      [lone, 'other', 1, 1],
    ])
    expect(await page('reader', ['archived'])).toEqual([[all, 'other', 3, 1]])
  })

  it('lists every copy of a message by owner, and finds one', async () => {
    const id = await send(store, { to: ['writer', 'reader', 'other'] })
    const rows = await allPages((after) => store.deliveries.of(id, { limit: 2, after }))
    expect(rows.map(({ owner }) => owner)).toEqual(['other', 'reader', 'writer'])
    expect(await store.deliveries.find('reader', id)).toEqual(rows[1])
    expect(await store.deliveries.find('nobody', id)).toBeNull()
    expect(await store.deliveries.find('reader', id + 1)).toBeNull()
  })

  it('finds the copies of many messages at once, whoever got them, and of one to many only that of one', async () => {
    const few = await send(store, { to: ['writer', 'reader'] })
    const many = await send(store, { to: ['writer', 'reader', 'other'] })
    await store.deliveries.move(doer('writer'), 'reader', [{ message: few }], { verb: 'fail', at: start })
    await store.deliveries.redeliver(
      doer('writer'),
      { message: few, to: [{ address: 'other', via: 'to', owes: true }], held: [] },
      start,
    )
    const found = async (most: number, always: string | null) =>
      (await store.deliveries.ofEach([many, few], most, always)).map(({ message, owner }) => [message, owner])
    const all = async (id: number) => (await store.deliveries.of(id, firstPage())).rows
    const copies = await store.deliveries.ofEach([many, few, many + 1], 9, null)
    expect(copies).toEqual(expect.arrayContaining([...(await all(few)), ...(await all(many))]))
    expect(copies).toHaveLength(6)
    expect(copies.map(({ message }) => message)).toEqual([few, few, few, many, many, many])
    expect((await found(2, 'reader')).filter(([id]) => id === many)).toEqual([[many, 'reader']])
    expect((await found(2, 'nobody')).filter(([id]) => id === many)).toEqual([])
    expect(await found(1, null)).toEqual([])
    expect(await store.deliveries.ofEach([], 9, null)).toEqual([])
  })

  it('finds what is older than a time, by arrival', async () => {
    const ids: number[] = []
    for (let at = 0; at < 6; at += 1)
      ids.push(await send(store, { sentAt: start + at * minute, priority: at % 2 ? 'urgent' : 'low' }))
    for (const id of ids.slice(0, 5)) await act(store, 'reader', 'read', id)
    expect(await store.deliveries.olderThan('reader', ['read'], start + 3 * minute, 10)).toEqual(
      ids.slice(0, 3),
    )
    expect(await store.deliveries.olderThan('reader', ['read', 'unread'], start + hour, 2)).toEqual(
      ids.slice(0, 2),
    )
    expect(await store.deliveries.olderThan('nobody', ['read'], start + hour, 2)).toEqual([])
    for (const id of ids.slice(1, 3)) await act(store, 'reader', 'ack', id, { ignore: true })
    await act(store, 'reader', 'pin', ids[1] ?? 0)
    const unowed = await send(store, { to: [{ address: 'reader', owes: false }] })
    await act(store, 'reader', 'read', unowed)
    expect(await store.deliveries.olderThan('reader', ['read'], start + hour, 10, true)).toEqual([
      ids[2],
      unowed,
    ])
  })

  it('is empty for who is not known, and refuses a cursor that is none', async () => {
    expect(await store.deliveries.page('nobody', openMail, start, firstPage())).toEqual({
      rows: [],
      next: null,
    })
    await expect(
      store.deliveries.page('reader', openMail, start, { limit: 5, after: 'x' }),
    ).rejects.toMatchObject({ code: 'usage' })
    expect(
      await store.deliveries.move(doer('reader'), 'nobody', [{ message: 1 }], move('read', start)),
    ).toMatchObject([{ changed: false, problem: { code: 'not-found' } }])
  })
}
