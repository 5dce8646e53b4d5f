import { expect, test } from 'vitest'
import type { Arrival, ArrivedCopy, DepartureFilter, MailStore } from '../../store/mail-store.ts'
import {
  allPages,
  doer,
  enroll,
  firstPage,
  hour,
  idsIn,
  type Open,
  post,
  send,
  start,
  system,
} from './fixture.ts'

export const copy = (address: string, more: Partial<ArrivedCopy> = {}): ArrivedCopy => ({
  address,
  via: 'to',
  owes: false,
  expiresAt: null,
  box: 'unread',
  was: null,
  readAt: null,
  acknowledgedAt: null,
  completedAt: null,
  claimedBy: null,
  ...more,
})

export function arrival(foreignId: string, more: Partial<Arrival> = {}): Arrival {
  const { principal: _p, key: _k, origin: _o, imported: _i, answers: _a, expect: _e, ...written } = post()
  return {
    ...written,
    importedBy: 'a',
    file: 'mail.jsonl:1',
    foreignId,
    aliases: [],
    replyTo: null,
    thread: null,
    sentAt: start - 1_000,
    recipients: [copy('reader')],
    ...more,
  }
}

export function exchangeCases(open: Open): void {
  arrivalCases(open)

  test('a full mailbox delays only its own copy of mail that is delivered now', async () => {
    const { store, close } = await open()
    for (const address of ['full', 'free']) await enroll(store, address)
    await send(store, { to: ['full'] })
    const taken = async (mostUnread: number, behind: readonly string[] = []) => {
      const due = { thread: null, newest: null, mostUnread, behind }
      const recipients = [copy('full'), copy('free')]
      const [one] = await store.exchange.take('cccc', [arrival('a', { recipients, due })], system, start)
      return one
    }
    const holders = async (id: number) => {
      const [departure] = await store.exchange.departuresOf('cccc', [id])
      return departure?.copies.map(({ owner }) => owner).toSorted()
    }
    expect(await taken(0)).toMatchObject({ id: 0, waiting: ['full', 'free'] })
    const first = await taken(1)
    const id = first?.id ?? 0
    expect(first).toEqual({ id, duplicate: false, differs: false, waiting: ['full'] })
    expect(await holders(id)).toEqual(['free'])
    expect(await taken(1)).toEqual({ id, duplicate: true, differs: false, waiting: ['full'] })
    expect(await taken(5, ['full'])).toEqual({ id, duplicate: true, differs: false, waiting: ['full'] })
    expect(await taken(5)).toEqual({ id, duplicate: false, differs: false })
    expect(await holders(id)).toEqual(['free', 'full'])
    expect(await taken(0)).toEqual({ id, duplicate: true, differs: false })
    await close()
  })

  test('what is taken in is known by its ids, once, and an answer finds what it answers', async () => {
    const { store, close } = await open()
    await store.exchange.enrol(
      [{ address: 'reader', longForm: null, state: 'frozen', lastSeen: null }],
      system,
      start,
    )
    const batch = [
      arrival('a', { aliases: ['one'] }),
      arrival('b', { replyTo: 'one', from: 'reader', recipients: [copy('writer')] }),
      arrival('a'),
      arrival('c', { thread: 'talk' }),
      arrival('d', { thread: 'talk' }),
    ]
    await enroll(store, 'writer')
    const taken = await store.exchange.take('haak', batch, system, start)
    expect(taken.map(({ duplicate }) => duplicate)).toEqual([false, false, true, false, false])
    const [a, b, again, c, d] = taken.map(({ id }) => id)
    expect(again).toBe(a)
    expect((await store.messages.read(b ?? 0, null))?.message).toMatchObject({
      replyTo: a,
      thread: a,
      sentAt: start - 1_000,
    })
    expect((await store.messages.read(d ?? 0, null))?.message).toMatchObject({ replyTo: null, thread: c })
    expect(await store.exchange.known('haak', ['a', 'd', 'x'])).toEqual([a, d, null])
    expect(await store.exchange.known('mail', ['a'])).toEqual([null])
    expect(await store.messages.find({ form: 'foreign', text: 'one' })).toEqual([a])
    expect(await store.messages.find({ form: 'foreign', text: 'talk' })).toEqual([c])
    expect(await store.exchange.take('haak', batch.slice(0, 2), system, start)).toEqual([
      { id: a, duplicate: true, differs: false },
      { id: b, duplicate: true, differs: false },
    ])
    const other = [arrival('a', { sentAt: start }), arrival('new')]
    expect((await store.exchange.take('haak', other, system, start)).map(({ differs }) => differs)).toEqual([
      true,
      false,
    ])
    await close()
  })

  test('copies come in the state that they had; only unread ones are unread', async () => {
    const { store, close } = await open()
    await enroll(store, 'reader')
    const states: readonly Partial<ArrivedCopy>[] = [
      { box: 'unread' },
      { box: 'read', readAt: start - 500 },
      { box: 'archived', was: 'completed', completedAt: start - 400 },
      { box: 'expired', was: 'unread', expiresAt: start - 300 },
    ]
    const batch = states.map((state, at) => arrival(`m${at}`, { recipients: [copy('reader', state)] }))
    const taken = await store.exchange.take('adr003', batch, system, start)
    const copies = await Promise.all(taken.map(({ id }) => store.deliveries.find('reader', id)))
    expect(copies).toMatchObject(states)
    expect(await store.deliveries.count('reader', start)).toMatchObject({ total: 1 })
    expect(await store.deliveries.bury(start, 100)).toMatchObject({ dead: 0 })
    const { rows } = await store.log.history(taken[1]?.id ?? 0, firstPage())
    expect(rows.map(({ what }) => what)).toEqual(['sent', 'imported'])
    await close()
  })

  test('each message knows who imported it and from where, also once it is cold', async () => {
    const { store, close } = await open()
    await enroll(store, 'reader', 'a')
    const doer = { actor: 'a', principal: null, session: null, command: 'import' }
    const settled = { recipients: [copy('reader', { box: 'archived', was: 'read' })] }
    const batch = [arrival('m0'), arrival('m1', settled), arrival('m2', { recipients: [] })]
    const taken = await store.exchange.take('haak', batch, doer, start)
    const imported = { by: 'a', format: 'haak', file: 'mail.jsonl:1' }
    for (const { id } of taken) {
      expect((await store.messages.read(id, null))?.message.imported).toEqual(imported)
      const { rows } = await store.log.history(id, firstPage())
      expect(rows.find(({ what }) => what === 'imported')).toMatchObject({
        actor: 'a',
        detail: { format: 'haak', file: 'mail.jsonl:1' },
      })
    }
    await send(store, { to: ['reader'] })
    while (await store.messages.index());
    await store.upkeep.chill(system, 100, start, 1)
    expect((await store.messages.read(taken[1]?.id ?? 0, null))?.message.imported).toEqual(imported)
    await close()
  })

  test('the roster gains who is not on it, in their state; others stay as they are', async () => {
    const { store, close } = await open()
    await enroll(store, 'reader')
    const states = { reader: 'frozen', sleeper: 'frozen', gone: 'dead', awake: 'alive' } as const
    const named = (['reader', 'sleeper', 'gone', 'awake'] as const).map((address) => ({
      address,
      longForm: null,
      role: 'r',
      state: states[address],
      lastSeen: address === 'awake' ? start - 60_000 : null,
    }))
    expect(await store.exchange.enrol(named, system, start)).toEqual(['sleeper', 'gone', 'awake'])
    expect(await store.roster.find('awake')).toMatchObject({ state: 'alive', lastSeen: start - 60_000 })
    expect(await store.roster.find('reader')).toMatchObject({ state: 'alive', role: null })
    expect(await store.roster.find('sleeper')).toMatchObject({ state: 'frozen', role: 'r' })
    expect(await store.roster.find('gone')).toMatchObject({ state: 'dead' })
    await close()
  })

  test('an answer finds its place, and a folder keeps its states', async () => {
    const { store, close } = await open()
    await enroll(store, 'reader')
    const arrivals = [arrival('A', { thread: 'T' }), arrival('B', { replyTo: 'A' })]
    const [first, second] = await store.exchange.take('haak', arrivals, doer('reader'), start)
    expect(await store.exchange.placeOf('haak', { replyTo: 'B', thread: null })).toEqual({
      parent: second?.id,
      thread: first?.id,
    })
    expect(await store.exchange.placeOf('haak', { replyTo: null, thread: 'T' })).toEqual({
      parent: null,
      thread: first?.id,
    })
    expect(await store.exchange.placeOf('haak', { replyTo: 'Z', thread: 'Z' })).toEqual({
      parent: null,
      thread: null,
    })
    await store.exchange.noteSynced('/a', [{ id: 'x', state: 'open' }])
    await store.exchange.noteSynced('/a', [
      { id: 'x', state: 'closed' },
      { id: 'y', state: 'open' },
    ])
    expect(await store.exchange.synced('/a', ['y', 'z', 'x'])).toEqual(['open', null, 'closed'])
    expect(await store.exchange.synced('/b', ['x'])).toEqual([null])
    await close()
  })

  test('all messages leave, with their copies, page by page, and those that are named', async () => {
    const { store, close } = await open()
    await enroll(store, 'reader', 'other')
    const ids = []
    for (const to of [['reader'], ['reader', 'other'], ['other']]) ids.push(await send(store, { to }))
    await store.exchange.name('adr003', [
      { message: ids[1] ?? 0, id: 'MSG-1' },
      { message: ids[2] ?? 0, id: 'MSG-1' },
    ])
    const pages = await allPages((after) => store.exchange.departures('adr003', {}, { limit: 2, after }))
    expect(pages.map(({ message }) => message.id)).toEqual(ids)
    expect(pages.map(({ copies }) => copies.map(({ owner }) => owner).sort())).toEqual([
      ['reader'],
      ['other', 'reader'],
      ['other'],
    ])
    expect(pages.map((one) => one.ids)).toEqual([[], ['MSG-1'], []])
    const idsOf = async (which: DepartureFilter) =>
      (await store.exchange.departures('adr003', which, firstPage())).rows.map(({ message }) => message.id)
    expect(await idsOf({ sentSince: start + 1 })).toEqual([])
    const [first, second] = [
      await store.messages.cursorAt(ids[0] ?? 0, 'after'),
      await store.messages.cursorAt(ids[1] ?? 0, 'after'),
    ]
    if (first === null || second === null) throw new Error('The messages are gone.')
    expect(await idsOf({ since: first })).toEqual(ids.slice(1))
    expect(await idsOf({ since: first, until: second })).toEqual([ids[1]])
    expect(await idsOf({ until: first })).toEqual([ids[0]])
    const [only] = await store.exchange.departuresOf('adr003', [99, ids[2] ?? 0])
    expect(only?.message.body).toBe('body')
    // What we gave away by its UUID is ours when it comes back.
    expect(await store.exchange.known('haak', [only?.uuid ?? ''])).toEqual([ids[2]])
    const back = await store.exchange.take(
      'haak',
      [arrival(only?.uuid ?? '', { sentAt: start })],
      doer('reader'),
      start,
    )
    expect(back).toEqual([{ id: ids[2], duplicate: true, differs: false }])
    expect(await idsIn(store, 'reader')).toEqual([ids[0], ids[1]])
    await close()
  })
}

