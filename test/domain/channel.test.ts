import { describe, expect, test } from 'vitest'
import { type Pruning, prunedPosts } from '../../src/domain/channel.ts'

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
    const posts = Array.from({ length: amount }, (_, at) => ({
      message: at + 1,
      postedAt: now,
      pinned: false,
    }))
    const pruned = prunedPosts([...posts].reverse(), { retainCount, retainHours: null }, now, when)
    expect(pruned).toEqual(posts.slice(0, gone).map(({ message }) => message))
  })
})

describe('how much of a stream stays, by age', () => {
  test.each<[Pruning, number | null, number | null, readonly number[], readonly number[]]>([
    ['write', null, 24, [0, 1, 23, 25, 48], [25, 48]],
    ['write', null, 24, [24, 24.01], [24.01]],
    ['write', 2, 24, [0, 1, 2, 30], [2, 30]],
    ['patrol', 100, 24, [0, 1, 2, 30], [30]],
    ['patrol', null, 0, [0, 1000], []],
  ])('on %s, %j posts and %j hours, of ages %j go %j', (when, retainCount, retainHours, ages, gone) => {
    const oldestFirst = [...ages].sort((one, other) => other - one)
    const posts = oldestFirst.map((age, at) => ({
      message: at + 1,
      postedAt: now - age * hour,
      pinned: false,
    }))
    const pruned = prunedPosts(posts, { retainCount, retainHours }, now, when)
    expect(pruned.map((message) => oldestFirst[message - 1]).sort()).toEqual([...gone].sort())
  })
})

test('pinned posts are neither counted nor taken', () => {
  const posts = [1, 2, 3, 4].map((message) => ({ message, postedAt: 0, pinned: message < 3 }))
  expect(prunedPosts(posts, { retainCount: 2, retainHours: null }, now, 'write')).toEqual([])
  expect(prunedPosts(posts, { retainCount: 1, retainHours: null }, now, 'write')).toEqual([3])
  expect(prunedPosts(posts, { retainCount: null, retainHours: 1 }, now, 'write')).toEqual([3, 4])
})
