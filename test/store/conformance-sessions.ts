import { afterEach, beforeEach, expect, it } from 'vitest'
import { defaultQueue } from '../../src/domain/queue.ts'
import type { MailStore } from '../../store/mail-store.ts'
import {
  act,
  doer,
  enroll,
  firstPage,
  hour,
  minute,
  type Open,
  type Opened,
  openMail,
  send,
  start,
  system,
} from './fixture.ts'

const lease = 10 * minute

export function sessionCases(open: Open): void {
  let opened: Opened
  let store: MailStore
  beforeEach(async () => {
    opened = await open()
    store = opened.store
    await enroll(store, 'writer', 'reader', 'other')
  })
  afterEach(() => opened.close())

  const take = async (message: number, session: string | null, at = start) => {
    const by = doer('reader', { session })
    const [held] = await store.deliveries.hold(by, 'reader', [message], at + minute, at)
    if (held?.hold == null) throw new Error(`Not held: ${held?.why}`)
    const as = { verb: 'process', lease: { by: session ?? 'reader', until: at + lease } } as const
    await store.deliveries.settle(by, 'reader', [held.hold], as, at)
  }
  const show = async (message: number, session: string | null, at = start) => {
    const by = doer('reader', { session })
    const [held] = await store.deliveries.hold(by, 'reader', [message], at + minute, at)
    if (held?.hold == null) throw new Error(`Not held: ${held?.why}`)
    await store.deliveries.settle(by, 'reader', [held.hold], { verb: 'read' }, at)
  }
  const workOf = async (agent: string | null = 'reader') =>
    (await store.sessions.work(agent, 50)).map(({ message, sessionId, kind }) => [message, sessionId, kind])
  const nextFor = async (at = start + hour) => {
    const held = await store.deliveries.holdNext(doer('reader'), 'reader', openMail, at + minute, at)
    return held?.message ?? null
  }

  it('are found by the processes that they were recorded in, of any agent', async () => {
    await store.sessions.beat('reader', 's1', 'p1', start)
    await store.sessions.beat('other', 's2', 'p2', start + minute)
    await store.sessions.beat('writer', 's3', 'p3', start)
    await store.sessions.beat('writer', 's4', null, start)
    const found = await store.sessions.inProcesses(['p1', 'p2', 'p9'])
    expect(found.map(({ agent, id }) => [agent, id])).toEqual([
      ['other', 's2'],
      ['reader', 's1'],
    ])
    expect(await store.sessions.inProcesses([])).toEqual([])
  })

  it('begin with their first beat, keep their beginning, and come back after their end', async () => {
    expect(await store.sessions.find('reader', 's1')).toBeNull()
    expect(await store.sessions.beat('reader', 's1', 'p1', start)).toBe(true)
    await store.sessions.beat('reader', 's1', undefined, start + minute)
    const begun = { agent: 'reader', id: 's1', startedAt: start, process: 'p1', way: null }
    expect(await store.sessions.find('reader', 's1')).toEqual({
      ...begun,
      beatAt: start + minute,
      endedAt: null,
    })
    await store.sessions.end('reader', 's1', start + hour)
    expect(await store.sessions.find('reader', 's1')).toMatchObject({ endedAt: start + hour })
    await store.sessions.beat('reader', 's1', 'p2', start + 2 * hour)
    expect(await store.sessions.find('reader', 's1')).toMatchObject({
      ...begun,
      endedAt: null,
      process: 'p2',
      way: null,
    })
  })

  it('are of agents on the roster alone, each agent’s own, the last heard of first', async () => {
    expect(await store.sessions.beat('stranger', 's1', null, start)).toBe(false)
    await store.sessions.beat('reader', 's1', null, start)
    await store.sessions.beat('reader', 's2', null, start + minute)
    await store.sessions.beat('other', 's1', null, start)
    const ids = async (agent: string) => (await store.sessions.list(agent, 10)).map(({ id }) => id)
    expect([await ids('reader'), await ids('other'), await ids('stranger')]).toEqual([
      ['s2', 's1'],
      ['s1'],
      [],
    ])
  })

  it('are forgotten days after they ended, unless they hold work', async () => {
    const id = await send(store)
    for (const session of ['old', 'busy']) await store.sessions.beat('reader', session, null, start)
    await take(id, 'busy')
    await store.sessions.end('reader', 'old', start)
    await store.sessions.beat('reader', 'new', null, start + 96 * hour)
    expect((await store.sessions.list('reader', 10)).map(({ id: name }) => name)).toEqual(['new', 'busy'])
  })

  it('hold work, each with its session, since when and until when', async () => {
    const [a, b, c] = [await send(store), await send(store), await send(store)]
    await store.sessions.beat('reader', 's1', 'p1', start)
    await take(a, 's1')
    await take(b, null)
    await store.deliveries.hold(doer('reader', { session: 's2' }), 'reader', [c], start + minute, start)
    expect(await workOf()).toEqual([
      [c, 's2', 'hold'],
      [a, 's1', 'lease'],
      [b, null, 'lease'],
    ])
    expect(await workOf(null)).toEqual([
      [a, 's1', 'lease'],
      [b, null, 'lease'],
    ])
    const work = await store.sessions.work('reader', 50)
    expect(work.find(({ message }) => message === a)).toEqual({
      owner: 'reader',
      message: a,
      attempt: 1,
      holder: 'reader',
      session: {
        agent: 'reader',
        id: 's1',
        startedAt: start,
        beatAt: start,
        endedAt: null,
        process: 'p1',
        way: null,
      },
      sessionId: 's1',
      kind: 'lease',
      takenAt: start,
      until: start + lease,
    })
    expect(work.find(({ message }) => message === c)?.session).toBeNull()
  })

  it('give work back once: it is unread, before all other mail, and says who had it', async () => {
    const id = await send(store, { priority: 'low' })
    await take(id, 's1')
    await send(store, { priority: 'urgent' })
    const work = await store.sessions.work('reader', 50)
    const back = () => store.sessions.takeBack(doer('reader', { session: 's2' }), work, start + hour)
    const [first, second] = await Promise.all([back(), back()])
    expect([...first, ...second].map(({ message }) => message)).toEqual([id])
    const returned = { by: 'reader', session: 's1', takenAt: start }
    expect(await store.deliveries.find('reader', id)).toMatchObject({ box: 'unread', heldBy: null, returned })
    const filter = { boxes: ['unread'], returned: true } as const
    const page = await store.deliveries.page('reader', filter, start + hour, firstPage())
    expect(page.rows.map(({ message }) => message.id)).toEqual([id])
    expect((await store.sessions.returned(10)).map(({ message }) => message.id)).toEqual([id])
    expect(await nextFor()).toBe(id)
  })

  it('give back nothing that was finished or taken again meanwhile', async () => {
    const [done, again] = [await send(store), await send(store)]
    await take(done, 's1')
    await take(again, 's1')
    const work = await store.sessions.work('reader', 50)
    await act(store, 'reader', 'complete', done)
    await act(store, 'reader', 'unread', again)
    await take(again, 's2', start + minute)
    expect(await store.sessions.takeBack(doer('reader'), work, start + hour)).toEqual([])
    expect(await workOf()).toEqual([[again, 's2', 'lease']])
  })

  it('give mail back that they were being handed, and it was never theirs', async () => {
    const id = await send(store)
    await store.deliveries.hold(doer('reader', { session: 's1' }), 'reader', [id], start + minute, start)
    const work = await store.sessions.work('reader', 50)
    expect(await store.sessions.takeBack(doer('reader'), work, start)).toHaveLength(1)
    expect(await store.deliveries.find('reader', id)).not.toHaveProperty('returned')
    expect(await nextFor(start)).toBe(id)
  })

  it('what came back says so until somebody is shown it', async () => {
    const id = await send(store)
    await take(id, 's1')
    await store.sessions.takeBack(doer('reader'), await store.sessions.work('reader', 50), start + hour)
    await show(id, 's2', start + hour)
    await act(store, 'reader', 'unread', id, {}, start + hour)
    expect(await store.deliveries.find('reader', id)).not.toHaveProperty('returned')
    expect(await store.sessions.returned(10)).toEqual([])
  })

  it('hold claims under the claimant’s name; these go back to their queue, in its order first', async () => {
    await store.queues.create({ ...defaultQueue, name: 'work', attempts: 2 }, system, start)
    const to = [{ address: 'queue:work', via: 'queue:work', owes: false }]
    const [a, b] = [await send(store, { to }), await send(store, { to })]
    const claim = async (session: string) =>
      (
        await store.queues.claim(
          doer('reader', { session }),
          { queue: 'work', forms: ['reader'], lease: null },
          start,
        )
      )?.letter
    expect((await claim('s1'))?.message.id).toBe(a)
    expect((await claim('s1'))?.message.id).toBe(b)
    const [, second] = await store.sessions.work('reader', 50)
    expect(second).toMatchObject({ owner: 'queue:work', message: b, holder: 'reader', sessionId: 's1' })
    if (second !== undefined) await store.sessions.takeBack(doer('reader'), [second], start)
    const again = await claim('s2')
    expect([again?.message.id, again?.delivery?.attempts]).toEqual([b, 2])
    await store.sessions.takeBack(
      doer('reader'),
      (await store.sessions.work('reader', 50)).filter(({ message }) => message === b),
      start,
    )
    expect(await store.deliveries.find('queue:work', b)).toMatchObject({
      box: 'dead',
      deadReason: 'attempts',
    })
  })

  it('leave open what they were shown and owe or work on, for whoever was not shown it', async () => {
    const [owed, progress, settled, mine, waiting] = [
      await send(store, { priority: 'low' }),
      await send(store),
      await send(store, { to: [{ address: 'reader', owes: false }] }),
      await send(store),
      await send(store),
    ]
    for (const id of [owed, settled]) await show(id, 's1')
    await take(progress, 's1')
    await show(mine, 's2')
    const left = async (session: string | null, most = 10) =>
      (await store.sessions.leftOpen('reader', session, most)).map(({ message, session: shown }) => [
        message.id,
        shown,
      ])
    expect(await left('s2')).toEqual([
      [progress, 's1'],
      [owed, 's1'],
    ])
    expect(await left('s1')).toEqual([[mine, 's2']])
    expect(await left('s2', 1)).toHaveLength(1)
    expect((await left(null)).map(([id]) => id)).toEqual([progress, mine, owed])
    expect(await left('s3')).not.toContainEqual([waiting, null])
  })

  it('are shown what others left open once', async () => {
    expect(await store.sessions.brief('reader', 's1', start)).toBe(false)
    await store.sessions.beat('reader', 's1', null, start)
    expect(await store.sessions.isBriefed('reader', 's1')).toBe(false)
    expect(await store.sessions.brief('reader', 's1', start)).toBe(true)
    expect(await store.sessions.brief('reader', 's1', start)).toBe(false)
    expect(await store.sessions.isBriefed('reader', 's1')).toBe(true)
  })

  it('are listed while they were not shown that, if they live in a known process', async () => {
    const { sessions } = store
    await sessions.beat('reader', 'shown', 'p1', start)
    await sessions.brief('reader', 'shown', start)
    await sessions.beat('reader', 'late', 'p2', start + minute)
    await sessions.beat('other', 'early', 'p3', start)
    await sessions.beat('reader', 'over', 'p2', start + minute)
    await sessions.end('reader', 'over', start + minute)
    await sessions.beat('reader', 'anywhere', null, start + minute)
    await sessions.beat('reader', 'beside', 'p1', start + minute)
    const listed = async (before: number, most = 9) =>
      (await sessions.unbriefed(before, most)).map(({ agent, id }) => [agent, id])
    expect(await listed(start + hour)).toEqual([
      ['reader', 'late'],
      ['other', 'early'],
    ])
    expect(await listed(start + minute)).toEqual([['other', 'early']])
    expect(await listed(start)).toEqual([])
    expect(await listed(start + hour, 1)).toEqual([['reader', 'late']])
    await sessions.beat('reader', 'shown', 'p1', start + minute)
    expect(await listed(start + hour)).toEqual([['other', 'early']])
  })
}
