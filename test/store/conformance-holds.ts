import { afterEach, beforeEach, expect, it } from 'vitest'
import type { Hold, MailStore, Settlement } from '../../store/mail-store.ts'
import {
  act,
  doer,
  enroll,
  firstPage,
  hour,
  idsIn,
  minute,
  type Open,
  type Opened,
  openMail,
  send,
  start,
} from './fixture.ts'

const read: Settlement = { verb: 'read' }
const one = doer('reader', { session: 's1', command: 'read' })
const two = doer('reader', { session: 's2' })

export function holdCases(open: Open): void {
  let opened: Opened
  let store: MailStore
  beforeEach(async () => {
    opened = await open()
    store = opened.store
    await enroll(store, 'writer', 'reader', 'other')
  })
  afterEach(() => opened.close())

  const hold = async (message: number, by = one, at = start): Promise<Hold> => {
    const [held] = await store.deliveries.hold(by, 'reader', [message], at + minute, at)
    if (held?.hold == null) throw new Error(`Not held: ${held?.why}`)
    return held.hold
  }
  const whatHappened = async (message: number) =>
    (await store.log.history(message, firstPage())).rows.map(({ what }) => what)

  it('that a clock took which was a day ahead keep the mail from nobody', async () => {
    const id = await send(store)
    const ahead = start + 24 * hour
    await store.deliveries.hold(one, 'reader', [id], ahead + minute, ahead)
    expect(await store.deliveries.holdNext(two, 'reader', openMail, start + minute, start)).toMatchObject({
      message: id,
      why: 'held',
    })
    await store.deliveries.hold(one, 'reader', [id], ahead + minute, ahead)
    const [held] = await store.deliveries.hold(two, 'reader', [id], start + minute, start)
    expect(held?.why).toBe('held')
  })

  it('are kept for longer by their attempt alone, and only while it stands', async () => {
    const id = await send(store)
    const held = await hold(id)
    const keep = (attempt: number, until: number) =>
      store.deliveries.renew('reader', { message: id, attempt }, { by: null, until })
    expect(await keep(held.attempt, start + 2 * minute)).toBe(true)
    const next = (at: number) => store.deliveries.holdNext(two, 'reader', openMail, at + minute, at)
    expect(await next(start + minute)).toBeNull()
    expect(await next(start + 2 * minute)).toMatchObject({ message: id, why: 'held' })
    expect(await keep(held.attempt, start + 9 * minute)).toBe(false)
    await store.deliveries.settle(two, 'reader', [{ message: id, attempt: held.attempt + 1 }], read, start)
    expect(await keep(held.attempt + 1, start + 9 * minute)).toBe(false)
  })

  it('leave the mail unread until it is settled, and then it was shown', async () => {
    const id = await send(store)
    const held = await hold(id)
    expect(await idsIn(store, 'reader', { boxes: ['unread'] })).toEqual([id])
    expect((await store.deliveries.count('reader', start)).total).toBe(1)
    const [settled] = await store.deliveries.settle(one, 'reader', [held], read, start + 5)
    expect(settled).toMatchObject({
      changed: true,
      problem: null,
      letter: { delivery: { box: 'read', readAt: start + 5, heldBy: null, heldUntil: null } },
    })
    expect(await whatHappened(id)).toEqual(['sent', 'offered', 'shown'])
    expect((await store.log.receipts(id, firstPage())).rows).toEqual([
      {
        address: 'reader',
        principal: null,
        stored: start,
        offered: start,
        shown: { at: start + 5, session: 's1', command: 'read' },
        rung: null,
        waiting: null,
        retracted: null,
        acknowledged: null,
        answered: null,
        outcome: { message: id, owner: 'reader', state: 'read', by: null, reason: null, at: null },
      },
    ])
  })

  it('name the tasks and the broadcasts of a session, the last handed over first', async () => {
    const { log } = store
    const hand = async (who: typeof one, more: Parameters<typeof send>[1]) => {
      const id = await send(store, more)
      await store.deliveries.settle(who, 'reader', [await hold(id, who)], read, start)
      return id
    }
    for (const task of ['T-1', 'T-2', 'T-1']) await hand(one, { task })
    await hand(two, { task: 'T-3' })
    await send(store, { task: 'T-4' })
    await send(store, { task: 'T-2', kind: 'complete', to: ['other'] })
    const [first, second] = [await hand(one, { kind: 'broadcast' }), await hand(two, { kind: 'broadcast' })]
    await send(store, { kind: 'broadcast' })
    const ids = async (sessions: readonly string[] | null) =>
      (await log.tasksHanded('reader', sessions)).map(({ id, status }) => [id, status])
    expect(await ids(['s1'])).toEqual([
      ['T-1', 'running'],
      ['T-2', 'completed'],
    ])
    expect((await ids(['s1', 's2'])).map(([id]) => id)).toEqual(['T-3', 'T-1', 'T-2'])
    expect((await ids(null)).map(([id]) => id)).toEqual(['T-3', 'T-1', 'T-2'])
    expect([await ids(['s9']), await log.tasksHanded('nobody', null)]).toEqual([[], []])
    expect(await log.messagesHanded('reader', ['s1'], 'broadcast', 9)).toEqual([first])
    expect(await log.messagesHanded('reader', null, 'broadcast', 9)).toEqual([second, first])
    expect(await log.messagesHanded('reader', null, 'broadcast', 1)).toEqual([second])
  })

  it('leave what was only told unread and free, and know which session was told', async () => {
    const [told, other] = [await send(store), await send(store)]
    const [settled] = await store.deliveries.settle(
      one,
      'reader',
      [await hold(told)],
      { verb: 'tell', portion: true },
      start,
    )
    expect(settled).toMatchObject({
      changed: true,
      letter: { delivery: { box: 'unread', heldBy: null, readAt: null } },
    })
    expect(await whatHappened(told)).toEqual(['sent', 'offered', 'told'])
    expect((await store.log.receipts(told, firstPage())).rows[0]).toMatchObject({ shown: null })
    // Two cursors may stand at the same place and read differently.
    const newest = expect.any(String)
    const nothing = { told: [], portioned: [], stopped: [], earlier: [], newest }
    const known = { ...nothing, told: [told], portioned: [told], earlier: [told] }
    expect(await store.log.told('reader', 's1', [told, other])).toEqual(known)
    expect(await store.log.told('reader', 's2', [told, other])).toEqual(nothing)
    expect(await store.log.told('nobody', 's1', [told])).toEqual(nothing)
    await store.deliveries.settle(one, 'reader', [await hold(told)], { verb: 'tell', stopped: true }, start)
    expect(await store.log.told('reader', 's1', [told, other])).toEqual({ ...known, stopped: [told] })
    await store.deliveries.settle(one, 'reader', [await hold(other)], read, start)
    expect(await store.log.told('reader', 's1', [told, other])).toEqual({
      ...known,
      told: [told, other],
      stopped: [told],
      earlier: [told, other],
    })
  })

  it('note what there was when they were settled: what came later was not there', async () => {
    const shown = await send(store)
    const held = await hold(shown)
    const counted = await send(store)
    const { newest: upto } = await store.log.told('reader', 's1', [])
    const later = await send(store)
    await store.deliveries.settle(one, 'reader', [held], { verb: 'read', upto }, start)
    const all = [later, counted, shown]
    const told = await store.log.told('reader', 's1', all)
    expect([told.told, [...told.earlier].sort()]).toEqual([[shown], [shown, counted].sort()])
    expect((await store.log.told('reader', 's2', all)).earlier).toEqual([])
    await store.deliveries.settle(one, 'reader', [await hold(later)], { verb: 'tell' }, start)
    expect((await store.log.told('reader', 's1', all)).earlier).toEqual(all)
  })

  it('tell of one message that was stored among others that those before it were there', async () => {
    store.gather()
    const [before, shown, after] = [await send(store), await send(store), await send(store)]
    await store.commit()
    await store.deliveries.settle(one, 'reader', [await hold(shown)], read, start)
    expect((await store.log.told('reader', 's1', [before, shown, after])).earlier).toEqual([before, shown])
  })

  it('say why mail cannot be held, and give it all the same', async () => {
    const [seen, held, foreign, snoozed] = [
      await send(store),
      await send(store),
      await send(store, { to: ['other'] }),
      await send(store),
    ]
    await act(store, 'reader', 'read', seen)
    await act(store, 'reader', 'snooze', snoozed, { until: start + hour })
    await hold(held)
    const answers = await store.deliveries.hold(
      two,
      'reader',
      [seen, held, foreign, 999, snoozed],
      start + minute,
      start,
    )
    expect(answers.map(({ why, letter }) => [why, letter?.message.id ?? null])).toEqual([
      ['not-unread', seen],
      ['held-elsewhere', held],
      ['no-copy', foreign],
      ['no-copy', null],
      ['not-unread', snoozed],
    ])
    expect(answers.every((answer) => answer.hold === null)).toBe(true)
    expect(answers[1]?.letter?.message.body).toBe('body')
    const [due] = await store.deliveries.hold(two, 'reader', [snoozed], start + 3 * hour, start + 2 * hour)
    expect(due?.why).toBe('held')
  })

  it('of a reader that died run out, and its late settling counts no more', async () => {
    const id = await send(store)
    const first = await hold(id)
    const second = await hold(id, two, start + minute)
    expect(second.attempt).toBeGreaterThan(first.attempt)
    const [late] = await store.deliveries.settle(one, 'reader', [first], read, start + minute)
    expect(late).toMatchObject({ changed: false, problem: { code: 'stale' } })
    await store.deliveries.release(one, 'reader', [first], start + minute)
    const [settled] = await store.deliveries.settle(two, 'reader', [second], read, start + minute)
    expect(settled?.changed).toBe(true)
  })

  it('released are offered again', async () => {
    const id = await send(store)
    const held = await hold(id)
    await store.deliveries.release(one, 'reader', [held], start)
    const [late] = await store.deliveries.settle(one, 'reader', [held], read, start)
    expect(late).toMatchObject({ changed: false, problem: { code: 'stale' } })
    await hold(id, two)
    expect(await whatHappened(id)).toEqual(['sent', 'offered', 'released', 'offered'])
  })

  it('hand out the most pressing mail to one taker each', async () => {
    const [low, urgent] = [await send(store, { priority: 'low' }), await send(store, { priority: 'urgent' })]
    const next = (by = one) => store.deliveries.holdNext(by, 'reader', openMail, start + minute, start)
    const takes = [await next(one), await next(two), await next(one)]
    expect(takes.map((taken) => taken?.message ?? null)).toEqual([urgent, low, null])
    expect(takes[0]).toMatchObject({ why: 'held', letter: { message: { body: 'body' } } })
    expect(
      await store.deliveries.holdNext(doer('nobody'), 'nobody', openMail, start + minute, start),
    ).toBeNull()
  })

  it('settle as work under a lease', async () => {
    const id = await send(store)
    const held = await hold(id)
    const lease = { by: 's1', until: start + hour }
    const [taken] = await store.deliveries.settle(one, 'reader', [held], { verb: 'process', lease }, start)
    expect(taken?.letter?.delivery).toMatchObject({
      box: 'processing',
      heldBy: 's1',
      heldUntil: start + hour,
      attempts: 1,
    })
    expect(await idsIn(store, 'reader', { boxes: ['processing'] })).toEqual([id])
  })

  it('stand in nobody’s way when the mail was put away meanwhile', async () => {
    const id = await send(store)
    const held = await hold(id)
    await act(store, 'reader', 'archive', id)
    const [late] = await store.deliveries.settle(one, 'reader', [held], read, start)
    expect(late).toMatchObject({ changed: false, problem: { code: 'stale' } })
    expect(await store.deliveries.find('reader', id)).toMatchObject({ box: 'archived', was: 'unread' })
  })

  it('renew the lease of who has the work, and of nobody else, without an event', async () => {
    const id = await send(store)
    const held = await hold(id)
    const lease = { by: 'me', until: start + minute }
    expect(await store.deliveries.renew('reader', held, lease), 'a hold is no lease').toBe(false)
    await store.deliveries.settle(one, 'reader', [held], { verb: 'process', lease }, start)
    const before = await whatHappened(id)
    const later = { ...lease, until: start + hour }
    expect(await store.deliveries.renew('reader', held, later)).toBe(true)
    expect((await store.deliveries.find('reader', id))?.heldUntil).toBe(start + hour)
    expect(await store.deliveries.renew('reader', held, { ...later, by: 'another' })).toBe(false)
    expect(await store.deliveries.renew('reader', { ...held, attempt: held.attempt + 1 }, later)).toBe(false)
    expect(await store.deliveries.renew('other', held, later)).toBe(false)
    expect(await whatHappened(id)).toEqual(before)
  })
}
