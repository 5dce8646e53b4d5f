import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { defaultQueue } from '../../src/domain/queue.ts'
import type { MailStore } from '../../store/mail-store.ts'
import { doer, enroll, firstPage, minute, type Open, type Opened, send, start, system } from './fixture.ts'

const tag = 'project:inscription'

/** Every place in one look, and the mail to a tag. */
export function listedCases(open: Open): void {
  let opened: Opened
  let store: MailStore
  beforeEach(async () => {
    opened = await open()
    store = opened.store
    await enroll(store, 'reader', { address: 'bearer', addTags: [tag, 'concern:costs', 'role:judge'] })
  })
  afterEach(() => opened.close())
  const toTag = (more: object = {}) =>
    send(store, { to: [], selectors: [{ selector: tag, expiresAt: null }], ...more })

  describe('places', () => {
    it('are all told at once, with what lies in them', async () => {
      const work = { ...defaultQueue, name: 'work', attempts: 1 }
      await store.queues.create(work, system, start)
      await store.queues.create({ ...work, name: 'later', status: 'paused' }, system, start)
      for (let items = 0; items < 4; items += 1)
        await send(store, { to: [{ address: 'queue:work', via: 'queue:work', owes: false }] })
      const claim = async () =>
        store.queues.claim(doer('reader'), { queue: 'work', forms: ['reader'], lease: minute }, start)
      const poisoned = await claim()
      await claim()
      const [failed] = poisoned === null ? [] : [{ message: poisoned.letter.message.id }]
      if (failed) await store.queues.finish(doer('reader'), [failed], { verb: 'fail' }, start)
      await store.channels.create({ name: 'alerts', retainCount: null, retainHours: null }, start)
      await store.channels.subscribe('alerts', 'reader', start)
      await send(store, { to: [], channels: ['alerts'] })
      await store.groups.create({ name: 'ops', members: ['reader', '@town'] })
      await toTag()
      expect(await store.places.list('reader', start)).toEqual({
        queues: [
          { name: 'later', status: 'paused', available: 0, processing: 0, failed: 0 },
          { name: 'work', status: 'active', available: 2, processing: 1, failed: 1 },
        ],
        channels: [{ name: 'alerts', status: 'active', subscribed: true, posts: 1 }],
        tags: [
          { tag: 'concern:costs', bearers: 1, posts: 0 },
          { tag, bearers: 1, posts: 1 },
        ],
        groups: [{ name: 'ops', members: 2 }],
      })
      const later = await store.places.list('bearer', start + 2 * minute)
      expect(later.queues[1]).toMatchObject({ available: 3, processing: 0 })
      expect(later.channels[0]).toMatchObject({ subscribed: false })
    })

    it('are counted up to a hundred', async () => {
      for (let posts = 0; posts < 101; posts += 1) await toTag()
      expect((await store.places.list('reader', start)).tags[1]).toMatchObject({ tag, posts: 100 })
    })

    it('have nothing in a new store', async () => {
      await store.roster.update(
        { address: 'bearer', longForm: null, removeTags: [tag, 'concern:costs'] },
        system,
        start,
      )
      expect(await store.places.list('reader', start)).toEqual({
        queues: [],
        channels: [],
        tags: [],
        groups: [],
      })
    })
  })

  describe('mail to a tag', () => {
    it('comes newest page first, each page as it came, with the reader’s copies', async () => {
      const ids = [await toTag({ to: ['reader'] }), await toTag(), await toTag()]
      await send(store)
      const first = await store.places.tagged(tag, 'reader', start, firstPage(2))
      expect(first.rows.map(({ message }) => message.id)).toEqual(ids.slice(1))
      const rest = await store.places.tagged(tag, 'reader', start, { limit: 2, after: first.next })
      expect(rest.rows.map(({ message, delivery }) => [message.id, delivery?.box])).toEqual([
        [ids[0], 'unread'],
      ])
      expect(rest.next).toBeNull()
    })

    it('stays listed when a dead copy went to somebody else, and waits for nobody any more', async () => {
      const id = await toTag({ to: ['bearer'] })
      await store.roster.setState('bearer', 'dead', system, start)
      const to = [{ address: 'reader', via: 'to', owes: false }]
      await store.deliveries.redeliver(system, { message: id, to, held: [tag] }, start)
      expect((await store.places.tagged(tag, 'reader', start, firstPage())).rows).toHaveLength(1)
      await enroll(store, { address: 'late', addTags: [tag] })
      expect(await store.deliveries.find('late', id)).toBeNull()
    })
  })
}
