import { afterEach, beforeEach, expect, it } from 'vitest'
import { parseQuery } from '../../src/domain/query/query.ts'
import {
  allPages,
  doer,
  enroll,
  firstPage,
  hour,
  minute,
  type Open,
  type Opened,
  send,
  start,
} from './fixture.ts'

export function factCases(open: Open): void {
  it('knows its own identity, and the swarm once it is told', async () => {
    const { store, close } = await open()
    const before = await store.facts.read()
    expect(before).toMatchObject({ swarm: null, store: expect.stringMatching(/^[0-9a-f]{16,}$/u) })
    await store.facts.setSwarm('swarm_dev')
    expect(await store.facts.read()).toEqual({ ...before, swarm: 'swarm_dev' })
    expect(await store.facts.swarm()).toBe('swarm_dev')
    expect(await store.facts.isForTests()).toBe(false)
    await close()
  })

  it('remembers a value, and takes the next one only in the place of the known one', async () => {
    const { store, close, again } = await open()
    const { facts } = store
    expect(await facts.swap('upkeep', 'x', 'a')).toBe(false)
    expect(await facts.swap('upkeep', null, 'a')).toBe(true)
    expect(await facts.swap('upkeep', null, 'b')).toBe(false)
    const other = await again()
    const swaps = await Promise.all([facts.swap('upkeep', 'a', 'b'), other.facts.swap('upkeep', 'a', 'c')])
    expect(swaps.filter(Boolean)).toHaveLength(1)
    expect(await other.facts.remembered('upkeep')).toBe(swaps[0] ? 'b' : 'c')
    await facts.remember('upkeep', 'd')
    expect(await other.facts.remembered('upkeep')).toBe('d')
    await close()
  })
}

export function draftCases(open: Open): void {
  let opened: Opened
  beforeEach(async () => void (opened = await open()))
  afterEach(() => opened.close())
  const draft = (id: string, savedAt = start) => ({
    id,
    owner: 'lea',
    operation: 'send',
    fields: { subject: id },
    savedAt,
    sendAt: null,
  })

  it('keeps what was saved last', async () => {
    const { drafts } = opened.store
    await drafts.save(draft('one'))
    await drafts.save({ ...draft('one'), fields: { subject: 'changed' }, sendAt: start + minute })
    expect(await drafts.find('lea', 'one')).toEqual({
      ...draft('one'),
      fields: { subject: 'changed' },
      sendAt: start + minute,
    })
    expect(await drafts.find('max', 'one')).toBeNull()
  })

  it('lists the newest first, a page at a time', async () => {
    const { drafts } = opened.store
    for (const [at, id] of ['a', 'b', 'c', 'd', 'e'].entries())
      await drafts.save(draft(id, start + Math.floor(at / 2)))
    const listed = await allPages((after) => drafts.list('lea', { limit: 2, after }))
    expect(listed.map(({ id }) => id)).toEqual(['e', 'c', 'd', 'a', 'b'])
    expect(await drafts.list('nobody', firstPage())).toEqual({ rows: [], next: null })
  })

  it('gives a draft to one taker only', async () => {
    const { drafts } = opened.store
    await drafts.save(draft('one'))
    const taken = await Promise.all([drafts.take('lea', 'one'), drafts.take('lea', 'one')])
    expect(taken.filter((one) => one !== null)).toEqual([draft('one')])
    expect(await drafts.remove('lea', 'one')).toBe(false)
  })
}

