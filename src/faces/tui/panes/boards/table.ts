import { marks } from '../../../present-glyphs.ts'
import type { ThreadName } from '../../effect.ts'
import type { BoardName, BoardRow } from '../../model/board.ts'
import { fitLine, type Line, type Look, lineWidth, word } from '../../text/line.ts'

/** The present time, and the width of the table inside its frame. */
export type Facts = { readonly now: number; readonly width: number }

export type Column<Row> = {
  readonly head: string
  readonly cell: (row: Row, facts: Facts) => Line
  /** Its width, or its share of the room that is left. */
  readonly width?: number
  readonly grow?: number
  /** A column that grows is no wider than this. */
  readonly most?: number
  /** Narrower tables do not have it. One of a fixed width takes no room while no row on the screen has a value in it. */
  readonly from?: number
  /** Numbers and ages stand at the right. */
  readonly right?: true
}

/** What a key on a row is about. */
export type About = {
  readonly agent?: string | null
  readonly queue?: string
  /** The message that the row stands for, and whose copy; `of: null` is the person. */
  readonly message?: Pick<ThreadName, 'message'> & { readonly of: string | null }
}

/** Where Enter on a row leads. */
export type Opening =
  | { readonly type: 'agent'; readonly agent: string }
  | { readonly type: 'debate'; readonly thread: string }
  | { readonly type: 'task'; readonly task: string }
  | { readonly type: 'thread'; readonly message: string }
  /** Another store, or the one that is open; `row` is one of its Attention. */
  | {
      readonly type: 'store'
      readonly location: string
      readonly name: string
      readonly isHere: boolean
      readonly row: string | null
    }

export type Order<Row> = {
  readonly name: string
  /** The column that shows it, where that has another name. */
  readonly head?: string
  /** An order without it keeps that of the store. */
  readonly by?: (row: Row) => number | string
}

/** A board or one of its columns: plain data and pure functions, which one component, one state and one speaker share. */
export type Table<Row> = {
  readonly key: (row: Row) => string
  /** The mark before the row. */
  readonly look: (row: Row) => { readonly mark: string; readonly look: Look }
  readonly columns: readonly Column<Row>[]
  /** The group of a row, and the groups in their order. They are shown in the first order of the table. */
  readonly group?: { readonly of: (row: Row) => string; readonly order: readonly string[] }
  /** The orders of the rows, smallest first. */
  readonly sort: readonly Order<Row>[]
  /** The texts that a filter finds a row by. */
  readonly words: (row: Row) => readonly (string | null)[]
  readonly open: (row: Row) => Opening
  readonly about: (row: Row) => About
  /** The reason for an empty table. */
  readonly empty: string
  /** The parts of the sentence that a screen reader speaks. */
  readonly say: (row: Row, now: number) => readonly (string | false)[]
  /** The row is spoken again when this changes. */
  readonly change: (row: Row) => string
}

/** A description whose rows are known; the board that it belongs to gives it no others. */
export function table<Row extends BoardRow>(described: Table<Row>): Table<BoardRow> {
  return described as unknown as Table<BoardRow>
}

/** The marks of the selection and of the row. */
const marked = 4

/** The least width of a column that grows, where there is so much. */
const least = 8

/**
 * A table as it is drawn with these rows below its heads, that of the order marked: both in columns of the same widths. The rows are those
 * on the screen, so scrolling may change widths: measuring thousands of rows for each key would be too slow.
 */
export function drawTable<Row>(
  { columns }: Table<Row>,
  rows: readonly Row[],
  facts: Facts,
  order?: Order<Row>,
): { readonly heads: Line; readonly cells: (row: Row) => Line } {
  const shown = columns
    .filter(({ from = 0 }) => facts.width >= from)
    .map((column) => {
      const cells = new Map(rows.map((row) => [row, column.cell(row, facts)]))
      const isOrder = order !== undefined && column.head.trim() === (order.head ?? order.name)
      const head = isOrder ? `${column.head}${marks.sorted}` : column.head
      return { ...column, head, cells, longest: longestOf([...cells.values()]) }
    })
    .filter(({ grow, longest }) => grow !== undefined || longest > 0 || rows.length === 0)
  const widths = columnWidths(shown, facts.width)
  const inColumns = (lines: readonly Line[]): Line =>
    lines.flatMap((line, at) => cell(line, widths[at] ?? 0, shown[at]?.right))
  const heads = inColumns(shown.map(({ head }) => [word(head, 'dim')]))
  return {
    heads: fitLine([word(' '.repeat(marked)), ...heads], facts.width),
    cells: (row) => inColumns(shown.map(({ cells }) => cells.get(row) ?? [])),
  }
}

