import { afterEach, beforeEach, expect, it } from 'vitest'
import type { Delivery } from '../../src/domain/delivery.ts'
import { waysOf } from '../../src/domain/ways.ts'
import type { MailStore } from '../../store/mail-store.ts'
import { arrival, copy } from './conformance-exchange.ts'
import {
  act,
  doer,
  enroll,
  firstPage,
  hour,
  idsIn,
  minute,
  move,
  type Open,
  type Opened,
  openMail,
  send,
  start,
  system,
} from './fixture.ts'

/** Copies that came by several ways. What becomes of them in any order is the model's: `test/operations/ways-model.test.ts`. */
export function wayCases(open: Open): void {
  let opened: Opened
  let store: MailStore
  const [dev, tester, tag] = ['role:dev', 'role:tester', 'concern:costs']
  const kept = (...selectors: readonly string[]) =>
    selectors.map((selector) => ({ selector, expiresAt: null }))
  const reader = { address: 'reader', longForm: null }

  beforeEach(async () => {
    opened = await open()
    store = opened.store
    await enroll(
      store,
      'writer',
      { address: 'reader', role: 'dev', addTags: [tester, tag] },
      { address: 'other', role: 'dev' },
      { address: 'third', role: 'tester', addTags: [tag] },
    )
  })
  afterEach(() => opened.close())

  const copyOf = async (owner: string, id: number): Promise<Delivery> => {
    const found = await store.deliveries.find(owner, id)
    if (found === null) throw new Error(`${owner} has no copy`)
    return found
  }
  const boxOf = async (owner: string, id: number) => (await copyOf(owner, id)).box
  const named = (more: Parameters<typeof send>[1] = {}) =>
    send(store, {
      to: [
        { address: 'reader', via: 'to', alsoVia: [dev] },
        { address: 'other', via: dev },
      ],
      selectors: kept(dev),
      ...more,
    })

  it('are kept with a copy, and with no other', async () => {
    const id = await send(store, {
      to: [
        { address: 'reader', via: 'to', alsoVia: [dev, tag] },
        { address: 'third', via: tag },
        { address: 'other', via: dev },
      ],
    })
    expect(waysOf(await copyOf('reader', id))).toEqual(['to', dev, tag])
    expect(await copyOf('other', id)).not.toHaveProperty('alsoVia')
    const { rows } = await store.deliveries.page('reader', openMail, start, firstPage())
    expect(rows[0]?.delivery).toMatchObject({ via: 'to', alsoVia: [dev, tag] })
    const page = await store.deliveries.of(id, firstPage())
    expect(page.rows.map(({ owner, alsoVia }) => [owner, alsoVia])).toEqual(
      expect.arrayContaining([
        ['reader', [dev, tag]],
        ['other', undefined],
      ]),
    )
  })

  it('are kept by mail of another system', async () => {
    const recipients = [copy('reader', { alsoVia: [dev] }), copy('other', { via: dev })]
    const imported = arrival('a', { recipients, selectors: kept(dev) })
    const [taken] = await store.exchange.take('haak', [imported], system, start)
    const id = taken?.id ?? 0
    expect(waysOf(await copyOf('reader', id))).toEqual(['to', dev])
    await store.roster.update({ ...reader, role: null }, system, start)
    expect(await copyOf('reader', id)).toMatchObject({ box: 'unread', via: 'to' })
    expect(await copyOf('reader', id)).not.toHaveProperty('alsoVia')
  })

  it('are taken one by one; the last one takes the copy', async () => {
    const id = await send(store, {
      to: [{ address: 'reader', via: dev, alsoVia: [tester, tag] }],
      selectors: kept(dev, tester, tag),
    })
    await store.roster.update({ ...reader, role: null }, system, start)
    expect(await copyOf('reader', id)).toMatchObject({
      box: 'unread',
      via: tester,
      alsoVia: [tag],
      owes: true,
    })
    await store.roster.update({ ...reader, removeTags: [tag] }, system, start)
    expect(await copyOf('reader', id)).toMatchObject({ box: 'unread', via: tester })
    await store.roster.update({ ...reader, removeTags: [tester] }, system, start)
    expect(await copyOf('reader', id)).toMatchObject({ box: 'archived', was: 'unread', owes: false })
    expect(await store.deliveries.untold(null, 9)).toEqual([])
    await store.roster.update({ ...reader, addTags: [tag] }, system, start)
    expect(await copyOf('reader', id)).toMatchObject({ box: 'unread', via: tag, owes: true })
  })

  it('by a tag that nobody else bears leave a dead letter, whose sender is told', async () => {
    await store.roster.update({ address: 'third', longForm: null, removeTags: [tag] }, system, start)
    const id = await send(store, { to: [{ address: 'reader', via: tag }], selectors: kept(tag) })
    await store.roster.update({ ...reader, removeTags: [tag] }, system, start)
    expect(await copyOf('reader', id)).toMatchObject({ box: 'dead', deadReason: 'tag-lost', owes: false })
    expect(await store.deliveries.untold(null, 9)).toEqual([id])
    await enroll(store, { address: 'late', addTags: [tag] })
    expect(await idsIn(store, 'late')).toEqual([id])
  })

  it('by a tag that others bear leave with it in silence; what was read stays', async () => {
    const both = {
      to: ['reader', 'third'].map((address) => ({ address, via: tag })),
      selectors: kept(tag),
    }
    const [unread, read] = [await send(store, both), await send(store, both)]
    await act(store, 'reader', 'read', read)
    await store.roster.update({ ...reader, removeTags: [tag] }, system, start)
    expect(await copyOf('reader', unread)).toMatchObject({ box: 'archived', was: 'unread' })
    expect(await boxOf('reader', read)).toBe('read')
    expect(await store.deliveries.untold(null, 9)).toEqual([])
  })

  it.each([
    ['completes it', (id: number) => act(store, 'reader', 'complete', id, {}, start + minute)],
    [
      'answers it',
      (id: number) =>
        send(store, {
          from: 'reader',
          to: ['writer'],
          kind: 'response',
          replyTo: id,
          thread: id,
          answers: true,
        }),
    ],
  ])('are done with a role for those who have nothing else, where a named holder %s', async (_, finish) => {
    await enroll(store, { address: 'spare', role: 'dev' })
    const id = await named({
      to: [
        { address: 'reader', via: 'to', alsoVia: [dev] },
        { address: 'other', via: dev },
        { address: 'third', via: tester },
        { address: 'spare', via: dev, alsoVia: [tester] },
      ],
      selectors: kept(dev, tester),
    })
    await finish(id)
    expect(await boxOf('other', id)).toBe('archived')
    expect(await boxOf('third', id)).toBe('unread')
    expect(await boxOf('spare', id)).toBe('unread')
    await act(store, 'third', 'complete', id, {}, start + 2 * minute)
    expect(await boxOf('spare', id)).toBe('archived')
  })

  it('stay done where another’s completion is undone', async () => {
    const id = await named()
    await act(store, 'other', 'complete', id, {}, start + minute)
    await act(store, 'reader', 'complete', id, {}, start + 2 * minute)
    await store.log.reverse(doer('reader'), 'undo', start + 3 * minute)
    expect(await copyOf('reader', id)).toMatchObject({ box: 'unread', via: 'to', alsoVia: [dev] })
    await enroll(store, { address: 'late', role: 'dev' })
    expect(await idsIn(store, 'late')).toEqual([])
  })

  it('that were lost since are missing when an undone change brings the copy back', async () => {
    const id = await send(store, { to: [{ address: 'reader', via: dev }], selectors: kept(dev) })
    await act(store, 'reader', 'complete', id, {}, start + minute)
    await store.roster.update({ ...reader, role: null }, system, start)
    await store.log.reverse(doer('reader'), 'undo', start + 2 * minute)
    expect(await idsIn(store, 'reader')).toEqual([])
    await enroll(store, { address: 'late', role: 'dev' })
    expect(await idsIn(store, 'late')).toEqual([id])
  })

  it('come later, too, and make a copy last', async () => {
    const soon = start + hour
    const id = await send(store, {
      to: [{ address: 'writer', via: 'all', expiresAt: soon }],
      from: 'other',
      selectors: [{ selector: 'all', expiresAt: soon }, ...kept(dev)],
    })
    await store.roster.update({ address: 'writer', longForm: null, role: 'dev' }, system, start)
    expect(await copyOf('writer', id)).toMatchObject({
      box: 'unread',
      via: dev,
      alsoVia: ['all'],
      expiresAt: null,
    })
  })

  it('are exchanged in one change without a moment between', async () => {
    const id = await send(store, { to: [{ address: 'third', via: tag }], selectors: kept(tag, dev) })
    const third = { address: 'third', longForm: null }
    await store.roster.update({ ...reader, removeTags: [tag] }, system, start)
    await store.roster.update({ ...third, role: 'dev', removeTags: [tag] }, system, start)
    expect(await copyOf('third', id)).toMatchObject({ box: 'unread', via: dev })
    const { rows } = await store.log.history(id, firstPage())
    expect(rows.filter(({ owner }) => owner === 'third')).toEqual([])
  })

  it('that come while another program holds the copy count when that one completes it', async () => {
    const again = await opened.again()
    const id = await send(store, {
      to: ['writer', { address: 'other', via: dev }],
      from: 'third',
      selectors: kept(dev),
    })
    const held = await store.deliveries.holdNext(doer('writer'), 'writer', openMail, start + minute, start)
    expect(held?.message).toBe(id)
    await again.roster.update({ address: 'writer', longForm: null, role: 'dev' }, system, start)
    const [moved] = await store.deliveries.move(
      doer('writer'),
      'writer',
      [{ message: id }],
      move('complete', start),
    )
    expect(moved?.problem).toBe(null)
    expect(await boxOf('other', id)).toBe('archived')
  })

  it('of a dead letter are those that bring it again', async () => {
    const id = await named({ to: [{ address: 'reader', via: 'session:1' }], selectors: [] })
    await store.roster.setState('reader', 'dead', system, start)
    await store.roster.setState('reader', 'alive', system, start)
    const to = [{ address: 'reader', via: 'to', alsoVia: [dev], owes: true }]
    await store.deliveries.redeliver(doer('writer'), { message: id, to, held: [] }, start)
    expect(waysOf(await copyOf('reader', id))).toEqual(['to', dev])
    await store.roster.setState('reader', 'dead', system, start)
    const next = [{ address: 'third', via: 'group:crew', alsoVia: [tester], owes: true }]
    await store.deliveries.redeliver(doer('writer'), { message: id, to: next, held: [] }, start)
    expect(waysOf(await copyOf('third', id))).toEqual(['group:crew', tester])
  })
}
