import fc from 'fast-check'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { after, pause } from '../src/after.ts'

beforeEach(() => void vi.useFakeTimers())
afterEach(() => void vi.useRealTimers())

const day = 86_400_000

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
