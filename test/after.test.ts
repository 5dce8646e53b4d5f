import fc from 'fast-check'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { after, every, pause } from '../src/after.ts'

const day = 86_400_000
/** The longest time that Node takes, ms, and more timers than any of these tests needs. */
const [longest, most] = [2 ** 31 - 1, 10_000]

/** A timer that Node would end at once, or that is planned without end, fails its test: nobody waits for it. */
beforeEach(() => {
  vi.useFakeTimers()
  const faked = globalThis.setTimeout
  let planned = 0
  vi.spyOn(globalThis, 'setTimeout').mockImplementation(((run: () => void, time: number) => {
    planned += 1
    if (time > longest || planned > most) throw new Error(`Timer ${planned} was asked for ${time} ms.`)
    return faked(run, time)
  }) as typeof setTimeout)
})
afterEach(() => {
  vi.restoreAllMocks()
  vi.useRealTimers()
})

test('runs once, when its time is over and not before, however long that is', () => {
  fc.assert(
    fc.property(
      fc.oneof(
        fc.integer({ min: 1, max: 400 * day }),
        fc.constantFrom(1, 2 ** 31 - 2, 2 ** 31 - 1, 2 ** 31, 2 ** 32, 30 * day, 400 * day),
      ),
      (time) => {
        const run = vi.fn()
        after(time, run)
        vi.advanceTimersByTime(time - 1)
        expect(run).not.toHaveBeenCalled()
        vi.advanceTimersByTime(1)
        expect(run).toHaveBeenCalledOnce()
        expect(vi.getTimerCount()).toBe(0)
      },
    ),
    { numRuns: 50 },
  )
})

test('a time without an end never comes', () => {
  const run = vi.fn()
  const timer = after(Number.POSITIVE_INFINITY, run)
  vi.advanceTimersByTime(400 * day)
  expect(run).not.toHaveBeenCalled()
  timer.stop()
})

test.each([0, 1, 29, 31])('stopped after %d days, a timer of 60 days runs nothing', (days) => {
  const run = vi.fn()
  const timer = after(60 * day, run)
  vi.advanceTimersByTime(days * day)
  timer.stop()
  expect(vi.getTimerCount()).toBe(0)
  vi.advanceTimersByTime(100 * day)
  expect(run).not.toHaveBeenCalled()
})

test.each([1, 30 * day])('runs every %d ms until it is stopped, also by itself', (time) => {
  const timer = every(time, () => {
    run()
    if (run.mock.calls.length === 3) timer.stop()
  })
  const run = vi.fn()
  for (const times of [1, 2, 3, 3]) {
    vi.advanceTimersByTime(time)
    expect(run).toHaveBeenCalledTimes(times)
  }
  expect(vi.getTimerCount()).toBe(0)
})

test('a pause ends with its signal, and leaves nothing behind', async () => {
  const ending = new AbortController()
  const over = pause(60 * day, { signal: ending.signal })
  vi.advanceTimersByTime(30 * day)
  ending.abort()
  await over
  expect(vi.getTimerCount()).toBe(0)
  await pause(60 * day, { signal: ending.signal })
  expect(vi.getTimerCount()).toBe(0)
})