export function viewCases(open: Open): void {
  let opened: Opened
  beforeEach(async () => void (opened = await open()))
  afterEach(() => opened.close())
  const view = (name: string, query = `tag:${name}`, owner = 'lea') => ({
    owner,
    name,
    query,
    savedAt: start,
  })

  it('keeps what was saved last under a name, each for its owner', async () => {
    const { views } = opened.store
    await views.save(view('red'))
    await views.save({ ...view('red', 'is:unread'), savedAt: start + minute })
    await views.save(view('red', 'from:critic', 'max'))
    const changed = { ...view('red', 'is:unread'), savedAt: start + minute }
    expect(await views.list('lea', firstPage())).toEqual({ rows: [changed], next: null })
    expect(await views.remove('lea', 'red')).toEqual(changed)
    expect(await views.remove('lea', 'red')).toBeNull()
    expect((await views.list('max', firstPage())).rows).toEqual([view('red', 'from:critic', 'max')])
  })

  it('counts what is in one’s boxes and what searches find, up to a limit', async () => {
    const { store } = opened
    await enroll(store, 'writer', 'reader')
    const ids: number[] = []
    for (let at = 0; at < 6; at += 1)
      ids.push(
        await send(store, {
          to: [{ address: 'reader', owes: at < 4 }],
          subject: at % 2 === 0 ? 'even' : 'odd',
        }),
      )
    const [first = 0, second = 0] = ids
    await store.deliveries.move(doer('reader'), 'reader', [{ message: first }], {
      ...({ verb: 'snooze', until: start + hour, at: start } as const),
    })
    await store.deliveries.move(doer('reader'), 'reader', [{ message: second }], {
      verb: 'archive',
      at: start,
    })
    await store.drafts.save({
      id: 'd',
      owner: 'reader',
      operation: 'send',
      fields: {},
      savedAt: start,
      sendAt: null,
    })
    const asked = ['subject:even', 'is:unread', 'is:unread or subject:even', 'nothing'].map((text) =>
      parseQuery(text, start),
    )
    const tally = (most: number, now = start) => store.views.tally('reader', asked, now, most)
    expect(await tally(100)).toEqual({
      unread: 4,
      owed: 3,
      asked: 0,
      drafts: 1,
      snoozed: 1,
      dead: 0,
      found: [3, 4, 5, 0],
    })
    expect(await tally(2)).toMatchObject({ unread: 4, owed: 3, found: [2, 2, 2, 0] })
    expect(await tally(100, start + 2 * hour)).toMatchObject({ unread: 5, snoozed: 0, found: [3, 5, 5, 0] })
    const { rows } = await store.deliveries.owed({ by: 'reader', to: null }, start, { limit: 9, after: null })
    const asker = rows[0]?.message.from ?? ''
    const mine = rows.filter(({ message }) => message.from === asker)
    expect(await store.views.tally(asker, [], start, 9)).toMatchObject({ asked: mine.length })
    expect(await store.views.tally('nobody', asked, start, 9)).toMatchObject({ unread: 0, owed: 0 })
  })

  it('lists them by name, a page at a time', async () => {
    const { views } = opened.store
    for (const name of ['d', 'a', 'c', 'b', 'e']) await views.save(view(name))
    const listed = await allPages((after) => views.list('lea', { limit: 2, after }))
    expect(listed.map(({ name }) => name)).toEqual(['a', 'b', 'c', 'd', 'e'])
  })
}

export function presenceCases(open: Open): void {
  it('lists who was seen since, as they were last seen', async () => {
    const { store, close } = await open()
    const { presence } = store
    const at = { thread: null, replying: false, acting: null, seenAt: start, keyAt: null }
    const lea = { id: 'tty1', who: 'lea', ...at }
    await presence.put(lea)
    await presence.put({ ...lea, id: 'tty2', who: 'max', seenAt: start - 5 * minute })
    await presence.put({ ...lea, thread: 7, replying: true, seenAt: start + 1, keyAt: start })
    expect(await presence.list(start - minute)).toEqual([
      { ...lea, thread: 7, replying: true, seenAt: start + 1, keyAt: start },
    ])
    await presence.leave('tty1')
    expect(await presence.list(start - minute)).toEqual([])
    await close()
  })
}

export function assignmentCases(open: Open): void {
  it('puts a thread into one pair of hands, logs it once, and knows who had it before', async () => {
    const { store, close } = await open()
    await enroll(store, 'writer', 'reader')
    const thread = await send(store, { subject: 'First' })
    const second = await send(store, { replyTo: thread, thread })
    const { assignments } = store
    expect(await assignments.find([thread])).toEqual([])
    const given = await assignments.assign(doer('lea'), second, 'bob', start)
    expect(given).toMatchObject({ previous: null, subject: 'First' })
    expect(given.assignment).toEqual({ thread, supervisor: 'bob', by: 'lea', at: start })
    expect(await assignments.assign(doer('max'), thread, 'bob', start + 1)).toEqual(given)
    const back = await assignments.assign(doer('bob'), thread, 'lea', start + 2)
    expect(back).toMatchObject({ previous: 'bob', assignment: { supervisor: 'lea', by: 'bob' } })
    expect(await assignments.assign(doer('max'), thread, 'lea', start + 3)).toEqual(back)
    expect(await assignments.find([thread, 99])).toEqual([back.assignment])
    const { rows } = await store.log.history(thread, firstPage())
    expect(rows.filter(({ what }) => what === 'assign').map(({ actor, detail }) => [actor, detail])).toEqual([
      ['lea', { to: 'bob', previous: null }],
      ['bob', { to: 'lea', previous: 'bob' }],
    ])
    await expect(assignments.assign(doer('lea'), 999, 'bob', start)).rejects.toMatchObject({
      code: 'not-found',
    })
    await close()
  })
}
