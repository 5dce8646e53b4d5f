import { expect, test } from 'vitest'
import { DebateHeads, DebateRow } from '../../components/DebateRow.tsx'
import type { DebateCells } from '../../src/faces/tui/panes/work/debate-cells.ts'
import { lineOf, painted, wide, widths } from '../support/drawn.tsx'

const cells: DebateCells = {
  ...{ verdict: 'open', topic: 'Redis for sessions', decision: '', participants: 'architect, critic' },
  ...{ rounds: '4', opened: '1h', last: '5m' },
}

test.each(widths)('a debate says what it is about and how it stands, in %i columns', (width) => {
  const shown = (more: object = {}) =>
    lineOf(<DebateRow {...cells} {...more} width={width} selected="no" />, width)
  expect(shown()).toMatch(/^ {2}◐ .*Redis for sessions .*5m *$/u)
  expect(shown({ verdict: 'deadlock' })).toMatch(/^ {2}! /u)
  expect(shown({ verdict: 'consensus', decision: 'Yes' })).toMatch(/✓ .*sessions · Yes/u)
  expect(shown({ topic: wide.repeat(30), participants: wide.repeat(9) })).toContain('…')
  expect(shown().includes('architect, critic')).toBe(width >= 90)
})

test('a selected debate stands out', () => {
  expect(painted(<DebateRow {...cells} width={50} selected="here" />)).toContain('\u001b[7m')
})

test.each(widths)('the columns are named above the rows, in %i columns', (width) => {
  expect(lineOf(<DebateHeads width={width} />, width)).toMatch(/topic .*last *$/u)
})
