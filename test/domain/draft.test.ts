import { expect, it } from 'vitest'
import { leavesAt } from '../../src/domain/draft.ts'

it.each([
  ['before its time, by itself', { isManual: false, now: 99 }, false],
  ['at its time, by itself', { isManual: false, now: 100 }, true],
  ['before its time, by hand', { isManual: true, now: 0 }, true],
])('a draft leaves at a checkpoint: %s', (_, checkpoint, leaves) => {
  expect(leavesAt(checkpoint, 100)).toBe(leaves)
})
