import { afterEach, beforeEach, expect, it } from 'vitest'
import { defaultQueue, type Queue } from '../../src/domain/queue.ts'
import type { MailStore, Turn } from '../../store/mail-store.ts'
import { doer, enroll, firstPage, minute, type Open, type Opened, send, start, system } from './fixture.ts'

/** An item is ended and the next one of its queue claimed, as one change. */
export function turnCases(open: Open): void {
  let opened: Opened
  let store: MailStore
  beforeEach(async () => {
    opened = await open()
    store = opened.store
    await enroll(store, 'nux', 'toast')
  })
  afterEach(() => opened.close())

  const make = (more: Partial<Queue> = {}) =>
    store.queues.create({ ...defaultQueue, name: 'work', ...more }, system, start)
  const item = (more: object = {}, queue = 'work') =>
    send(store, { to: [{ address: `queue:${queue}`, via: `queue:${queue}`, owes: false }], ...more })
  const claim = async (by = 'nux', at = start) => {
    const request = { queue: 'work', forms: [by], lease: null }
    return (await store.queues.claim(doer(by), request, at))?.letter.message.id ?? null
  }
  const turn = (
    message: number,
    {
      by = 'nux',
      at = start,
      ...more
    }: {
      readonly by?: string
      readonly at?: number
      readonly attempt?: number
      readonly lease?: number
      readonly verb?: 'fail'
    } = {},
  ): Promise<Turn> => {
    const ending = more.verb === 'fail' ? { verb: more.verb } : ({ verb: 'complete', keep: false } as const)
    const held = more.attempt === undefined ? { message } : { message, attempt: more.attempt }
    return store.queues.finishAndClaim(
      doer(by),
      held,
      { ending },
      { forms: [by], lease: more.lease ?? null },
      at,
    )
  }
  const told = ({ moved, next }: Turn) => [
    moved.problem?.code ?? moved.letter?.delivery?.box,
    next?.letter.message.id ?? null,
  ]
  const counts = async (at = start) => {
    const found = await store.queues.find('work', at)
    return found && [found.available, found.processing, found.completed, found.failed]
  }

  it('ends the one and gives the next of the same queue, under its lease', async () => {
    await make()
    await make({ name: 'other' })
    await item({ priority: 'urgent' }, 'other')
    const [one, two] = [await item(), await item()]
    await claim()
    const done = await turn(one, { attempt: 1 })
    expect(done).toMatchObject({ moved: { message: one, changed: true, problem: null }, lost: [] })
    expect(done.moved.letter?.delivery?.box).toBe('archived')
    expect(done.next).toMatchObject({ queue: 'work', attempt: 1, letter: { message: { id: two } } })
    expect(done.next?.letter.delivery).toMatchObject({
      owner: 'queue:work',
      box: 'processing',
      heldBy: 'nux',
      attempts: 1,
      heldUntil: start + defaultQueue.lease,
    })
    expect(await counts()).toEqual([0, 1, 1, 0])
    const words = async (id: number) =>
      (await store.log.history(id, firstPage())).rows.map(({ what }) => what)
    expect(await words(one)).toEqual(['sent', 'claim', 'complete'])
    expect(await words(two)).toEqual(['sent', 'claim'])
    expect(told(await turn(two, { lease: minute }))).toEqual(['archived', null])
    expect(await counts()).toEqual([0, 0, 2, 0])
  })

  it('gives a lease as long as it is asked for', async () => {
    await make()
    const [one] = [await item(), await item()]
    await claim()
    const { next } = await turn(one, { lease: minute })
    expect(next?.letter.delivery?.heldUntil).toBe(start + minute)
  })

  it('gives nothing where the claim cannot be ended', async () => {
    await make()
    const [one] = [await item(), await item()]
    expect(told(await turn(one))).toEqual(['conflict', null])
    await claim()
    expect(told(await turn(one, { by: 'toast' }))).toEqual(['conflict', null])
    expect(told(await turn(one, { attempt: 2 }))).toEqual(['stale', null])
    expect(told(await turn(999))).toEqual(['not-found', null])
    expect(told(await turn(await send(store, { to: ['nux'] })))).toEqual(['not-found', null])
    expect(await counts()).toEqual([1, 1, 0, 0])
  })

  it('ends once: who repeats it is refused, and gets no other item', async () => {
    await make()
    const [one] = [await item(), await item(), await item()]
    await claim()
    await turn(one)
    expect(told(await turn(one))).toEqual(['conflict', null])
    expect(await counts()).toEqual([1, 1, 1, 0])
  })

  it('takes the place of the one that it ends where few may be claimed', async () => {
    await make({ maxConcurrency: 1 })
    const [one, two] = [await item(), await item()]
    await claim()
    expect(told(await turn(one))).toEqual(['archived', two])
    expect(await claim('toast')).toBeNull()
  })

  it.each(['paused', 'closed'] as const)('ends the item of a %s queue, and gives none', async (status) => {
    await make()
    const [one] = [await item(), await item()]
    await claim()
    await store.queues.setStatus('work', status, start)
    expect(told(await turn(one))).toEqual(['archived', null])
    expect(await counts()).toEqual([1, 0, 1, 0])
  })

  it('returns what lapsed, and gives that first', async () => {
    await make()
    const [one, two, three] = [await item(), await item(), await item()]
    await claim('toast')
    const later = start + defaultQueue.lease
    expect(await claim('nux', later - 1)).toBe(two)
    expect(told(await turn(two, { at: later }))).toEqual(['archived', one])
    expect(told(await turn(one, { at: later }))).toEqual(['archived', three])
  })

  it('of a failed item may be that item again, until it was tried often enough', async () => {
    await make({ attempts: 2 })
    const [one, two] = [await item(), await item()]
    await claim()
    expect(told(await turn(one, { verb: 'fail' }))).toEqual(['unread', one])
    expect(told(await turn(one, { verb: 'fail' }))).toEqual(['dead', two])
  })

  it('is two changes in the log, of which the end can be undone', async () => {
    await make()
    const [one] = [await item(), await item()]
    await claim()
    await turn(one)
    await expect(store.log.reverse(doer('nux'), 'undo', start)).rejects.toMatchObject({
      message: expect.stringContaining('release gives the item back'),
    })
    const { rows } = await store.log.history(one, firstPage())
    await store.log.reverse(doer('nux'), 'undo', start, rows.at(-1)?.deed)
    expect(await counts()).toEqual([0, 2, 0, 0])
  })

  it('of many at once gives each item to one of them', async () => {
    await make({ maxConcurrency: 4 })
    const ids: number[] = []
    for (let at = 0; at < 20; at += 1) ids.push(await item())
    const workers = ['nux', 'toast', 'nux', 'toast']
    const done = await Promise.all(
      workers.map(async (by) => {
        const got: number[] = []
        for (let id = await claim(by); id !== null; ) {
          got.push(id)
          const { moved, next } = await turn(id, { by })
          expect(moved.problem).toBeNull()
          id = next?.letter.message.id ?? null
        }
        return got
      }),
    )
    expect(done.flat().toSorted((one, other) => one - other)).toEqual(ids)
    expect(await counts()).toEqual([0, 0, 20, 0])
  })
}
