import { expect, test } from 'vitest'
import { QueueHeads, QueueRow } from '../../components/QueueRow.tsx'
import type { ItemCells } from '../../src/faces/tui/panes/work/item-cells.ts'
import { lineOf, painted, wide, widths } from '../support/drawn.tsx'

const cells: ItemCells = {
  ...{ id: 'M1', title: 'Sort the night run', queue: 'work', state: 'processing' },
  ...{ told: 'critic', time: '7m' },
}

test.each(widths)('an item says what it is about, where it lies and who has it, in %i columns', (width) => {
  const shown = (more: object = {}) =>
    lineOf(<QueueRow {...cells} {...more} width={width} selected="no" />, width)
  expect(shown()).toMatch(/^ {2}◐ Sort the night run .*7m *$/u)
  expect(shown({ state: 'failed' })).toMatch(/^ {2}† /u)
  expect(shown({ state: 'available' })).toMatch(/^ {2}● /u)
  expect(shown({ title: wide.repeat(30), queue: wide.repeat(9) })).toContain('…')
  expect(/work .*critic/u.test(shown())).toBe(width >= 60)
  expect(shown()).toMatch(/critic/u)
  expect(shown({ state: 'failed' })).toMatch(/work/u)
})

test('a selected item stands out', () => {
  expect(painted(<QueueRow {...cells} width={50} selected="here" />)).toContain('\u001b[7m')
})

test.each(widths)('the cells are named above the rows, in %i columns', (width) => {
  expect(lineOf(<QueueHeads state="processing" width={width} />, width)).toMatch(/subject .*left *$/u)
  expect(lineOf(<QueueHeads state="failed" width={width} />, width)).toMatch(/subject .*age *$/u)
})
