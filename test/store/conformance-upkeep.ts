import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { failureKey } from '../../src/domain/failure-notice.ts'
import { neverDispatched } from '../../src/domain/redispatch.ts'
import type { MailStore } from '../../store/mail-store.ts'
import {
  act,
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

/** What time does to a store. */
export function upkeepCases(open: Open): void {
  let opened: Opened
  let store: MailStore
  beforeEach(async () => {
    opened = await open()
    store = opened.store
    await enroll(store, 'writer', 'reader', { address: 'guard', watched: true, reportsTo: 'writer' })
  })
  afterEach(() => opened.close())

  it('ends snoozes whose time has come, once', async () => {
    const [due, later] = [await send(store), await send(store)]
    await act(store, 'reader', 'snooze', due, { until: start + minute })
    await act(store, 'reader', 'snooze', later, { until: start + hour })
    const at = start + minute
    const copy = { owner: 'reader', message: due }
    expect(await store.upkeep.due('snoozes', 9, at)).toEqual([copy])
    expect(await store.upkeep.endDue(system, 'snoozes', 9, at)).toEqual([copy])
    expect(await store.upkeep.endDue(system, 'snoozes', 9, at)).toEqual([])
    expect(await store.deliveries.find('reader', due)).toMatchObject({ box: 'unread', snoozedUntil: null })
  })

  describe('a batch takes agent by agent, the same on every engine', () => {
    const owners = ['reader', 'guard'] as const
    const late = start + 5 * hour
    // Later mail ends earlier, and every second message of an agent ranks first.
    const until = (at: number) => start + hour - at * minute
    const priority = (at: number) => (at % 4 < 2 ? 'low' : 'high')
    const sent = (at: number, expires: boolean) => {
      const address = owners[at % 2] ?? ''
      return send(store, {
        to: [{ address, ...(expires && { expiresAt: until(at) }) }],
        priority: priority(at),
      })
    }
    const snooze = (at: number, id: number) =>
      act(store, owners[at % 2] ?? '', 'snooze', id, { until: start + minute })
    const lease = (at: number, id: number) => {
      const by = owners[at % 2] ?? ''
      return act(store, by, 'process', id, { lease: { by, until: until(at) } })
    }
    const ended = (kind: 'snoozes' | 'leases') => async () =>
      (await store.upkeep.endDue(system, kind, 2, late)).map(({ message }) => message)
    const buried = async () => [...(await store.deliveries.bury(late, 2)).messages]
    const byRank = [2, 6, 0, 4, 3, 7, 1, 5]
    const byEnd = [4, 6, 0, 2, 5, 7, 1, 3]

    it.each([
      { name: 'snoozes', prepare: snooze, expires: false, batch: ended('snoozes'), order: byRank },
      { name: 'leases', prepare: lease, expires: false, batch: ended('leases'), order: byEnd },
      { name: 'expired mail', prepare: null, expires: true, batch: buried, order: byEnd },
      { name: 'expired mail that was snoozed', prepare: snooze, expires: true, batch: buried, order: byRank },
    ])('$name', async ({ prepare, expires, batch, order }) => {
      const ids: number[] = []
      for (let at = 0; at < 8; at += 1) {
        const id = await sent(at, expires)
        await prepare?.(at, id)
        ids.push(id)
      }
      const taken: number[] = []
      for (let round = 0; round < 4; round += 1) taken.push(...(await batch()))
      expect(taken.map((id) => ids.indexOf(id))).toEqual(order)
    })

    it('expired mail that was kept: name by name', async () => {
      const places = ['role:pilot', 'agent:zoe', 'group:team', 'agent:amy']
      const ids: number[] = []
      for (const selector of [...places, ...places])
        ids.push(await send(store, { to: [], selectors: [{ selector, expiresAt: start + hour }] }))
      const taken: number[] = []
      for (let round = 0; round < 4; round += 1) taken.push(...(await buried()))
      expect(taken.map((id) => ids.indexOf(id))).toEqual([3, 7, 1, 5, 2, 6, 0, 4])
    })
  })

  it('ends leases of whoever was not heard of since, but for those that are spared', async () => {
    const [own, session] = [await send(store), await send(store)]
    await act(store, 'reader', 'process', own, { lease: { by: 'reader', until: start + minute } })
    await act(store, 'reader', 'process', session, { lease: { by: 's1', until: start + minute } })
    const late = start + 24 * hour
    const found = async (spared: readonly string[]) =>
      (await store.upkeep.due('leases', 9, late, spared)).map(({ message }) => message).toSorted()
    expect(await store.upkeep.due('leases', 9, start)).toEqual([])
    expect(await found([])).toEqual([own, session].toSorted())
    expect(await found(['s1'])).toEqual([own])
    await store.roster.beat('reader', late, null)
    expect(await found([])).toEqual([])
    await store.roster.setState('reader', 'frozen', system, late)
    expect((await store.upkeep.endDue(system, 'leases', 9, late)).length).toBe(2)
    expect(await store.deliveries.find('reader', session)).toMatchObject({
      box: 'unread',
      returned: { by: 'reader', session: 's1' },
    })
  })

  describe('leaves work whose lease is over with whoever was heard of since', () => {
    const signs: readonly (readonly [string, (at: number) => Promise<unknown>])[] = [
      ['by a beat', (at) => store.roster.beat('reader', at, null)],
      ['by a beat of a session', (at) => store.sessions.beat('reader', 's1', 'p1', at)],
      ['by a message', (at) => send(store, { from: 'reader', to: ['writer'], sentAt: at })],
      [
        'by a change',
        async (at) => act(store, 'reader', 'pin', await send(store, { kind: 'notification' }), {}, at),
      ],
    ]
    it.each(signs)('%s', async (_, sign) => {
      const [until, late] = [start + minute, start + hour]
      const id = await send(store)
      await act(store, 'reader', 'process', id, { lease: { by: 'reader', until } })
      const due = async () => (await store.upkeep.due('leases', 9, late)).map(({ message }) => message)
      await sign(until - 1)
      expect(await due()).toEqual([id])
      await sign(until)
      expect(await due()).toEqual([])
      // By another program's clock, and by one that is wrong.
      await sign(late + 10)
      expect(await due()).toEqual([])
      await sign(late + 2 * minute)
      expect(await due()).toEqual([id])
    })
  })

  it('knows who is silent, and why that matters', async () => {
    const silent = async (before: number, limit = 9) =>
      (await store.upkeep.silent(before, limit)).map(({ address, why }) => `${address} ${why}`)
    expect(await silent(start)).toEqual([])
    expect(await silent(start + minute)).toEqual(['guard watched'])
    const id = await send(store)
    await act(store, 'reader', 'process', id, {}, start + minute)
    expect(await silent(start + hour)).toEqual(['guard watched', 'reader works'])
    expect(await silent(start + hour, 1)).toEqual(['guard watched'])
    const [first] = await store.upkeep.silent(start + hour, 1)
    expect(first).toEqual({ address: 'guard', reportsTo: 'writer', since: start, why: 'watched' })
    await store.roster.beat('guard', start + hour, null)
    expect(await silent(start + hour)).toEqual(['reader works'])
  })

  it('knows answers that are overdue until a notice was sent under their key', async () => {
    const id = await send(store)
    await send(store, { to: [{ address: 'reader', owes: false }] })
    const overdue = () => store.upkeep.overdue(start + 1, 9)
    expect(await store.upkeep.overdue(start, 9)).toEqual([])
    expect(await overdue()).toEqual([{ owner: 'reader', message: id }])
    const key = `overdue:${id}:reader`
    expect(await store.upkeep.sentKeys([key, 'other'])).toEqual([])
    await send(store, { from: 'system', to: [{ address: 'writer', owes: false }], key })
    expect(await overdue()).toEqual([])
    expect(await store.upkeep.sentKeys([key, 'other'])).toEqual([key])
    await send(store, { from: 'writer', key: 'other' })
    expect(await store.upkeep.sentKeys(['other'])).toEqual([])
  })

  describe('counts an answer as overdue', () => {
    type Before = (id: number) => Promise<unknown>
    const put =
      (...[verb, more]: [Parameters<typeof act>[2], Parameters<typeof act>[4]?]): Before =>
      (id) =>
        act(store, 'reader', verb, id, more)
    const lapses = { to: [{ address: 'reader', owes: true, via: 'all', expiresAt: start + 1 }] }
    const cases: readonly (readonly [string, boolean, Before, Written])[] = [
      ['where the request is read', true, put('read'), {}],
      ['where it is worked on', true, put('process'), {}],
      ['where it is snoozed', true, put('snooze', { until: start + hour }), {}],
      ['where it expired', true, () => store.deliveries.bury(start + minute, 9), lapses],
      ['not where it is complete', false, put('complete'), {}],
      ['not where it failed', false, put('fail'), {}],
      [
        'not where its owner is frozen',
        false,
        () => store.roster.setState('reader', 'frozen', system, start),
        {},
      ],
    ]
    it.each(cases)('%s', async (_, is, before, more) => {
      const id = await send(store, more)
      await before(id)
      const found = is ? [{ owner: 'reader', message: id }] : []
      expect(await store.upkeep.overdue(start + 1, 9)).toEqual(found)
    })
  })

  it('foresees what would expire unseen', async () => {
    const id = await send(store, { to: [{ address: 'reader', expiresAt: start + minute }] })
    const held = await send(store, {
      to: [],
      selectors: [{ selector: 'agent:late', expiresAt: start + minute }],
    })
    expect((await store.upkeep.foresee(start)).expired).toEqual([])
    const { expired, unindexed } = await store.upkeep.foresee(start + minute)
    expect(expired.toSorted()).toEqual([id, held].toSorted())
    expect(unindexed).toEqual(expect.any(Number))
    expect(await store.upkeep.checkpoint()).toEqual(expect.any(Number))
  })

  it('does its work in a hurry as well', async () => {
    await store.upkeep.hurry(true)
    const id = await send(store)
    await store.upkeep.hurry(false)
    expect((await store.deliveries.find('reader', id))?.box).toBe('unread')
  })

  it('keeps what was tried with lost work, and takes the next state only in the place of the known one', async () => {
    const { upkeep } = store
    const first = { ...neverDispatched('b-1'), attemptedAt: start, agent: 'reader' }
    expect(await upkeep.findRedispatch('b-1')).toBeNull()
    expect(await upkeep.putRedispatch('b-1', first, first)).toBe(false)
    expect(await upkeep.putRedispatch('b-1', null, first)).toBe(true)
    expect(await upkeep.putRedispatch('b-1', null, first)).toBe(false)
    expect(await upkeep.findRedispatch('b-1')).toEqual(first)
    expect(await upkeep.givenOut()).toEqual([first])
    const failed = { ...first, failures: 1, agent: null }
    expect(await upkeep.putRedispatch('b-1', first, failed)).toBe(true)
    expect(await upkeep.givenOut()).toEqual([])
    expect(await upkeep.putRedispatch('b-1', failed, null)).toBe(true)
    expect(await upkeep.findRedispatch('b-1')).toBeNull()
  })

  it('tells the failures of the oldest mail first, whatever came before in the mailbox', async () => {
    const ids: number[] = []
    for (const priority of ['low', 'urgent', 'high'] as const) ids.push(await send(store, { priority }))
    for (const id of ids.toReversed()) await act(store, 'reader', 'fail', id)
    for (const [at, id] of ids.entries())
      expect((await store.deliveries.unreported(null, at + 1)).at(-1)?.message).toBe(id)
  })

  it('tells failures to requesters once, and lists them until they are dealt with', async () => {
    const { deliveries } = store
    const id = await send(store)
    await deliveries.move(
      doer('reader'),
      'reader',
      [{ message: id }],
      { verb: 'fail', at: start + 1 },
      { reason: 'No' },
    )
    const failure = { message: id, owner: 'reader', by: 'reader', reason: 'No', at: start + 1, round: 0 }
    expect(await deliveries.unreported(null, 9)).toEqual([failure])
    expect(await deliveries.unreported('reader', 9)).toEqual([failure])
    expect(await deliveries.unreported('writer', 9)).toEqual([])
    const requests = () => deliveries.failedRequests('writer', { limit: 9, after: null })
    expect((await requests()).rows).toMatchObject([{ letter: { message: { id } }, failure }])
    const notice = await send(store, { from: 'system', to: ['writer'], key: failureKey(id, 'reader', 0) })
    expect(await deliveries.unreported(null, 9)).toEqual([])
    expect((await requests()).rows).toHaveLength(1)
    await act(store, 'writer', 'ack', notice)
    expect((await requests()).rows).toEqual([])
  })
}
