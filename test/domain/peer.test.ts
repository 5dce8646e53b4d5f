import { describe, expect, it } from 'vitest'
import { backOff, longestBackOff, patienceFor } from '../../src/domain/peer.ts'

describe('another swarm that does not answer', () => {
  it.each([
    [1, 500],
    [2, 1000],
    [5, 8000],
    [8, 60_000],
    [100, 60_000],
  ])('is tried again after attempt %i in %i ms, or half as much more', (attempts, wait) => {
    expect(backOff(attempts, 0)).toBe(wait)
    expect(backOff(attempts, 1)).toBe(wait * 1.5)
    expect(backOff(attempts, 1)).toBeLessThanOrEqual(longestBackOff)
  })

  it.each([
    [1, 0],
    [2, 500],
    [4, 3500],
    [12, 303_500],
  ])('of %i attempts the last is %i ms after the first', (attempts, wait) => {
    expect(patienceFor(attempts)).toBe(wait)
  })
})
