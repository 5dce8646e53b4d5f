import { afterEach, beforeEach, expect, it } from 'vitest'
import { type ChangeKind, changeKinds } from '../../src/domain/change-kind.ts'
import { parseQuery } from '../../src/domain/query/query.ts'
import type { MailStore } from '../../store/mail-store.ts'
import { act, doer, enroll, firstPage, type Open, type Opened, post, send, start } from './fixture.ts'

const never = new AbortController().signal

/** What waits for changes of others, what is done while nobody waits, and what is stored together. */
export function liveCases(open: Open): void {
  let opened: Opened
  let store: MailStore
  let other: MailStore
  beforeEach(async () => {
    opened = await open()
    store = opened.store
    await enroll(store, 'writer', 'reader')
    other = await opened.again()
  })
  afterEach(() => opened.close())

  it('whoever waits hears of each change, of its own opening and of others', async () => {
    for (const writer of [other, store, other]) {
      const change = store.live.changed(never)
      await send(writer)
      await change
    }
  })

  it('whoever waits hears of all that a change altered', async () => {
    const asked = {
      session: 's1',
      helper: null,
      kind: 'permission',
      reason: 'Bash',
      isNotice: false,
    } as const
    const here = { who: 'reader', thread: null, replying: false, acting: null, seenAt: start, keyAt: null }
    const draft = { owner: 'reader', id: 'd1', operation: 'send', fields: {}, savedAt: start, sendAt: null }
    const message = await send(store)
    const changes: readonly [readonly ChangeKind[], (of: MailStore) => Promise<unknown>][] = [
      [['presence'], (of) => of.presence.put({ id: of === store ? 't1' : 't2', ...here })],
      [['roster'], (of) => of.asks.note({ ...asked, agent: 'writer', at: start })],
      [['places'], (of) => of.drafts.save(draft)],
      [['mail', 'roster', 'places', 'log'], (of) => act(of, 'reader', 'pin', message)],
      [['mail', 'roster', 'places', 'log'], (of) => act(of, 'reader', 'unpin', message)],
      [changeKinds, (of) => send(of)],
    ]
    for (const writer of [other, store])
      for (const [kinds, change] of changes) {
        const heard = new Set<ChangeKind>()
        const hears = async () => {
          while (!kinds.every((kind) => heard.has(kind)))
            for (const kind of await store.live.changed(never)) heard.add(kind)
        }
        await Promise.all([hears(), change(writer)])
      }
  })

  it('whoever waits for the mail of one agent hears of it', async () => {
    for (const writer of [other, store]) {
      const mail = store.live.mail('reader', never)
      const id = await send(writer)
      await mail
      expect((await store.deliveries.find('reader', id))?.box).toBe('unread')
    }
  })

  it('says what hooks look for: mail, who waits for a person, and reserved paths', async () => {
    const signals = () => store.live.signals(['reader', 'writer', 'stranger'])
    const asked = {
      session: 's1',
      helper: null,
      kind: 'permission',
      reason: 'Bash',
      isNotice: false,
    } as const
    const quiet = { waiting: ['stranger'], asking: [], isReserved: false }
    expect(await signals()).toEqual(quiet)
    const id = await send(other)
    await other.asks.note({ ...asked, agent: 'writer', at: start })
    const author = { doer: doer('writer'), at: start }
    await other.reservations.reserve(author, { project: '/p', shared: false, until: start + 9, paths: ['a'] })
    const found = await signals()
    expect({ ...found, waiting: found.waiting.toSorted() }).toEqual({
      waiting: ['reader', 'stranger'],
      asking: ['writer'],
      isReserved: true,
    })
    await act(other, 'reader', 'snooze', id, { until: start + 9 })
    expect((await signals()).waiting).toContain('reader')
    await act(other, 'reader', 'archive', id)
    await other.asks.clear('writer')
    await other.reservations.release(author, null)
    expect(await signals()).toEqual(quiet)
  })

  it('waiting ends with its signal', async () => {
    const stop = new AbortController()
    const waits = [store.live.changed(stop.signal), store.live.mail('reader', stop.signal)]
    stop.abort()
    await Promise.all(waits)
  })

  it('is kept in shape until there is no more to do, and finds the same before and after', async () => {
    const ids: number[] = []
    for (let count = 0; count < 5; count += 1) ids.push(await send(store, { body: `needle ${count}` }))
    const find = async () => {
      const page = { ...firstPage(), best: false }
      const { rows } = await store.messages.search(parseQuery('needle', start), 'reader', start, page)
      return rows.map(({ message }) => message.id)
    }
    expect(await find()).toEqual(ids.toReversed())
    for (let rounds = 0; await store.live.tend(); rounds += 1) expect(rounds).toBeLessThan(100)
    while (await store.messages.index());
    expect(await find()).toEqual(ids.toReversed())
    await store.live.tidy(1)
  })

  it('stores gathered changes together, each of which happened or not', async () => {
    store.gather()
    const first = await store.messages.deliver(post({ key: 'one' }))
    await expect(store.messages.deliver(post({ key: 'one', body: 'another' }))).rejects.toMatchObject({
      code: 'conflict',
    })
    await expect(store.messages.deliver(post({ to: ['nobody'] }))).rejects.toMatchObject({
      code: 'not-found',
    })
    const second = await store.messages.deliver(post({ key: 'two' }))
    await store.commit()
    expect(second.id).toBeGreaterThan(first.id)
    const page = await other.deliveries.page('reader', { boxes: ['unread'] }, start, firstPage())
    expect(page.rows.map(({ message }) => message.id)).toEqual([first.id, second.id])
    await send(store)
    expect((await other.deliveries.count('reader', start)).total).toBe(3)
  })
}
