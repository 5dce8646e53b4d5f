import { expect, test } from 'vitest'
import { leftAt } from '../../src/domain/absence.ts'

const minute = 60_000
const now = 10_000 * minute
const ago = (minutes: number) => now - minutes * minute

test.each([
  ['nothing was done for a day', [], 1440],
  ['nothing was done since', [90, 100], 90],
  ['work went on after the pause', [1, 2, 45, 50], 45],
  ['half an hour is a pause', [5, 35, 36], 35],
  ['less is none', [29, 58, 87, 118, 140], 118],
  ['of two pauses the last one counts', [1, 40, 400], 40],
  ['what a wrong clock says is left out', [-500, 70], 70],
  ['what is older is left out', [2000, 3000], 1440],
])('%s', (_, active, since) => {
  expect((now - leftAt(active.map(ago), now, ago(1440))) / minute).toBe(since)
})

test('who never pauses looks back to the beginning', () => {
  expect(leftAt([10, 20, 30, 40].map(ago), now, ago(50))).toBe(ago(50))
})
