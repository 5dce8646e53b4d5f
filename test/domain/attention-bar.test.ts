import { expect, it } from 'vitest'
import type { AttentionGroup } from '../../src/domain/attention.ts'
import { attentionReasons } from '../../src/domain/attention.ts'
import { barOf, barText, shortBar } from '../../src/domain/attention-bar.ts'

const group = (why: AttentionGroup['why'], count: number): AttentionGroup => ({ why, count, agents: 1 })

it.each<[string, readonly AttentionGroup[]]>([
  ['', []],
  ['', [group('urgent', 3)]],
  ['● 1 waits for you', [group('asks', 1)]],
  [
    '● 2 wait for you · 3 decisions · 1 deadlock · 4 failing',
    [
      group('asks', 2),
      group('escalation', 3),
      group('request-failed', 1),
      group('failed', 1),
      group('deadlock', 1),
      group('queue-failed', 2),
    ],
  ],
  ['● 5 in Attention', [group('overdue', 2), group('unanswered', 3)]],
  ['● 1 silent · 2 more', [group('silent', 1), group('unheard', 2), group('urgent', 1)]],
])('tells %j', (text, groups) => {
  expect(barText(barOf(groups))).toBe(text)
})

it('counts each reason once, in whatever order they come', () => {
  const groups = attentionReasons.map((why) => group(why, 1))
  const parts = barOf(groups.toReversed())
  expect(parts).toEqual(barOf(groups))
  expect(parts.reduce((sum, { count }) => sum + count, 0)).toBe(attentionReasons.length - 1)
  const weights = parts.map(({ weight }) => ['alarm', 'warning', 'rest'].indexOf(weight))
  expect(weights).toEqual(weights.toSorted())
})

it.each([
  [9, '● 1 waits for you · 2 decisions · 1 loop · 4 more'],
  [2, '● 1 waits for you · 2 decisions · 5 more'],
  [1, '● 1 waits for you · 7 more'],
])('has %i parts at most', (most, text) => {
  const parts = barOf([group('asks', 1), group('escalation', 2), group('loop', 1), group('overdue', 4)])
  expect(barText(shortBar(parts, most))).toBe(text)
})
