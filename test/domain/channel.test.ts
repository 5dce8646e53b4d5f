import { describe, expect, test } from 'vitest'
import { excessOf, keptSince, type Pruning } from '../../src/domain/channel.ts'

const hour = 3_600_000
const now = 1000 * hour

describe('how much of a stream stays, by count', () => {
  test.each<[Pruning, number | null, number, number]>([
    ['write', 1, 1, 0],
    ['write', 10, 11, 1],
    ['write', 100, 101, 1],
    ['write', 100, 111, 11],
    ['write', null, 5000, 0],
    ['write', 0, 5000, 0],
    ['patrol', 1, 2, 1],
    ['patrol', 5, 6, 1],
    ['patrol', 9, 10, 1],
    ['patrol', 20, 22, 0],
    ['patrol', 20, 23, 3],
    ['patrol', 50, 56, 6],
    ['patrol', 70, 77, 0],
    ['patrol', 100, 100, 0],
    ['patrol', 100, 109, 0],
    ['patrol', 100, 110, 0],
    ['patrol', 100, 111, 11],
    ['patrol', 100, 150, 50],
    ['patrol', 1000, 1101, 101],
    ['patrol', 0, 5000, 0],
  ])('on %s, of %j kept, %i posts lose %i', (when, retainCount, amount, gone) => {
    expect(excessOf({ retainCount, retainHours: null }, amount, when)).toBe(gone)
  })
})

test.each([
  [24, now - 24 * hour],
  [0, null],
  [null, null],
])('for %j hours posts stay that are no older', (retainHours, since) => {
  expect(keptSince({ retainCount: null, retainHours }, now)).toBe(since)
})
