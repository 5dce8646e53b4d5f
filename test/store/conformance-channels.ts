import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import type { MailStore, PageRequest } from '../../store/mail-store.ts'
import { enroll, firstPage, hour, type Open, type Opened, send, start } from './fixture.ts'

export function channelCases(open: Open): void {
  let opened: Opened
  let store: MailStore
  beforeEach(async () => {
    opened = await open()
    store = opened.store
    await enroll(store, 'reader', 'other')
  })
  afterEach(() => opened.close())

  describe('channels', () => {
    const make = (name = 'alerts', retainCount: number | null = null, retainHours: number | null = null) =>
      store.channels.create({ name, retainCount, retainHours }, start)
    const post = (sentAt = start, channels = ['alerts']) => send(store, { to: [], channels, sentAt })
    const ids = async (page: PageRequest = firstPage(), reader = 'reader') =>
      (await store.channels.posts('alerts', reader, start, page)).rows.map(({ message }) => message.id)

    it('keep subscribers until they go, and tell how much is posted', async () => {
      expect(await make('alerts', 5, 24)).toEqual({
        name: 'alerts',
        status: 'active',
        subscribers: [],
        retainCount: 5,
        retainHours: 24,
        posts: 0,
      })
      for (const agent of ['reader', 'other', 'reader'])
        await store.channels.subscribe('alerts', agent, start)
      await post()
      expect(await store.channels.find('alerts')).toMatchObject({
        subscribers: ['other', 'reader'],
        posts: 1,
      })
      expect(await store.channels.unsubscribe('alerts', 'other')).toMatchObject({ subscribers: ['reader'] })
      expect((await store.channels.list(firstPage())).rows).toHaveLength(1)
      await expect(make()).rejects.toMatchObject({ code: 'conflict' })
      await expect(store.channels.subscribe('alerts', 'nobody', start)).rejects.toMatchObject({
        code: 'not-found',
      })
      await expect(store.channels.subscribe('gone', 'reader', start)).rejects.toMatchObject({
        code: 'not-found',
      })
    })

    it('are on nobody’s roster', async () => {
      await make()
      await post()
      expect((await store.roster.list({}, firstPage())).rows.map(({ address }) => address)).toEqual([
        'other',
        'reader',
      ])
      expect(await store.roster.nearest('channel:alert', 3)).toEqual([])
    })

    it('are read from the newest page back, each page as it came, with the reader’s own copies', async () => {
      await make()
      const first = await send(store, {
        to: [{ address: 'reader', via: 'channel:alerts' }],
        channels: ['alerts'],
      })
      const others = [await post(), await post()]
      expect(await ids()).toEqual([first, ...others])
      const { rows, next } = await store.channels.posts('alerts', 'reader', start, { limit: 2, after: null })
      expect(rows.map(({ message }) => message.id)).toEqual(others)
      expect(await ids({ limit: 2, after: next })).toEqual([first])
      const [oldest] = (await store.channels.posts('alerts', 'reader', start, firstPage())).rows
      expect(oldest?.delivery).toMatchObject({ owner: 'reader', box: 'unread', via: 'channel:alerts' })
      expect((await store.channels.posts('alerts', 'other', start, firstPage())).rows[0]?.delivery).toBeNull()
    })

    it('keep exactly as many posts as they are to on each post, and pinned ones besides', async () => {
      await make('alerts', 2)
      const [one, two] = [await post(), await post()]
      expect(await store.channels.pin('alerts', [one, 999], true)).toEqual({ found: [one], changed: [one] })
      const [three, four] = [await post(), await post()]
      expect(await ids()).toEqual([one, three, four])
      expect(await store.messages.read(two, null)).not.toBeNull()
      await store.channels.pin('alerts', [one], false)
      const five = await post()
      expect(await ids()).toEqual([four, five])
    })

    it('lose what is too old on each post, and on patrol', async () => {
      await make('alerts', null, 24)
      const first = await post()
      const second = await post(start + 2 * hour)
      const third = await post(start + 25 * hour)
      expect(await ids()).toEqual([second, third])
      expect(await store.channels.prunable(start + 26 * hour)).toEqual([])
      expect(await store.channels.prunable(start + 27 * hour)).toEqual([
        { channel: 'alerts', messages: [second] },
      ])
      expect(await ids()).toEqual([second, third])
      expect(await store.channels.prune('alerts', [second])).toEqual([second])
      expect(await store.channels.prune('alerts', [second])).toEqual([])
      expect(await ids()).toEqual([third])
      expect(first).toBeLessThan(second)
    })

    it('lose nothing too early where the clock was set back', async () => {
      await make('alerts', null, 24)
      await post(start + 2 * hour)
      await post(start)
      expect(await store.channels.prunable(start + 25 * hour)).toEqual([])
    })

    it('lose what either limit takes', async () => {
      await make('alerts', 3, 24)
      await post()
      const second = await post(start + 2 * hour)
      const third = await post(start + 25 * hour)
      expect(await ids()).toEqual([second, third])
      const others = [await post(start + 25 * hour), await post(start + 25 * hour)]
      expect(await ids()).toEqual([third, ...others])
    })

    it('take no posts once they are closed, and keep what is there', async () => {
      await make()
      const id = await post()
      expect(await store.channels.close('alerts')).toMatchObject({ status: 'closed', posts: 1 })
      await expect(post()).rejects.toMatchObject({ code: 'conflict' })
      await expect(store.channels.subscribe('alerts', 'reader', start)).rejects.toMatchObject({
        code: 'conflict',
      })
      await expect(post(start, ['nowhere'])).rejects.toMatchObject({ code: 'not-found' })
      expect(await ids()).toEqual([id])
    })

    it('take in what was held for them; once removed they begin anew', async () => {
      const held = await send(store, { to: [], selectors: [{ selector: 'channel:alerts', expiresAt: null }] })
      expect(await make()).toMatchObject({ posts: 1 })
      expect(await ids()).toEqual([held])
      await store.channels.subscribe('alerts', 'reader', start)
      expect(await store.channels.remove('alerts')).toMatchObject({ posts: 1, subscribers: ['reader'] })
      expect(await store.channels.find('alerts')).toBeNull()
      expect(await make()).toMatchObject({ posts: 0, subscribers: [] })
    })
  })
}
