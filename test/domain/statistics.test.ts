import fc from 'fast-check'
import { expect, test } from 'vitest'
import { answerTimes, backlog, bucketOf } from '../../src/domain/statistics.ts'

test.each([
  ['nothing happened', 5, [0, 0, 0], [5, 5, 5]],
  ['two came at the end', 5, [0, 0, 2], [3, 3, 5]],
  ['three came, then two were read', 1, [3, -2], [3, 1]],
  ['more ended than the log knows', 0, [4, 2], [0, 0]],
])('the backlog is told from now backwards: %s', (_, now, growth, told) => {
  expect(backlog(now, growth)).toEqual(told)
})

test('a backlog that grows by what is told ends with what waits now', () => {
  fc.assert(
    fc.property(fc.array(fc.integer({ min: 0, max: 9 }), { minLength: 1 }), (growth) => {
      const now = growth.reduce((sum, grown) => sum + grown, 0)
      let waiting = 0
      expect(backlog(now, growth)).toEqual(growth.map((grown) => (waiting += grown)))
    }),
  )
})

test.each([
  [[], { count: 0, median: null, p90: null, longest: null }],
  [[7], { count: 1, median: 7, p90: 7, longest: 7 }],
  [[30, 10, 20], { count: 3, median: 20, p90: 30, longest: 30 }],
  [[1, 2, 3, 4, 5, 6, 7, 8, 9, 100], { count: 10, median: 5, p90: 9, longest: 100 }],
])('answer times of %j', (times, told) => {
  expect(answerTimes(times)).toEqual(told)
})

test.each([
  [100, 0],
  [124, 0],
  [125, 1],
  [199, 3],
  [200, 3],
  [5, 0],
  [900, 3],
])('%i lies in part %i', (at, bucket) => {
  expect(bucketOf({ since: 100, until: 200, buckets: 4 }, at)).toBe(bucket)
})
