import { expect, test } from 'vitest'
import type { QueueColumn } from '../../src/domain/queue.ts'
import { itemTables } from '../../src/faces/tui/panes/boards/queues.ts'
import type { QueueItemValue } from '../../src/values/queues-schema.ts'
import { lineOf, painted, wide, widths } from '../support/drawn.tsx'
import { TableHeads, TableRow } from '../support/table-row.tsx'
import { ago } from '../support/tui-fleet.ts'
import { queueItem } from '../support/tui-work.ts'

const item = queueItem('M1', { title: 'Sort the night run', heldBy: 'critic', heldUntil: ago(-7) })

test.each(widths)('an item says what it is about, where it lies and who has it, in %i columns', (width) => {
  const shown = (more: Partial<QueueItemValue> = {}, column: QueueColumn = 'processing') =>
    lineOf(<TableRow table={itemTables[column]} row={{ ...item, ...more }} width={width} />, width)
  expect(shown()).toMatch(/^ {2}◐ Sort the night run .*7m *$/u)
  expect(shown({}, 'failed')).toMatch(/^ {2}† /u)
  expect(shown({}, 'available')).toMatch(/^ {2}● /u)
  expect(shown({ title: wide.repeat(30), queue: wide.repeat(9) })).toContain('…')
  expect(/work .*critic/u.test(shown())).toBe(width >= 60)
  expect(shown()).toMatch(/critic/u)
  expect(shown({}, 'failed')).toMatch(/work/u)
})

test('a selected item stands out', () => {
  expect(painted(<TableRow table={itemTables.processing} row={item} width={50} selected="here" />)).toContain(
    '\u001b[7m',
  )
})

test.each(widths)('the cells are named above the rows, in %i columns', (width) => {
  expect(lineOf(<TableHeads table={itemTables.processing} width={width} />, width)).toMatch(
    /subject .*left *$/u,
  )
  expect(lineOf(<TableHeads table={itemTables.failed} width={width} />, width)).toMatch(/subject .*age *$/u)
})
