import { expect, it } from 'vitest'
import { bar, lengthOf, sparkline } from '../../../src/faces/present-chart.ts'
import { frameText } from '../../support/screen-text.ts'
import { boxStats, sitAtMetrics, statsValue } from '../../support/tui-sheets.ts'
import { row, type Sitting, sitBefore } from '../../support/tui-state.ts'

const shown = (sitting: Sitting) => frameText(sitting.state)
const asked = (sitting: Sitting) =>
  sitting.taken().flatMap((effect) => (effect.type === 'load-sheet' ? [effect.question] : []))

it('goes through the periods, and takes no answer to another question', () => {
  const sitting = sitBefore([row('M001')]).press('M', ']', '[', '[')
  const since = asked(sitting).map((question) => (question.type === 'stats' ? question.since / 3_600_000 : 0))
  expect(since).toEqual([24, 168, 24, 6])
  const before = sitting.state
  sitting.tell({ type: 'sheet-loaded', question: { type: 'stats', since: 1 }, value: statsValue() })
  expect(sitting.state).toEqual(before)
})

it.each([
  [[0, 1, 4, 8], ' ▁▄█'],
  [[], ''],
  [[0, 0], '  '],
  [[1000], '█'],
])('draws %j as %j', (numbers, drawn) => {
  expect(sparkline(numbers)).toBe(drawn)
})

it.each([
  [0, 10, ''],
  [1, 1000, '■'],
  [5, 10, '■■■■■'],
])('a bar of %i in %i', (number, highest, drawn) => {
  expect(bar(number, highest, 10)).toBe(drawn)
})

it.each([
  [null, '–'],
  [59, '59s'],
  [60, '1m'],
  [7200, '2h'],
  [259_200, '3d'],
])('%s seconds is %s', (seconds, told) => {
  expect(lengthOf(seconds)).toBe(told)
})

it('is no wider than the numbers that it shows', () => {
  const value = statsValue({ agents: [boxStats('critic', { backlog: Array(24).fill(3) })] })
  const lines = shown(sitAtMetrics(value, { columns: 200, rows: 50 })).split('\n')
  const title = lines.findIndex((line) => line.includes('╭─ Metrics'))
  const [from, to] = [lines[title]?.indexOf('╭─ Metrics') ?? 0, lines[title]?.lastIndexOf('╮ ') ?? 0]
  const inside = lines
    .slice(title + 1)
    .flatMap((line) => (line[from] === '│' ? [line.slice(from + 1, to)] : []))
  const widest = Math.max(...inside.map((line) => line.trimEnd().length))
  expect(inside[0]?.length).toBeLessThanOrEqual(widest + 4)
})

it.each([
  [50, /^ {2}implementer +2 +6m /u],
  [80, /^ {2}swarm_dev\/implementer +4 +9 +40s? +2 +6m /u],
  [120, /^ {2}swarm_dev\/implementer +4 +9 +40s? +2 +6m /u],
])('has whole names, and every number from 80 columns on: %i', (columns, expected) => {
  const agents = [boxStats('swarm_dev/implementer', { backlog: Array(24).fill(3) })]
  const lines = shown(sitAtMetrics(statsValue({ agents }), { columns, rows: 30 })).split('\n')
  const line = lines.find((text) => text.includes('implementer')) ?? ''
  expect(line.slice(2)).toMatch(expected)
  expect(line.trimEnd()).toMatch(/[▁▂▃▄▅▆▇█]{12,} *│$/u)
})
