import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { digitsOf, parseId, shortId } from '../../src/domain/id.ts'
import { parseQuery } from '../../src/domain/query/query.ts'
import type { MailStore } from '../../store/mail-store.ts'
import {
  act,
  allPages,
  enroll,
  firstPage,
  hour,
  idsIn,
  type Open,
  type Opened,
  openMail,
  post,
  send,
  start,
  type Written,
} from './fixture.ts'

export function messageCases(open: Open): void {
  let opened: Opened
  let store: MailStore
  beforeEach(async () => {
    opened = await open()
    store = opened.store
    await enroll(store, 'writer', 'reader', 'other')
  })
  afterEach(() => opened.close())

  it('gives each of many recipients a copy of its own terms', async () => {
    const names = Array.from({ length: 40 }, (_, at) => `agent-${at}`)
    await enroll(store, ...names)
    const to = names.map((address, at) => ({
      address,
      via: at % 3 === 0 ? 'all' : 'to',
      owes: at % 2 === 0,
      expiresAt: at % 5 === 0 ? start + hour : null,
    }))
    const id = await send(store, { to })
    for (const { address, ...terms } of to)
      expect(await store.deliveries.find(address, id)).toMatchObject({
        owner: address,
        box: 'unread',
        ...terms,
      })
  })

  it('gives back what was written, whole', async () => {
    const first = await send(store)
    const written = post({
      to: ['reader'],
      principal: 'lea',
      cc: ['other'],
      kind: 'handoff',
      priority: 'urgent',
      tier: 2,
      subject: '🤝 Übergabe',
      body: 'line\n\0 \u202e end',
      preview: 'line',
      payload: { deep: [1, null, 'x'] },
      context: { work_completed: 'all' },
      attachments: ['a.txt'],
      tags: ['handoff'],
      swarm: 'swarm_dev',
      task: 'T-1',
      expiresAt: start + 9,
      meta: { foreign: true },
      origin: { process: 1, terminal: 'tty', pane: '%1', session: 's' },
      replyTo: first,
      thread: first,
      key: 'k',
    })
    const { id, thread, duplicate } = await store.messages.deliver(written)
    expect({ thread, duplicate }).toEqual({ thread: first, duplicate: false })
    const letter = await store.messages.read(id, 'reader')
    const { recipients, selectors, answers, expect: assumed, principal, ...kept } = written
    expect(letter?.message).toEqual({ ...kept, id, actor: principal })
    expect(letter?.delivery).toMatchObject({
      owner: 'reader',
      message: id,
      box: 'unread',
      was: null,
      via: 'to',
      owes: true,
      attempts: 0,
    })
    expect((await store.messages.read(id, 'other'))?.delivery).toBeNull()
    expect((await store.messages.read(id, null))?.delivery).toBeNull()
    expect(await store.messages.read(id + 1, null)).toBeNull()
  })

  it('keeps long bodies', async () => {
    const body = 'é'.repeat(200_000)
    const id = await send(store, { body })
    expect((await store.messages.read(id, null))?.message.body).toBe(body)
    const { rows } = await store.messages.thread(id, null, { ...firstPage(), bodies: true })
    expect(rows[0]?.message.body).toBe(body)
  })

  it('gives each message a number of its own, and a higher one than what was stored before it began', async () => {
    const other = await opened.again()
    const ids: number[] = []
    for (const opening of [store, other, other, store]) ids.push(await send(opening))
    expect(ids).toEqual(ids.toSorted((one, another) => one - another))
    const atOnce = await Promise.all([store, other, store, other].map((opening) => send(opening)))
    expect(new Set([...ids, ...atOnce]).size).toBe(8)
    expect(Math.min(...atOnce)).toBeGreaterThan(Math.max(...ids))
  })

  it('is not taken for one who may have no more unread, but for many it is', async () => {
    const expects = { expect: { mostUnread: 2 } }
    await send(store, { ...expects, key: 'k' })
    await send(store, { ...expects, priority: 'low' })
    await expect(send(store, { ...expects, to: ['other', 'reader'] })).rejects.toMatchObject({
      code: 'conflict',
      message: expect.stringContaining('reader'),
    })
    expect(await idsIn(store, 'other')).toEqual([])
    expect(await store.messages.deliver(post({ ...expects, key: 'k' }))).toMatchObject({ duplicate: true })
    await send(store, { ...expects, to: [{ address: 'reader', via: 'all' }] })
    for (const id of await idsIn(store, 'reader')) await act(store, 'reader', 'read', id)
    await send(store, { ...expects })
  })

  describe('the same key again', () => {
    const cases: readonly [string, Written, 'duplicate' | 'conflict' | 'new'][] = [
      ['and the same content is a duplicate', { sentAt: start + 5 }, 'duplicate'],
      ['and another body is a conflict', { body: 'other' }, 'conflict'],
      ['and another recipient is a conflict', { to: ['other'] }, 'conflict'],
      ['from another sender is another message', { from: 'other' }, 'new'],
      ['although the roster changed meanwhile is a duplicate', { expect: { roster: -1 } }, 'duplicate'],
    ]
    it.each(cases)('%s', async (_, change, outcome) => {
      const first = await send(store, { key: 'k' })
      const again = store.messages.deliver(post({ key: 'k', ...change }))
      if (outcome === 'conflict') await expect(again).rejects.toMatchObject({ code: 'conflict' })
      else expect(await again).toMatchObject({ duplicate: outcome === 'duplicate' })
      if (outcome === 'duplicate') expect((await again).id).toBe(first)
      expect((await idsIn(store, 'reader')).length).toBe(outcome === 'new' ? 2 : 1)
    })
  })

  describe('a sealed message', () => {
    const sealed = (text: string) =>
      `-----BEGIN AGE ENCRYPTED FILE-----\n${text}\n-----END AGE ENCRYPTED FILE-----\n`

    it('is the same under its key by what is told of it, for its text never is', async () => {
      const first = await send(store, { key: 'k', body: sealed('one'), sameAs: 'x' })
      const again = await store.messages.deliver(post({ key: 'k', body: sealed('two'), sameAs: 'x' }))
      expect(again).toMatchObject({ id: first, duplicate: true })
      const other = store.messages.deliver(post({ key: 'k', body: sealed('one'), sameAs: 'y' }))
      await expect(other).rejects.toMatchObject({ code: 'conflict' })
    })

    it('has no words to be found by, indexed or not', async () => {
      const body = sealed('foobar')
      const ids = [await send(store, { body }), await send(store, { body: body + 'x'.repeat(600_000) })]
      const found = async (text: string) =>
        (
          await store.messages.search(parseQuery(text, start), 'reader', start, {
            ...firstPage(),
            best: false,
          })
        ).rows.length
      const words = ['foobar', 'encrypted', 'body:file', 'age', 'foo*']
      for (const word of words) expect([word, await found(word)]).toEqual([word, 0])
      while (await store.messages.index());
      for (const word of words) expect([word, await found(word)]).toEqual([word, 0])
      expect(await found('subject')).toBe(2)
      expect(await store.messages.searchedBodies(ids)).toEqual(['', ''])
    })
  })

  it('stores nothing when the roster is another than was assumed, or a recipient is gone', async () => {
    const { version } = await store.roster.lookUp({
      names: [],
      roles: [],
      tags: [],
      swarms: [],
      people: false,
      everyone: false,
    })
    await send(store, { expect: { roster: version } })
    await enroll(store, 'newcomer')
    await expect(send(store, { expect: { roster: version } })).rejects.toMatchObject({ code: 'stale' })
    await expect(send(store, { to: ['reader', 'stranger'] })).rejects.toMatchObject({ code: 'not-found' })
    expect(await idsIn(store, 'reader')).toHaveLength(1)
  })

  it('takes a sender that nobody knows, without putting it on the roster', async () => {
    const id = await send(store, { from: 'stranger' })
    expect((await store.messages.read(id, null))?.message.from).toBe('stranger')
    expect(await store.roster.find('stranger')).toBeNull()
    expect((await store.roster.list({}, firstPage())).rows.map(({ address }) => address)).toEqual([
      'other',
      'reader',
      'writer',
    ])
  })

  describe('finds a message', () => {
    it('by each form of its id', async () => {
      await send(store)
      const id = await send(store, { foreign: { format: 'mail', id: 'their-id' } })
      const letter = await store.messages.read(id, null)
      const uuid = await store.messages.uuid({ id, from: letter?.message.from ?? '', sentAt: start })
      expect(uuid).toMatch(/^[0-9a-f]{8}-[0-9a-f]{4}-4[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/u)
      for (const text of [
        shortId(id),
        shortId(id).toLowerCase(),
        digitsOf(id),
        digitsOf(id).slice(0, 3),
        uuid,
        uuid.toUpperCase(),
        'their-id',
      ])
        expect([text, await store.messages.find(parseId(text))]).toEqual([text, [id]])
    })

    it('by the beginning of a UUID, ours or another, and of what a format gave', async () => {
      const ids = [await send(store), await send(store)]
      const [id = 0] = ids
      const letter = await store.messages.read(id, null)
      const uuid = await store.messages.uuid({ id, from: letter?.message.from ?? '', sentAt: start })
      const theirs = await send(store, {
        foreign: { format: 'mail', id: 'A1F0C3D2-0000-4000-8000-00000000000A' },
      })
      const named = await send(store, { foreign: { format: 'adr003', id: 'MSG-abc123def456' } })
      const begun = (text: string) => store.messages.find({ form: 'beginning', text })
      for (const length of [12, 13, 20, 35]) expect(await begun(uuid.slice(0, length + 1))).toEqual([id])
      expect(await begun(uuid.replaceAll('-', '').slice(0, 14).toUpperCase())).toEqual([id])
      expect([...(await begun(uuid.slice(0, 8)))].sort()).toEqual([...ids, theirs, named])
      expect(await begun(`${uuid.slice(0, 20)}zz`)).toEqual([])
      expect(await begun(`${uuid.slice(0, 14)}${uuid[14] === '4' ? '5' : '4'}`)).toEqual([])
      expect(await begun('a1f0c3d2-0')).toEqual([theirs])
      expect(await begun('MSG-abc1')).toEqual([named])
      expect(await begun('SG-abc1')).toEqual([])
    })

    it('not by an id that is nearly right', async () => {
      const id = await send(store)
      const uuid = await store.messages.uuid({ id, from: 'someone else', sentAt: start })
      for (const text of [shortId(id + 1), uuid, 'nothing', 'a1f0c3d2-0000-4000-8000-000000000000'])
        expect(await store.messages.find(parseId(text))).toEqual([])
    })

    it('or several, where two formats gave the same id, at most 10 for a prefix', async () => {
      const one = await send(store, { foreign: { format: 'mail', id: 'same' } })
      const two = await send(store, { foreign: { format: 'haak', id: 'same' } })
      expect([...(await store.messages.find(parseId('same')))].sort()).toEqual([one, two])
      for (let at = 0; at < 200; at += 1) await send(store)
      const prefixes = '0123456789ABCDEFGHJKMNPQRSTVWXYZ'.split('').map((digit) => `${digit}${digit}`)
      const found = await Promise.all(prefixes.map((prefix) => store.messages.find(parseId(prefix))))
      for (const [at, ids] of found.entries()) {
        expect(ids.length).toBeLessThanOrEqual(10)
        for (const id of ids) expect(digitsOf(id).startsWith(prefixes[at] ?? '?')).toBe(true)
      }
    })
  })

  it('reads a thread oldest first, with the own copies, and counts it', async () => {
    const root = await send(store)
    const rest: number[] = []
    for (let at = 0; at < 6; at += 1)
      rest.push(await send(store, { thread: root, replyTo: root, from: 'reader', to: ['writer'] }))
    const lonely = await send(store)
    const rows = await allPages((after) =>
      store.messages.thread(root, 'reader', { limit: 3, after, bodies: false }),
    )
    expect(rows.map(({ message }) => message.id)).toEqual([root, ...rest])
    expect(rows.map(({ delivery }) => delivery?.owner ?? null)).toEqual(['reader', ...rest.map(() => null)])
    expect(rows.every(({ message }) => message.body === '')).toBe(true)
    const any = await store.messages.thread(rest[2] ?? 0, 'reader', { limit: 3, after: null, bodies: false })
    expect(any).toMatchObject({ thread: root, subject: rows[0]?.message.subject })
    expect(any.rows).toEqual(rows.slice(0, 3))
    await expect(
      store.messages.thread(lonely + 1, null, { ...firstPage(), bodies: true }),
    ).rejects.toMatchObject({ code: 'not-found' })
    expect(await store.messages.threadSizes([lonely, root])).toEqual([1, 7])
    for (let at = 0; at < 110; at += 1) await send(store, { thread: root })
    expect(await store.messages.threadSizes([root])).toEqual([100])
  })

  describe('a sender’s last messages', () => {
    const sent = (more: Written = {}) => store.messages.deliver(post({ repeatsAmong: 3, ...more }))
    const repeated = async (more: Written = {}) => (await sent(more)).repeats

    it('tell the newest with the same subject that one of these has not read', async () => {
      expect(await repeated()).toBeUndefined()
      const both = await sent({ to: ['other', 'reader'] })
      expect(await repeated({ to: ['reader', 'other'] })).toEqual({
        id: both.id,
        address: 'reader',
        isRead: false,
      })
      const { id } = await sent({ to: ['other', 'reader'] })
      expect(await repeated({ subject: 'Subject' })).toBeUndefined()
      expect(await repeated({ from: 'other', to: ['reader'] })).toBeUndefined()
      await act(store, 'reader', 'read', id)
      expect(await repeated({ to: ['reader'], repeatsAmong: 2 })).toBeUndefined()
      expect(await repeated({ to: ['reader', 'other'], repeatsAmong: undefined })).toBeUndefined()
    })

    it('do not count once others came after them, or once they expired', async () => {
      await send(store, { to: [{ address: 'reader', expiresAt: start + 1 }] })
      expect(await repeated({ sentAt: start + 1 })).toBeUndefined()
      await send(store, { from: 'other', to: ['writer'] })
      for (let at = 0; at < 3; at += 1) await send(store, { subject: `${at}` })
      expect(await repeated()).toBeUndefined()
    })

    it('are told with a message that is stored, not with one that was there already', async () => {
      await sent({ key: 'once' })
      const again = await sent({ key: 'once' })
      expect(again).toMatchObject({ duplicate: true })
      expect(again.repeats).toBeUndefined()
      expect(await repeated({ key: 'twice' })).toBeDefined()
    })

    it('are counted since a time, up to so many', async () => {
      for (let at = 0; at < 4; at += 1) await send(store, { sentAt: start + at })
      const since = (at: number, most: number) => store.messages.sentSince('writer', at, most)
      expect([await since(start - 1, 10), await since(start, 10), await since(start - 1, 2)]).toEqual([
        4, 3, 2,
      ])
      expect(await store.messages.sentSince('stranger', start, 10)).toBe(0)
    })
  })

  it('lists what was sent, the newest first', async () => {
    const ids: number[] = []
    for (let at = 0; at < 5; at += 1) ids.push(await send(store))
    await send(store, { from: 'other' })
    const rows = await allPages((after) => store.messages.sent('writer', { limit: 2, after }))
    expect(rows.map(({ message }) => message.id)).toEqual(ids.toReversed())
    expect(rows.every(({ delivery }) => delivery === null)).toBe(true)
    expect(await store.messages.sent('stranger', firstPage())).toEqual({ rows: [], next: null })
  })

  describe('what lists of e-mail say', () => {
    const bodies: readonly (readonly [string, string, number])[] = [
      ['short', 'Hello', 5],
      ['empty', '', 0],
      ['beyond the first plane', 'a\u{1f600}\u00e9', 3],
      ['with a zero', 'a\0bc', 4],
      ['with the last character', 'a\u{10fffd}b', 3],
      ['long', '\u{1f600}'.repeat(700_000), 700_000],
    ]
    const beside = (size: number, more: object = {}) => ({
      size,
      archivedAt: null,
      isWaiting: false,
      ...more,
    })

    it('is told of chosen messages: how long they are, whatever they have', async () => {
      const ids: number[] = []
      for (const [, body] of bodies) ids.push(await send(store, { body }))
      await send(store, { body: 'Not chosen' })
      const sizes = bodies.map(([, , size]) => beside(size))
      const sent = await store.messages.sent('writer', { ...firstPage(), entries: ids })
      expect(sent.rows.map((row) => row.beside)).toEqual(sizes.toReversed())
      expect(sent.rows.map(({ message }) => message.id)).toEqual(ids.toReversed())
      const came = await store.deliveries.page('reader', openMail, start, { ...firstPage(), entries: ids })
      expect(came.rows.map((row) => row.beside)).toEqual(sizes)
      expect(came.rows[0]).toMatchObject({ delivery: { owner: 'reader', box: 'unread' } })
      expect(came.next).toBe(null)
    })

    it('is when they were archived by their owner, and whether a copy still waits to leave', async () => {
      const id = await send(store, { to: ['reader', 'other', 'x@b'] })
      await act(store, 'other', 'archive', id, {}, start + 1)
      for (const at of [2, 4]) {
        await act(store, 'reader', 'archive', id, {}, start + at)
        if (at === 2) await act(store, 'reader', 'restore', id, {}, start + 3)
      }
      const chosen = { ...firstPage(), entries: [id] }
      const { rows } = await store.deliveries.page('reader', { boxes: ['archived'] }, start + 5, chosen)
      expect(rows.map((row) => row.beside)).toEqual([beside(4, { archivedAt: start + 4, isWaiting: true })])
      expect((await store.deliveries.page('reader', openMail, start + 5, chosen)).rows).toEqual([])
      const [sent] = (await store.messages.sent('writer', chosen)).rows
      expect(sent?.beside).toEqual(beside(4, { isWaiting: true }))
      expect((await store.messages.sent('other', chosen)).rows).toEqual([])
    })
  })

  describe('an answer', () => {
    const answer = (to: number, more: Written = {}) =>
      send(store, {
        from: 'reader',
        to: ['writer'],
        kind: 'response',
        replyTo: to,
        thread: to,
        answers: true,
        sentAt: start + 7,
        ...more,
      })

    it('closes what the answerer owed, and nobody else', async () => {
      const id = await send(store, { to: ['reader', 'other'] })
      await answer(id)
      expect(await store.deliveries.find('reader', id)).toMatchObject({ owes: false, box: 'unread' })
      expect(await store.deliveries.find('other', id)).toMatchObject({ owes: true })
      expect((await store.log.history(id, firstPage())).rows.map(({ what }) => what)).toEqual([
        'sent',
        'answered',
      ])
    })

    it('does a role’s mail for all who hold the role', async () => {
      await enroll(store, { address: 'reader', role: 'dev' }, { address: 'other', role: 'dev' })
      const via = 'role:dev'
      const id = await send(store, {
        to: [
          { address: 'reader', via },
          { address: 'other', via },
        ],
        selectors: [{ selector: via, expiresAt: null }],
      })
      await answer(id)
      expect(await store.deliveries.find('other', id)).toMatchObject({
        box: 'archived',
        was: 'completed',
        owes: false,
      })
      await enroll(store, { address: 'late', role: 'dev' })
      expect(await idsIn(store, 'late')).toEqual([])
    })

    it('is known for who answered which messages', async () => {
      const [one, two] = [await send(store), await send(store)]
      await answer(one)
      expect(await store.messages.answeredBy('reader', [two, one])).toEqual([one])
      expect(await store.messages.answeredBy('writer', [two, one])).toEqual([])
      expect(await store.messages.answeredBy('nobody', [one])).toEqual([])
    })

    it('to a message of which the answerer has no copy is simply a message', async () => {
      const id = await send(store, { to: ['other'] })
      await answer(id)
      expect(await idsIn(store, 'writer', openMail)).toHaveLength(1)
      await act(store, 'other', 'complete', id)
    })
  })
}
