import { expect, test } from 'vitest'
import { debates } from '../../src/faces/tui/panes/boards/debates.ts'
import { lineOf, painted, wide, widths } from '../support/drawn.tsx'
import { TableHeads, TableRow } from '../support/table-row.tsx'
import { debateRow } from '../support/tui-work.ts'

const redis = debateRow('REDS1', { topic: 'Redis for sessions', rounds: 4 })

test.each(widths)('a debate says what it is about and how it stands, in %i columns', (width) => {
  const shown = (more: object = {}) =>
    lineOf(<TableRow table={debates} row={{ ...redis, ...more }} width={width} />, width)
  expect(shown()).toMatch(/^ {2}◐ .*Redis for sessions .*5m *$/u)
  expect(shown({ verdict: 'deadlock' })).toMatch(/^ {2}! /u)
  expect(shown({ verdict: 'consensus', decision: 'Yes' })).toMatch(/✓ .*sessions · Yes/u)
  expect(shown({ topic: wide.repeat(30), participants: [wide.repeat(9)] })).toContain('…')
  expect(shown().includes('architect, critic')).toBe(width >= 90)
})

test('a selected debate stands out', () => {
  expect(painted(<TableRow table={debates} row={redis} width={50} selected="here" />)).toContain('\u001b[7m')
})

test.each(widths)('the columns are named above the rows, in %i columns', (width) => {
  expect(lineOf(<TableHeads table={debates} width={width} />, width)).toMatch(/topic .*last *$/u)
})
