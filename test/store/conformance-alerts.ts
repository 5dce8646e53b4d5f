import { afterEach, beforeEach, expect, it } from 'vitest'
import { mostAttempts, waitAfter } from '../../src/domain/alerts/alert-plan.ts'
import type { AlertClaim } from '../../store/mail-store.ts'
import { hour, minute, type Open, type Opened, start } from './fixture.ts'

const desktop = { person: 'lea', program: 'desktop' }

export function alertCases(open: Open): void {
  let opened: Opened
  beforeEach(async () => void (opened = await open()))
  afterEach(() => opened.close())
  const claim = (now: number, more: Partial<AlertClaim> = {}): AlertClaim => ({
    now,
    until: now + minute,
    hold: false,
    seenUpto: null,
    mostAnHour: 6,
    ...more,
  })
  const take = (items: readonly string[], now: number, more: Partial<AlertClaim> = {}, of = desktop) =>
    opened.store.alerts.take(of, { items, whole: true }, claim(now, more))
  const settled = async (items: readonly string[], now: number) => {
    expect(await take(items, now)).toMatchObject({ items })
    await opened.store.alerts.settle(desktop, items, 'sent', now)
  }

  it('claims an item once for each program and person', async () => {
    expect(await take(['a', 'b'], start)).toEqual({ items: ['a', 'b'], together: false })
    expect(await take(['a', 'b', 'c'], start + 1)).toEqual({ items: ['c'], together: false })
    expect(await take(['a'], start + 2, {}, { ...desktop, program: 'phone' })).toMatchObject({ items: ['a'] })
    expect(await take(['a'], start + 3, {}, { ...desktop, person: 'max' })).toMatchObject({ items: ['a'] })
    await opened.store.alerts.settle(desktop, ['a', 'b', 'c'], 'sent', start + 4)
    expect(await take(['a', 'b', 'c'], start + 80 * hour)).toMatchObject({ items: [] })
  })

  it('gives each item to one of several processes that ask at one moment', async () => {
    const others = [opened.store, await opened.again(), await opened.again()]
    for (let round = 0; round < 20; round += 1) {
      const items = Array.from({ length: 5 }, (_, at) => `item ${round} ${at}`)
      const taken = await Promise.all(
        others.map(({ alerts }) =>
          alerts.take(desktop, { items, whole: false }, claim(start, { mostAnHour: 1000 })),
        ),
      )
      expect(taken.flatMap((one) => one.items).toSorted()).toEqual(items)
    }
  })

  it('gathers while nothing goes out, and tells all of it together', async () => {
    expect(await take(['a'], start, { hold: true })).toMatchObject({ items: [] })
    expect(await take(['a', 'b'], start + 1, { hold: true })).toMatchObject({ items: [] })
    expect(await take(['a', 'b', 'c'], start + 2)).toEqual({ items: ['a', 'b', 'c'], together: true })
  })

  it('leaves out what was on a screen of the person', async () => {
    await take(['a'], start, { hold: true })
    await take(['a', 'b'], start + 10, { hold: true, seenUpto: start + 5 })
    expect(await take(['a', 'b'], start + 20, { seenUpto: start + 5 })).toEqual({
      items: ['b'],
      together: false,
    })
  })

  it('starts a program no more than so often within an hour, and then once for all that came', async () => {
    const most = { mostAnHour: 2 }
    await settled(['a'], start)
    await settled(['b'], start + 10 * minute)
    expect(await take(['a', 'b', 'c'], start + 20 * minute, most)).toMatchObject({ items: [] })
    expect(await take(['a', 'b', 'c', 'd'], start + 59 * minute, most)).toMatchObject({ items: [] })
    expect(await take(['a', 'b', 'c', 'd'], start + hour, most)).toEqual({
      items: ['c', 'd'],
      together: true,
    })
    await opened.store.alerts.settle(desktop, ['c', 'd'], 'sent', start + hour)
    // A digest counts once.
    expect(await take(['e'], start + hour + 10 * minute, most)).toMatchObject({ items: ['e'] })
  })

  it('tries again after growing waits, and gives up in the end', async () => {
    const { alerts } = opened.store
    let now = start
    for (let attempt = 1; attempt <= mostAttempts; attempt += 1) {
      expect(await take(['a'], now)).toMatchObject({ items: ['a'] })
      await alerts.settle(desktop, ['a'], { error: `no ${attempt}` }, now)
      const wait = waitAfter(attempt) ?? hour
      expect(await take(['a'], now + wait - 1)).toMatchObject({ items: [] })
      now += wait
    }
    expect(await take(['a'], now)).toMatchObject({ items: [] })
  })

  it('ends a claim whose process died, and takes back what was not tried', async () => {
    await take(['a'], start)
    expect(await take(['a'], start + minute - 1)).toMatchObject({ items: [] })
    expect(await take(['a'], start + minute)).toMatchObject({ items: ['a'] })
    await opened.store.alerts.settle(desktop, ['a'], 'back', start + minute)
    expect(await take(['a'], start + minute + 1)).toMatchObject({ items: ['a'] })
  })

  it('tells again what left and came back later, and nothing of what may only be out of sight', async () => {
    await settled(['a', 'b'], start)
    await take(['b'], start + minute)
    expect(await take(['a', 'b'], start + 2 * minute)).toMatchObject({ items: [] })
    const half = { items: ['b'], whole: false }
    await opened.store.alerts.take(desktop, half, claim(start + 2 * hour))
    expect(await take(['a', 'b'], start + 2 * hour)).toMatchObject({ items: [] })
    await take(['b'], start + 2 * hour)
    expect(await take(['a', 'b'], start + 2 * hour)).toMatchObject({ items: ['a'] })
  })

  it('forgets what has not changed for long', async () => {
    await settled(['a'], start)
    await settled(['b'], start + minute)
    expect(await opened.store.alerts.prune(start + minute)).toBe(1)
    expect(await opened.store.alerts.prune(start + minute)).toBe(0)
    expect(await take(['a', 'b'], start + 2 * minute)).toMatchObject({ items: ['a'] })
  })

  it('keeps hostile items as they are', async () => {
    const items = [`'; DROP TABLE alerts; --`, '"\\u0000', 'ünï\ncode']
    await settled(items, start)
    expect(await take(items, start + 1)).toMatchObject({ items: [] })
  })
}
