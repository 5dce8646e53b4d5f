import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { parseQuery } from '../../src/domain/query/query.ts'
import type { MailStore } from '../../store/mail-store.ts'
import {
  act,
  allPages,
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

/** Everything that may leave, but the newest one. */
async function chillAll(store: MailStore, now = start, beyond = 1): Promise<readonly number[]> {
  const moved: number[] = []
  for (let more = true; more; ) {
    const chilled = await store.upkeep.chill(system, 200, now, beyond)
    moved.push(...chilled.messages)
    more = chilled.more
  }
  return moved
}

const archived = async (store: MailStore, written: Written = {}) => {
  const id = await send(store, { to: [{ address: 'reader', owes: false }], ...written })
  await act(store, 'reader', 'archive', id)
  return id
}

export function coldCases(open: Open): void {
  let opened: Opened
  let store: MailStore
  beforeEach(async () => {
    opened = await open()
    store = opened.store
    await enroll(store, 'writer', 'reader', 'other')
  })
  afterEach(() => opened.close())

  it('takes what is settled beyond the newest, oldest first, and never the newest of all', async () => {
    const ids = [await archived(store), await archived(store), await archived(store), await archived(store)]
    expect(await store.upkeep.chill(system, 200, start, 0)).toEqual({ messages: [], more: false })
    expect(await chillAll(store, start, 2)).toEqual(ids.slice(0, 2))
    expect(await chillAll(store, start, 2)).toEqual([])
    expect(await chillAll(store, start, 1)).toEqual([ids[2]])
    const batch = [await archived(store), await archived(store)]
    expect(await store.upkeep.chillable(1, start, 1)).toEqual({ messages: [ids[3]], more: true })
    expect(await store.upkeep.chill(system, 1, start, 1)).toEqual({ messages: [ids[3]], more: true })
    expect(await store.upkeep.chill(system, 1, start, 1)).toMatchObject({ messages: [batch[0]] })
  })

  it('says what it would take and takes nothing', async () => {
    const ids = [await archived(store), await archived(store)]
    expect(await store.upkeep.chillable(200, start, 1)).toEqual({ messages: [ids[0]], more: false })
    expect(await store.upkeep.chillable(200, start, 1)).toEqual({ messages: [ids[0]], more: false })
    expect(await chillAll(store)).toEqual([ids[0]])
  })

  it('gives it back whole to whoever reads it', async () => {
    const long = 'x'.repeat(2000)
    const written = {
      subject: 'Rates',
      body: `line\n\0 ${long} é`,
      preview: 'line',
      payload: { long },
      context: { long },
      attachments: ['a.txt', long],
      tags: ['t'],
      meta: { long },
      origin: { process: 1, terminal: 'tty', pane: '%1', session: 's' },
      key: 'k',
    }
    const ids = [await archived(store, written), await archived(store, { body: '' })]
    const [id = 0] = ids
    await archived(store)
    const before = await store.messages.read(id, 'reader')
    expect(await chillAll(store)).toEqual(ids)
    expect(await store.messages.read(id, 'reader')).toEqual(before)
    expect((await store.messages.read(ids[1] ?? 0, null))?.message.body).toBe('')
    const bodies = { ...firstPage(), bodies: true }
    expect((await store.messages.thread(id, 'reader', bodies)).rows).toEqual([before])
    const [row] = (await store.messages.thread(id, 'reader', { ...bodies, bodies: false })).rows
    expect(row?.message).toMatchObject({ subject: 'Rates', preview: 'line', tags: ['t'], from: 'writer' })
    expect((await store.log.history(id, firstPage())).rows.map(({ what }) => what)).toContain('cold')
    await act(store, 'reader', 'restore', id)
    expect(await idsIn(store, 'reader')).toContain(id)
  })

  describe('keeps what somebody may still need', () => {
    type Keep = (id: number) => Promise<unknown>
    const put = (verb: Parameters<typeof act>[2], more: Parameters<typeof act>[4] = {}): Keep => {
      return (id) => act(store, 'reader', verb, id, more)
    }
    const kept: readonly (readonly [string, Written, Keep])[] = [
      ['unread', {}, async () => {}],
      ['read', {}, put('read')],
      ['in work', {}, put('process')],
      ['done but left there', {}, put('complete', { keep: true })],
      ['failed', {}, put('fail')],
      ['snoozed', {}, put('snooze', { until: start + 9 * hour })],
      [
        'pinned',
        {},
        async (id) => {
          await put('pin')(id)
          await put('archive')(id)
        },
      ],
      [
        'expired and owed',
        { to: [{ address: 'reader', owes: true, expiresAt: start + minute }] },
        async () => {},
      ],
      ['unread by somebody else', { to: ['reader', 'other'] }, put('archive')],
      [
        'held',
        { to: [{ address: 'reader', owes: false, expiresAt: start + minute }] },
        (id) => store.deliveries.hold(doer('reader'), 'reader', [id], start + 3 * hour, start),
      ],
      ['posted for who comes', { selectors: [{ selector: 'project:x', expiresAt: null }] }, put('archive')],
      [
        'held for a name',
        { to: [], selectors: [{ selector: 'agent:late', expiresAt: null }] },
        async () => {},
      ],
      ['sent to nobody here', { to: [] }, async () => {}],
    ]

    it.each(kept)('%s', async (_what, written, keep) => {
      const id = await send(store, { to: [{ address: 'reader', owes: false }], ...written })
      await keep(id)
      await send(store)
      expect(await store.upkeep.chillable(200, start + 2 * hour, 1)).toEqual({ messages: [], more: false })
      expect(await chillAll(store, start + 2 * hour)).toEqual([])
    })

    it('what a draft answers', async () => {
      const { shortId } = await import('../../src/domain/id.ts')
      const ids = [await archived(store), await archived(store), await archived(store)]
      await store.drafts.save({
        id: 'd',
        owner: 'other',
        operation: 'reply',
        fields: { message: shortId(ids[0] ?? 0), body: 'not yet' },
        savedAt: start,
        sendAt: null,
      })
      expect(await chillAll(store)).toEqual([ids[1]])
    })

    it('until it is over', async () => {
      const expiring = { address: 'reader', owes: false, expiresAt: start + minute }
      const id = await send(store, {
        to: [expiring],
        selectors: [{ selector: 'all', expiresAt: start + minute }],
      })
      await send(store)
      expect(await chillAll(store, start)).toEqual([])
      expect(await chillAll(store, start + 2 * minute)).toEqual([id])
    })
  })

  it('is read and found the same once its file is compressed', async () => {
    const ids = [await archived(store, { body: 'The cutter is dull' }), await archived(store)]
    await archived(store)
    const before = await store.messages.read(ids[0] ?? 0, 'reader')
    expect(await chillAll(store)).toEqual(ids)
    expect(await store.upkeep.compressCold('2027-01')).toEqual([])
    const files = (await store.upkeep.compressCold(null)).map(({ file }) => file)
    // A store without files of its own has nothing to compress.
    expect(files).toEqual(files.length === 0 ? [] : ['2027-01.jsonl'])
    const warm = await store.messages.read(ids[0] ?? 0, 'reader')
    expect(warm?.message.body).toBe('The cutter is dull')
    expect(warm?.message).toEqual(before?.message)
    const query = parseQuery('cutter', start)
    const { rows } = await store.messages.searchCold(query, 'reader', start, firstPage())
    expect(rows.map(({ message }) => message.id)).toEqual([ids[0]])
    expect(await store.upkeep.compressCold(null)).toEqual([])
  })

  describe('search', () => {
    const find = async (text: string, cold: boolean) => {
      const page = (after: string | null) =>
        cold
          ? store.messages.searchCold(parseQuery(text, start), 'reader', start, { limit: 2, after })
          : store.messages.search(parseQuery(text, start), 'reader', start, {
              limit: 2,
              after,
              best: false,
            })
      return (await allPages(page)).map(({ message }) => message.id)
    }

    it('finds it in the cold files alone, in the same language', async () => {
      const ids: number[] = []
      for (const [subject, body] of [
        ['Rates', 'The cutter is dull'],
        ['Knives', 'Sharpen the cutters'],
        ['Cutter', 'nothing else'],
        ['Rates', 'unrelated'],
        ['Rates', 'the cutter'],
      ] as const)
        ids.push(await archived(store, { subject, body, tags: subject === 'Rates' ? ['money'] : [] }))
      const [one = 0, two = 0, three = 0, four = 0, five = 0] = ids
      expect(await find('cutter', false)).toEqual([five, three, one])
      expect(await chillAll(store)).toEqual([one, two, three, four])
      expect(await store.messages.searchedBodies([five, 999, one])).toEqual([
        'the cutter',
        '',
        'The cutter is dull',
      ])
      expect(await find('cutter', false)).toEqual([five])
      expect(await find('', false)).toEqual([five])
      const cases: readonly (readonly [string, readonly number[]])[] = [
        ['cutter', [three, one]],
        ['cutter*', [three, two, one]],
        ['cutter -dull', [three]],
        ['"cutter is"', [one]],
        ['tag:money', [four, one]],
        ['from:writer to:reader', [four, three, two, one]],
        ['is:archived', [four, three, two, one]],
        ['is:unread', []],
        ['from:other', []],
        ['before:2020-01-01', []],
        ['nowhere', []],
      ]
      for (const [text, found] of cases) expect(await find(text, true), text).toEqual(found)
    })
  })
}
