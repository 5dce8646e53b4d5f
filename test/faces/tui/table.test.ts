import { describe, expect, it } from 'vitest'
import { sanitizeLine } from '../../../src/domain/sanitize.ts'
import { boards } from '../../../src/faces/tui/panes/boards/boards.ts'
import { type Column, drawTable, type Order, type Table } from '../../../src/faces/tui/panes/boards/table.ts'
import { lineText, span, word } from '../../../src/faces/tui/text/line.ts'

type Item = {
  readonly name: string
  readonly about?: string
  readonly count?: number
}

const about: Column<Item> = {
  head: 'about',
  grow: 1,
  cell: (row) => [span(sanitizeLine(row.about ?? ''))],
}
const name: Column<Item> = { head: 'name', grow: 1, cell: (row) => [span(sanitizeLine(row.name))] }
const count: Column<Item> = {
  head: 'count',
  width: 7,
  right: true,
  cell: (row) => [word(row.count === undefined ? '' : String(row.count))],
}
const way: Column<Item> = { head: '  way', width: 9, cell: () => [word('  ')] }

/** The heads and the cells of some rows, without the marks before them. */
function shown(columns: readonly Column<Item>[], rows: readonly Item[], width = 44): readonly string[] {
  const { heads, cells } = drawTable({ columns } as unknown as Table<Item>, rows, { now: 0, width })
  return [lineText(heads).slice(4), ...rows.map((row) => lineText(cells(row)))].map((line) => line.trimEnd())
}

describe('a table', () => {
  it.each<readonly [what: string, columns: readonly Column<Item>[], rows: readonly Item[], heads: string]>([
    ['without a value', [name, count], [{ name: 'a' }], 'name'],
    [
      'of blanks alone',
      [name, way, count],
      [{ name: 'a', count: 1 }],
      'name                              count',
    ],
    [
      'with one value',
      [name, count],
      [{ name: 'a' }, { name: 'b', count: 0 }],
      'name                              count',
    ],
    ['that is too wide', [name, { ...count, from: 45 }], [{ name: 'a', count: 1 }], 'name'],
    ['of a table without rows', [name, count], [], 'name                              count'],
  ])('gives its room to a fixed column, unless it is one %s', (_, columns, rows, heads) => {
    expect(shown(columns, rows)[0]).toBe(heads)
  })

  const long = 'swarm_dev/implementer-of-the-store'

  it.each<readonly [what: string, columns: readonly Column<Item>[], row: Item, cells: string]>([
    [
      'what the next one does not need',
      [name, about],
      { name: long.slice(0, 24), about: 'idle' },
      'swarm_dev/implementer-of idle',
    ],
    [
      'what the one before does not need',
      [name, about],
      { name: 'a', about: long.slice(0, 26) },
      'a           swarm_dev/implementer-of-t',
    ],
    [
      'its share, where both need more',
      [name, about],
      { name: long, about: long },
      'swarm_dev/impleme… swarm_dev/implemen…',
    ],
    ['its share, where neither needs more', [name, about], { name: 'a', about: 'b' }, 'a                  b'],
    [
      'no more than its limit',
      [{ ...name, most: 20 }, about],
      { name: long, about: 'b' },
      'swarm_dev/implemen… b',
    ],
    ['the room of an empty column', [name, count], { name: long }, 'swarm_dev/implementer-of-the-store'],
  ])('gives a column that would be cut %s', (_, columns, row, cells) => {
    expect(shown(columns, [row])[1]).toBe(cells)
  })

  it('has the same columns in its heads and in each row', () => {
    const [heads = '', one = '', other = ''] = shown(
      [name, about, count],
      [
        { name: 'a', about: 'first', count: 7 },
        { name: '日本日本日本', about: 'second' },
      ],
    )
    expect(heads.indexOf('about')).toBe(one.indexOf('first'))
    expect(other.indexOf('second')).toBe(one.indexOf('first') - 6)
    expect(one).toHaveLength(heads.length)
  })
})

describe('the order of a table', () => {
  const heads = (order: Order<Item>) =>
    lineText(
      drawTable({ columns: [name, about, count] } as unknown as Table<Item>, [], { now: 0, width: 44 }, order)
        .heads,
    )

  it.each<readonly [Order<Item>, string]>([
    [{ name: 'name' }, 'name▼'],
    [{ name: 'how many', head: 'count' }, 'count▼'],
    [{ name: 'turn' }, ''],
  ])('%o has a mark beside the head of its column', (order, marked) =>
    expect(heads(order).match(/\S*▼/u)?.[0] ?? '').toBe(marked),
  )

  const every = Object.values(boards).flatMap((board) => board.tables.map((one) => board.table(one)))
  it.each(every.map((table) => [table.sort.map(({ name: order }) => order).join(', '), table] as const))(
    'is that of one of its columns: %s',
    (_, { sort, columns }) => {
      const named = columns.map(({ head }) => head.trim())
      const without = sort.filter((order) => !named.includes(order.head ?? order.name))
      expect(without.map((order) => order.name).filter((one) => one !== 'turn')).toEqual([])
    },
  )
})