/** Every way by which a message comes into a store. */
const comes: readonly (readonly [
  how: string,
  (store: MailStore, at: number, earlier: number) => Promise<number>,
])[] = [
  ['is sent', (store, sentAt) => send(store, { sentAt })],
  [
    'answers',
    (store, sentAt, earlier) =>
      send(store, {
        from: 'reader',
        to: ['writer'],
        kind: 'response',
        sentAt,
        replyTo: earlier,
        thread: earlier,
        answers: true,
      }),
  ],
  ['is posted to a channel', (store, sentAt) => send(store, { channels: ['news'], sentAt })],
  [
    'is imported',
    async (store, at) => (await store.exchange.take('haak', [arrival('late')], system, at))[0]?.id ?? 0,
  ],
]

function arrivalCases(open: Open): void {
  test.each(comes)(
    'mail that %s after the clock was set back arrives after all that was there',
    async (_, come) => {
      const { store, close } = await open()
      await enroll(store, 'writer', 'reader')
      await store.channels.create({ name: 'news', retainCount: null, retainHours: null }, start)
      const storedAt = async (id: number) => (await store.log.receipts(id, firstPage())).rows[0]?.stored
      const earlier = await send(store, { to: ['reader'], sentAt: start + 9 * hour })
      const late = await come(store, start, earlier)
      const latest = await send(store, { sentAt: start + 10 * hour })
      const copies = await Promise.all([earlier, late, latest].map(storedAt))
      expect(copies).toEqual([9, 9, 10].map((hours) => start + hours * hour))
      await close()
    },
  )
}
