import { afterEach, beforeEach, expect, it } from 'vitest'
import type { Context } from '../../src/services/context.ts'
import { pruneChannels } from '../../src/services/upkeep/acts/retention.ts'
import type { Pace } from '../../src/services/upkeep/pace.ts'
import type { MailStore } from '../../store/mail-store.ts'
import { doer, enroll, hour, type Open, type Opened, send, start } from './fixture.ts'

const posts = 230

export function prunedCases(open: Open): void {
  let opened: Opened
  let store: MailStore
  beforeEach(async () => {
    opened = await open()
    store = opened.store
    await enroll(store, 'writer', 'reader')
    await store.channels.create({ name: 'c', retainCount: null, retainHours: null }, start)
    for (let at = 0; at < posts; at += 1) await post(start)
  })
  afterEach(() => opened.close())

  const post = (sentAt: number) => send(store, { to: [], channels: ['c'], sentAt })
  const left = async () => (await store.channels.find('c'))?.posts

  it('by a new retention: all that it does not keep, and the answer says how many are left', async () => {
    const retention = { retainCount: 5, retainHours: null }
    const author = { doer: doer('writer'), at: start }
    expect(await store.channels.retain('c', retention, start, author)).toMatchObject({ posts: 5 })
    expect(await left()).toBe(5)
  })

  it('by a send: no more than a batch, however many are too old', async () => {
    await store.channels.retain('c', { retainCount: null, retainHours: 1 }, start)
    expect(await left()).toBe(posts)
    await post(start + 2 * hour)
    expect(await left()).toBe(posts + 1 - 100)
    await post(start + 2 * hour)
    expect(await left()).toBe(posts + 2 - 200)
    await post(start + 2 * hour)
    expect(await left()).toBe(3)
  })

  it('by a patrol: batch by batch, and whoever sends meanwhile waits for no more than one', async () => {
    const other = await opened.again()
    await store.channels.retain('c', { retainCount: null, retainHours: 1 }, start)
    const sent: number[] = []
    const pace: Pace = {
      batch: 25,
      stop: new AbortController().signal,
      after: null,
      isOver: () => false,
      mark: () => {},
      async goesOn() {
        sent.push(await send(other))
        return true
      },
    }
    const context = { store, now: () => start + 2 * hour } as unknown as Context
    const [act] = await pruneChannels({ context, rehearsal: false, pace })
    expect(act?.messages).toHaveLength(posts)
    expect(sent).toHaveLength(Math.ceil(posts / 100))
    expect(await left()).toBe(0)
  })
}