/** The width of the longest cell; 0 where none says anything. */
function longestOf(cells: readonly Line[]): number {
  const told = cells.filter((line) => line.some(({ text }) => text.trim() !== ''))
  return Math.max(0, ...told.map(lineWidth))
}

type Sized = Pick<Column<unknown>, 'head' | 'width' | 'grow' | 'most'> & { readonly longest: number }

/** Each column that grows has its share of the room; what one does not need goes to those that would cut their cells. */
function columnWidths(columns: readonly Sized[], width: number): readonly number[] {
  const fixed = columns.reduce((sum, column) => sum + (column.width ?? 0), 0)
  // A blank stands before the frame.
  let rest = Math.max(least, width - marked - 1 - fixed)
  let shares = columns.reduce((sum, { grow = 0 }) => sum + grow, 0)
  const shared = columns.map(({ grow, most, width: own = 0 }) => {
    if (grow === undefined) return own
    const share = Math.floor((rest * grow) / shares)
    const wide = Math.max(Math.min(least, rest), Math.min(most ?? share, share))
    rest -= wide
    shares -= grow
    return wide
  })
  // A blank stands behind each cell.
  const needs = columns.map(({ head, longest }) => Math.max(head.length, longest) + 1)
  const growing = (of: (wide: number, needed: number, most: number) => number) =>
    columns.map(({ grow, most = Number.POSITIVE_INFINITY }, at) =>
      grow === undefined ? 0 : Math.max(0, of(shared[at] ?? 0, needs[at] ?? 0, most)),
    )
  const missing = growing((wide, needed, most) => Math.min(most, needed) - wide)
  const spare = growing((wide, needed) => wide - Math.max(least, needed))
  const moved = Math.min(sumOf(missing), sumOf(spare))
  const [given, taken] = [split(moved, missing), split(moved, spare)]
  return shared.map((wide, at) => wide + (given[at] ?? 0) - (taken[at] ?? 0))
}

/** An amount, split in proportion to these parts. */
function split(amount: number, parts: readonly number[]): readonly number[] {
  let [left, rest] = [amount, sumOf(parts)]
  return parts.map((part) => {
    const own = rest === 0 ? 0 : Math.round((left * part) / rest)
    left -= own
    rest -= part
    return own
  })
}

function sumOf(numbers: readonly number[]): number {
  return numbers.reduce((sum, number) => sum + number, 0)
}

/** A blank stands behind words and before numbers. */
function cell(line: Line, width: number, right: true | undefined): Line {
  if (width === 0) return []
  if (right === undefined) return [...fitLine(line, width - 1), word(' ')]
  const text = line.map(({ text }) => text).join('')
  return [word(' '.repeat(Math.max(0, width - text.length))), ...fitLine(line, Math.min(width, text.length))]
}

/** The mark of the selection, and that of the row. */
export function markCells(
  isSelected: boolean,
  { mark, look }: { readonly mark: string; readonly look: Look },
): Line {
  return [word(isSelected ? `${marks.here} ` : '  ', 'accent'), word(`${mark} `, look)]
}

/** A narrower table has no room for its subjects: one is shown at a time. */
const leastWidth = 32

type TablePlace = { readonly at: number; readonly left: number; readonly width: number }

/** The tables of a board that are on the screen, side by side. */
export function tablePlaces(count: number, focus: number, width: number): readonly TablePlace[] {
  const share = Math.floor(width / count)
  if (share < leastWidth) return [{ at: focus, left: 0, width }]
  return Array.from({ length: count }, (_, at) => ({
    at,
    left: at * share,
    width: at === count - 1 ? width - at * share : share,
  }))
}

/** From here on what the selected row or the open page is about stands beside it. */
const besideFrom = 160

/** Boards of what lies in other stores: nothing of it is loaded here, and its own columns take the width. */
const alone: readonly BoardName[] = ['stores', 'all-attention']

/** The columns beside a board; 0 without room. Tables side by side leave less of it, so that their subjects are read. */
export function besideWidth(board: BoardName, columns: number): number {
  if (columns < besideFrom || alone.includes(board)) return 0
  const [share, most] = board === 'queues' ? [0.25, 60] : [0.39, 78]
  return Math.min(most, Math.floor(columns * share))
}
