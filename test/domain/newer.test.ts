import { expect, test } from 'vitest'
import { newerWords } from '../../src/domain/newer.ts'

const newest = { id: 'K3X7P', from: 'al', at: 0 }

test.each([
  [{ count: 1, inThread: false }, '1 newer from al, K3X7P 3m ago'],
  [{ count: 2, inThread: false }, '2 newer from al, the last, K3X7P, 3m ago'],
  [{ count: 1, inThread: true }, '1 newer in its thread, K3X7P by al 3m ago'],
  [{ count: 50, inThread: true }, '50 newer in its thread, the last, K3X7P, by al 3m ago'],
])('%j', (newer, words) => {
  expect(newerWords({ ...newest, ...newer }, 180_000)).toBe(words)
})
