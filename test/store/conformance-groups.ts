import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import type { MailStore } from '../../store/mail-store.ts'
import {
  allPages,
  doer,
  enroll,
  firstPage,
  hour,
  idsIn,
  type Open,
  type Opened,
  openMail,
  send,
  start,
} from './fixture.ts'

export function groupCases(open: Open): void {
  let opened: Opened
  let store: MailStore
  beforeEach(async () => {
    opened = await open()
    store = opened.store
    await enroll(store, 'reader', 'other')
  })
  afterEach(() => opened.close())
  const nothing = { names: [], roles: [], tags: [], swarms: [], people: false, everyone: false }
  const version = async () => (await store.roster.lookUp(nothing)).version

  describe('groups', () => {
    it('are made, changed and removed, each a change of the roster', async () => {
      const before = await version()
      expect(await store.groups.create({ name: 'ops', members: ['reader', 'reader', '@town'] })).toEqual({
        name: 'ops',
        members: ['reader', '@town'],
      })
      expect(
        await store.groups.change('ops', { add: ['other', 'reader'], remove: ['@town', 'gone'] }),
      ).toEqual({
        name: 'ops',
        members: ['reader', 'other'],
      })
      expect(await store.groups.find('ops')).toEqual({ name: 'ops', members: ['reader', 'other'] })
      expect(await store.groups.remove('ops')).toMatchObject({ name: 'ops' })
      expect(await store.groups.find('ops')).toBeNull()
      expect(await version()).toBe(before + 3)
    })

    it('are told apart by name, page by page', async () => {
      for (const name of ['c', 'a', 'b']) await store.groups.create({ name, members: [] })
      await expect(store.groups.create({ name: 'a', members: [] })).rejects.toMatchObject({
        code: 'conflict',
      })
      await expect(store.groups.remove('z')).rejects.toMatchObject({ code: 'not-found' })
      await expect(store.groups.change('z', { add: [], remove: [] })).rejects.toMatchObject({
        code: 'not-found',
      })
      const all = await allPages((after) => store.groups.list({ limit: 1, after }))
      expect(all.map(({ name }) => name)).toEqual(['a', 'b', 'c'])
    })

    it('are found with queues and channels by the roster, and remembered no longer than they stand', async () => {
      const ask = async () =>
        (await store.roster.lookUp({ ...nothing, places: ['ops', 'nowhere'] })).places ?? []
      expect(await ask()).toEqual([])
      await store.groups.create({ name: 'ops', members: ['reader'] })
      expect(await ask()).toEqual([{ type: 'group', name: 'ops', members: ['reader'] }])
      await store.channels.create({ name: 'ops', retainCount: null, retainHours: null }, start)
      await store.channels.subscribe('ops', 'reader', start)
      const { agents, places } = await store.roster.lookUp({ ...nothing, places: ['ops'] })
      expect(agents.map(({ address }) => address)).toEqual(['reader'])
      expect(places).toContainEqual({
        type: 'channel',
        name: 'ops',
        status: 'active',
        subscribers: ['reader'],
      })
    })
  })

  describe('groups that mail is held for', () => {
    const hold = (name: string, from = 'writer', expiresAt: number | null = null) =>
      send(store, { from, to: [], selectors: [{ selector: `group:${name}`, expiresAt }] })
    const handOn = (name: string, agents: readonly string[], at = start) =>
      store.groups.deliverHeld(name, agents, doer('lea'), at)

    it('are told by name, each once, whether they are there or not', async () => {
      await hold('ops')
      await hold('ops')
      await hold('crew')
      await send(store, { to: [], selectors: [{ selector: 'role:ops', expiresAt: null }] })
      expect(await store.groups.held()).toEqual(['crew', 'ops'])
      await store.groups.create({ name: 'ops', members: [] })
      expect(await store.groups.held()).toEqual(['crew', 'ops'])
    })

    it('hand it to whom they are told, oldest first, as theirs by that group, and hold it no more', async () => {
      const ids = [await hold('ops'), await hold('ops')]
      const other = await hold('crew')
      expect(await handOn('ops', ['reader', 'other', 'nobody'])).toBe(4)
      for (const agent of ['reader', 'other']) expect(await idsIn(store, agent)).toEqual(ids)
      const { rows } = await store.deliveries.page('reader', openMail, start, firstPage())
      expect(rows[0]?.delivery).toMatchObject({ box: 'unread', via: 'group:ops', owes: true })
      expect(await store.groups.held()).toEqual(['crew'])
      expect(await handOn('ops', ['reader'])).toBe(0)
      expect(await handOn('crew', ['other'])).toBe(1)
      expect(await idsIn(store, 'other')).toEqual([...ids, other])
      const { rows: events } = await store.log.history(ids[0] ?? 0, firstPage())
      expect(events.filter(({ what }) => what === 'joined')).toMatchObject([
        { actor: 'lea', detail: { via: 'group:ops' } },
        { actor: 'lea', detail: { via: 'group:ops' } },
      ])
    })

    it('keep what nobody but its sender could get, and what is over', async () => {
      await hold('ops', 'reader')
      expect(await handOn('ops', ['reader'])).toBe(0)
      expect(await handOn('ops', [])).toBe(0)
      expect(await store.groups.held()).toEqual(['ops'])
      await hold('old', 'writer', start + 1)
      expect(await handOn('old', ['reader'], start + hour)).toBe(0)
      expect(await idsIn(store, 'reader')).toEqual([])
    })

    it('give nobody a second copy of what came another way', async () => {
      const id = await send(store, {
        to: ['reader'],
        selectors: [{ selector: 'group:ops', expiresAt: null }],
      })
      expect(await handOn('ops', ['reader', 'other'])).toBe(1)
      expect(await idsIn(store, 'reader')).toEqual([id])
    })
  })
}
