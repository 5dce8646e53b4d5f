import { marks } from '../../../present-glyphs.ts'
import type { ThreadName } from '../../effect.ts'
import { fitLine, type Line, type Look, word } from '../../text/line.ts'
import type { BoardName, BoardRow } from './board-state.ts'

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
  /** Narrower tables do not have it. */
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

/** A board or one of its columns: plain data and pure functions, which one component, one state and one speaker share. */
export type Table<Row> = {
  readonly key: (row: Row) => string
  /** The mark before the row. */
  readonly look: (row: Row) => { readonly mark: string; readonly look: Look }
  readonly columns: readonly Column<Row>[]
  /** The group of a row, and the groups in their order. They are shown in the first order of the table. */
  readonly group?: { readonly of: (row: Row) => string; readonly order: readonly string[] }
  /** The orders of the rows, smallest first. An order without `by` keeps that of the store. */
  readonly sort: readonly { readonly name: string; readonly by?: (row: Row) => number | string }[]
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

/** The width of each column; a column without room has none. */
function columnWidths<Row>(columns: readonly Column<Row>[], width: number): readonly number[] {
  const shown = columns.map((column) => (width >= (column.from ?? 0) ? column : null))
  const fixed = shown.reduce((sum, column) => sum + (column?.width ?? 0), 0)
  // A blank stands before the frame.
  let rest = Math.max(8, width - marked - 1 - fixed)
  let shares = shown.reduce((sum, column) => sum + (column?.grow ?? 0), 0)
  return shown.map((column) => {
    if (column?.grow === undefined) return column?.width ?? 0
    const share = Math.floor((rest * column.grow) / shares)
    const wide = Math.max(Math.min(8, rest), Math.min(column.most ?? share, share))
    rest -= wide
    shares -= column.grow
    return wide
  })
}

export function headLine<Row>({ columns }: Table<Row>, width: number): Line {
  const widths = columnWidths(columns, width)
  const heads = columns.flatMap(({ head, right }, at) => cell([word(head, 'dim')], widths[at] ?? 0, right))
  return fitLine([word(' '.repeat(marked)), ...heads], width)
}

export function cellsLine<Row>({ columns }: Table<Row>, row: Row, facts: Facts): Line {
  const widths = columnWidths(columns, facts.width)
  return columns.flatMap(({ cell: of, right }, at) => {
    const width = widths[at] ?? 0
    return width === 0 ? [] : cell(of(row, facts), width, right)
  })
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
    ...{ at, left: at * share },
    width: at === count - 1 ? width - at * share : share,
  }))
}

/** From here on what the selected row or the open page is about stands beside it. */
const besideFrom = 160

/** Boards of what lies in other stores: nothing of it is loaded here, and its own columns take the width. */
const alone: readonly BoardName[] = ['stores', 'all-attention']

/** The columns beside a board; 0 without room. */
export function besideWidth(board: BoardName, columns: number): number {
  return columns >= besideFrom && !alone.includes(board) ? Math.min(78, Math.floor(columns * 0.39)) : 0
}
