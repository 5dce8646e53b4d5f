import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import type { MailStore, Registration } from '../../store/mail-store.ts'
import {
  act,
  doer,
  enroll,
  firstPage,
  hour,
  idsIn,
  minute,
  type Open,
  type Opened,
  send,
  start,
  system,
  type Written,
} from './fixture.ts'

const dead = { boxes: ['dead'] } as const
const expired = { boxes: ['expired'] } as const
const agent = (address: string, more: Partial<Registration> = {}): Registration => ({
  address,
  longForm: null,
  ...more,
})

export function deadCases(open: Open): void {
  let opened: Opened
  let store: MailStore
  beforeEach(async () => {
    opened = await open()
    store = opened.store
    await enroll(store, 'writer', { address: 'reader', session: 's1' }, 'other')
  })
  afterEach(() => opened.close())

  const lasting = (until: number, more: { readonly via?: string } = {}): Written => ({
    to: [{ address: 'reader', expiresAt: until, ...more }],
  })
  const reasonOf = async (owner: string, id: number) =>
    (await store.deliveries.find(owner, id))?.deadReason ?? null

  describe('mail to a session', () => {
    const toSession = () =>
      send(store, { to: [{ address: 'reader', via: 'session:s1', expiresAt: start + 24 * hour }] })
    const ends: readonly [string, () => Promise<unknown>, string | null][] = [
      ['waits while it is frozen', () => store.roster.setState('reader', 'frozen', system, start), null],
      ['dies when a beat tells of another', () => store.roster.beat('reader', start, 's2'), 'session-ended'],
      [
        'dies when it is registered with another',
        () => store.roster.register(agent('reader', { session: 's2' }), system, start),
        'session-ended',
      ],
      [
        'dies when it has none any more',
        () => store.roster.update(agent('reader', { session: null }), system, start),
        'session-ended',
      ],
      [
        'outlives registering again',
        () => store.roster.register(agent('reader', { session: 's1', role: 'dev' }), system, start),
        null,
      ],
      ['outlives a beat', () => store.roster.beat('reader', start, 's1'), null],
      ['dies with the agent', () => store.roster.setState('reader', 'dead', system, start), 'retired'],
    ]
    it.each(ends)('%s', async (_, end, reason) => {
      const [id, plain] = [await toSession(), await send(store)]
      await end()
      expect(await reasonOf('reader', id)).toBe(reason)
      expect(await reasonOf('reader', plain)).toBe(reason === 'retired' ? 'retired' : null)
    })

    it('that was read stays', async () => {
      const id = await toSession()
      await act(store, 'reader', 'read', id)
      await store.roster.beat('reader', start, 's2')
      expect(await idsIn(store, 'reader')).toEqual([id])
    })
  })

  const ends: readonly [string, string | undefined, () => Promise<unknown>][] = [
    ['a retired agent', undefined, () => store.roster.setState('reader', 'dead', system, start)],
    ['a session that ended', 'session:s1', () => store.roster.beat('reader', start, 's2')],
  ]
  it.each(ends)('the dead letters of %s are noted the oldest first', async (_, via, end) => {
    const ids: number[] = []
    for (const priority of ['low', 'urgent', 'normal', 'high', 'low'] as const)
      ids.push(
        await send(store, { priority, to: [{ address: 'reader', ...(via !== undefined && { via }) }] }),
      )
    await act(store, 'reader', 'snooze', ids[3] ?? 0, { until: start + hour })
    await end()
    const noted = await Promise.all(
      ids.map(async (id) => {
        const { rows } = await store.log.history(id, firstPage())
        return rows.find(({ what }) => what === 'dead')?.seq ?? Number.NaN
      }),
    )
    expect(noted.map((seq) => seq - (noted[0] ?? 0))).toEqual([0, 1, 2, 3, 4])
  })

  describe('burying', () => {
    const later = start + hour
    const cases: readonly [string, Written, (id: number) => Promise<unknown>, string | null, number][] = [
      ['expired unseen', lasting(later - 1), async () => {}, 'expired-unseen', 1],
      ['not expired', lasting(later + 1), async () => {}, null, 0],
      ['a broadcast', lasting(later - 1, { via: 'all' }), async () => {}, null, 0],
      ['a swarm’s', lasting(later - 1, { via: 'swarm:x' }), async () => {}, null, 0],
      ['read', lasting(later - 1), (id) => act(store, 'reader', 'read', id), null, 0],
      [
        'shown, then unread again',
        lasting(later - 1),
        async (id) => {
          await act(store, 'reader', 'read', id)
          await act(store, 'reader', 'unread', id)
        },
        null,
        0,
      ],
      [
        'a frozen agent’s',
        lasting(later - 1),
        () => store.roster.setState('reader', 'frozen', system, start),
        null,
        0,
      ],
      [
        'being handed over',
        lasting(later - 1),
        (id) => store.deliveries.hold(doer('reader'), 'reader', [id], later + minute, later - 2),
        null,
        0,
      ],
    ]
    it.each(cases)('%s', async (_, written, before, reason, amount) => {
      const id = await send(store, written)
      await before(id)
      const done = await store.deliveries.bury(later, 10)
      expect([done.dead, done.more]).toEqual([amount, false])
      expect(await reasonOf('reader', id)).toBe(reason)
      expect(await store.deliveries.bury(later, 10)).toEqual({
        dead: 0,
        lapsed: 0,
        messages: [],
        more: false,
      })
    })

    it('lets broadcasts lapse where their readers see them already', async () => {
      const id = await send(store, lasting(later - 1, { via: 'all' }))
      expect(await store.deliveries.bury(later, 10)).toMatchObject({ dead: 0, lapsed: 1, messages: [id] })
      expect(await idsIn(store, 'reader', expired, later)).toEqual([id])
      expect((await store.log.history(id, firstPage())).rows.at(-1)).toMatchObject({
        what: 'expired',
        actor: 'system',
      })
    })

    it('takes so many at a time', async () => {
      for (let at = 0; at < 5; at += 1) await send(store, lasting(later - 1))
      const rounds = []
      for (let more = true; more; ) {
        const done = await store.deliveries.bury(later, 2)
        rounds.push(done.dead)
        more = done.more
      }
      expect(rounds).toEqual([2, 2, 1])
      expect(await idsIn(store, 'reader', dead)).toHaveLength(5)
    })

    it('bounces held mail that nobody came for', async () => {
      const kept = { selector: 'agent:late', expiresAt: later - 1 }
      const id = await send(store, { to: [], selectors: [kept] })
      const lasts = await send(store, { to: [], selectors: [{ ...kept, expiresAt: null }] })
      expect(await store.deliveries.bury(later, 10)).toMatchObject({ dead: 1 })
      expect(await reasonOf('late', id)).toBe('held-expired')
      expect(await store.roster.find('late')).toBeNull()
      const { rows } = await store.deliveries.everyone('writer', dead, later, firstPage())
      expect(rows.map(({ message, delivery }) => [message.id, delivery?.owner])).toEqual([[id, 'late']])
      const { joined } = await store.roster.register(agent('late'), system, later)
      expect([joined, await idsIn(store, 'late')]).toEqual([1, [lasts]])
    })

    it('bounces a role’s mail only where nobody ever held it', async () => {
      const kept = { selector: 'role:dev', expiresAt: later - 1 }
      const nobodys = await send(store, { to: [], selectors: [kept] })
      const shared = await send(store, {
        to: [{ address: 'reader', via: 'role:dev', expiresAt: null }],
        selectors: [kept],
      })
      expect(await store.deliveries.bury(later, 10)).toMatchObject({ dead: 1 })
      expect(await reasonOf('role:dev', nobodys)).toBe('held-expired')
      expect(await idsIn(store, 'reader')).toEqual([shared])
    })
  })

  it('knows whose senders are still to be told', async () => {
    await enroll(store, 'gone')
    const [one, two] = [await send(store), await send(store, { to: ['reader', 'other'] })]
    await send(store, { from: 'system' })
    await send(store, { from: 'stranger' })
    await send(store, { from: 'gone' })
    await store.roster.setState('gone', 'dead', system, start)
    await store.roster.setState('reader', 'dead', system, start)
    await store.roster.setState('other', 'dead', system, start)
    expect(await store.deliveries.untold(null, 10)).toEqual([one, two])
    expect(await store.deliveries.untold('other', 10)).toEqual([two])
    expect(await store.deliveries.untold(null, 1)).toHaveLength(1)
    await send(store, { from: 'system', to: ['writer'], key: `dead-letter:${one}` })
    expect(await store.deliveries.untold(null, 10)).toEqual([two])
    expect(await store.deliveries.untold('nobody', 10)).toEqual([])
  })

  describe('redelivering', () => {
    const receiver = (address: string) => ({ address, via: 'to', owes: true })
    const again = (message: number, to: readonly string[], held: readonly string[] = []) =>
      store.deliveries.redeliver(doer('lea'), { message, to: to.map(receiver), held }, start + minute)

    it('makes a dead letter unread again, without the clock that killed it', async () => {
      const id = await send(store, lasting(start + 1, { via: 'session:s1' }))
      await store.deliveries.bury(start + minute, 10)
      expect(await again(id, ['reader'])).toEqual(['reader'])
      expect(await store.deliveries.find('reader', id)).toMatchObject({
        box: 'unread',
        was: null,
        via: 'to',
        owes: true,
        expiresAt: null,
        deadReason: null,
      })
      const { rows } = await store.log.history(id, firstPage())
      expect(rows.map(({ what, actor }) => [what, actor])).toEqual([
        ['sent', 'writer'],
        ['dead', 'system'],
        ['redelivered', 'lea'],
      ])
      await expect(again(id, ['reader'])).rejects.toMatchObject({ code: 'conflict' })
    })

    it('gives it to somebody else, and puts away what lay dead', async () => {
      const id = await send(store)
      await store.roster.setState('reader', 'dead', system, start)
      expect(await again(id, ['other'])).toEqual(['other'])
      expect(await idsIn(store, 'other')).toEqual([id])
      expect(await idsIn(store, 'reader', dead)).toEqual([])
      expect(await store.deliveries.find('reader', id)).toMatchObject({ box: 'archived', owes: false })
      expect((await store.log.receipts(id, firstPage())).rows.map(({ address }) => address)).toEqual([
        'other',
        'reader',
      ])
    })

    it('gives held mail to somebody, so that it waits no longer', async () => {
      const id = await send(store, { to: [], selectors: [{ selector: 'agent:late', expiresAt: null }] })
      expect(await again(id, ['other'], ['agent:late'])).toEqual(['other'])
      expect((await store.roster.register(agent('late'), system, start)).joined).toBe(0)
    })

    const refused: readonly [string, () => Promise<number>, readonly string[], string][] = [
      ['what is not dead', () => send(store), ['other'], 'conflict'],
      ['what is not there', async () => 999, ['other'], 'not-found'],
      ['to somebody unknown', () => deadLetter(), ['nobody'], 'not-found'],
      ['to who has it already', () => deadLetter(['reader', 'other']), ['other'], 'conflict'],
    ]
    const deadLetter = async (to: readonly string[] = ['reader']) => {
      const id = await send(store, { to })
      await store.roster.setState('reader', 'dead', system, start)
      return id
    }
    it.each(refused)('refuses %s, and changes nothing', async (_, make, to, code) => {
      const id = await make()
      const before = await idsIn(store, 'reader', dead)
      await expect(again(id, to)).rejects.toMatchObject({ code })
      expect(await idsIn(store, 'reader', dead)).toEqual(before)
    })
  })
}
