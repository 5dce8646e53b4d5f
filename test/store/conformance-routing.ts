import { afterEach, beforeEach, expect, it } from 'vitest'
import type { MailStore } from '../../store/mail-store.ts'
import { enroll, firstPage, type Open, type Opened, post, send, start } from './fixture.ts'

export function routingCases(open: Open): void {
  let opened: Opened
  let store: MailStore
  beforeEach(async () => {
    opened = await open()
    store = opened.store
    await enroll(store, 'writer', 'reader', 'other')
  })
  afterEach(() => opened.close())

  const alike = (words: readonly string[], to: readonly string[] | null = null, most = 10) =>
    store.messages.alike({ words, kinds: ['request', 'handoff'], to, most })
  const index = async () => {
    while (await store.messages.index());
  }

  it.each(['indexed', 'not indexed yet'])('counts words and finds like mail, %s', async (when) => {
    const first = await send(store, { subject: 'Parser', body: 'The Parser drops a token.' })
    await send(store, { subject: 'Lunch', body: 'At noon?' })
    await send(store, { subject: 'Parser news', kind: 'notification' })
    const last = await send(store, { kind: 'handoff', subject: '', body: 'Another tokén' })
    if (when === 'indexed') await index()
    const found = await alike(['parser', 'token', 'never'])
    // As many as numbers were given, also to what was undone.
    expect(found.documents).toBe(last)
    expect(found.words).toEqual([
      { word: 'parser', in: 2 },
      { word: 'token', in: 2 },
    ])
    expect(found.messages).toEqual([
      { message: last, length: 2, counts: [0, 1] },
      { message: first, length: 6, counts: [5, 1] },
    ])
  })

  it('reckons how many messages have a frequent word', async () => {
    store.gather()
    const ids: number[] = []
    for (let at = 0; at < 1_100; at += 1)
      ids.push(await send(store, { subject: at % 2 === 0 ? 'Parser' : 'Parser token' }))
    await store.commit()
    const counts = async () => {
      const { documents, words } = await alike(['parser', 'token'])
      return [documents, ...words]
    }
    // As frequent before the counted ones as among them. What was undone may have used up numbers.
    const newest = ids.at(-1) ?? 0
    const density = 1_000 / (newest + 1 - (ids.at(-1_000) ?? 0))
    const right = [newest, { word: 'token', in: 550 }, { word: 'parser', in: Math.round(newest * density) }]
    expect(await counts()).toEqual(right)
    await index()
    expect(await counts()).toEqual(right)
  })

  it('looks at the newest, to the named recipients only', async () => {
    const ids: number[] = []
    for (const to of ['reader', 'other', 'reader', 'reader'])
      ids.push(await send(store, { to: [to], subject: 'Parser' }))
    const found = async (to: readonly string[] | null, most: number) =>
      (await alike(['parser'], to, most)).messages.map(({ message }) => message)
    expect(await found(['reader'], 10)).toEqual([ids[3], ids[2], ids[0]])
    expect(await found(['reader'], 2)).toEqual([ids[3], ids[2]])
    await index()
    expect(await found(null, 10)).toEqual(ids.toReversed())
    expect(await found(['other'], 10)).toEqual([ids[1]])
  })

  it('answers for words that no mail has, and takes them as words only', async () => {
    const documents = await send(store, { subject: 'Parser' })
    expect(await alike([])).toEqual({ documents, words: [], messages: [] })
    expect((await alike(['x" OR "parser', 'facets', 'NEAR('])).messages).toEqual([])
  })

  it('finds the message of a key, of its sender only', async () => {
    const id = await send(store, { key: 'k1' })
    expect(await store.messages.keyed('writer', 'k1')).toBe(id)
    expect(await store.messages.keyed('reader', 'k1')).toBeNull()
    expect(await store.messages.keyed('writer', 'k2')).toBeNull()
    expect(await store.messages.keyed('nobody-here', 'k1')).toBeNull()
  })

  it('logs why a recipient was chosen, and knows a repeat by what was asked', async () => {
    const chosen = [{ address: 'reader', detail: { for: 'best:', score: 3 } }]
    const first = await store.messages.deliver(post({ key: 'k', asked: ['best:'], chosen }))
    const { rows } = await store.log.history(first.id, firstPage())
    expect(
      rows.map(({ what, owner, actor, detail, at }) => ({ what, owner, actor, detail, at })),
    ).toContainEqual({
      what: 'chosen',
      owner: 'reader',
      actor: 'writer',
      detail: { for: 'best:', score: 3 },
      at: start,
    })
    const again = { ...post({ to: ['other'], key: 'k' }), asked: ['best:'], chosen: [] }
    expect(await store.messages.deliver(again)).toMatchObject({ id: first.id, duplicate: true })
    expect((await store.log.history(first.id, firstPage())).rows).toHaveLength(rows.length)
    await expect(store.messages.deliver(post({ key: 'k' }))).rejects.toMatchObject({ code: 'conflict' })
    expect((await store.log.journal('writer', null, firstPage())).rows.map(({ what }) => what)).toEqual([
      'sent',
    ])
  })
}
