import { plain, type Safe } from '../../../../domain/sanitize.ts'
import type { Caret, EditorState } from '../../model/editor.ts'
import { clustersOf, clusterWidth, cut, lineRanges, widthOf } from '../../text/text.ts'
import { boundaryAfter, boundaryBefore, lineAt } from './editor-state.ts'

export type EditorView = {
  readonly lines: readonly Safe[]
  /** The caret's cell in `lines`, always inside the view. */
  readonly caret: { readonly row: number; readonly column: number }
  /** Rows out of sight above and below. */
  readonly above: number
  readonly below: number
}

/** The visible part of the text in this many columns and rows; it always contains the caret. */
export function editorView(state: EditorState, columns: number, rows: number): EditorView {
  if (state.single) return singleView(state, columns)
  const sized = resizeEditor(state, columns, rows)
  const lines: Safe[] = []
  let row = 0
  for (const line of sized.lines) {
    const starts = rowStarts(line, sized.columns)
    for (const [at, start] of starts.entries()) {
      if (row >= sized.top && row < sized.top + sized.rows)
        lines.push(rowText(line, start, starts[at + 1] ?? line.length, sized.columns))
      row += 1
    }
  }
  const place = caretPlace(sized)
  return {
    lines,
    caret: { row: place.row - sized.top, column: Math.min(place.column, sized.columns - 1) },
    above: sized.top,
    below: Math.max(0, row - sized.top - lines.length),
  }
}

/** Fits the editor into another size, the caret in view. */
export function resizeEditor(state: EditorState, columns: number, rows: number): EditorState {
  const size = { columns: Math.max(1, Math.floor(columns)), rows: Math.max(1, Math.floor(rows)) }
  if (size.columns === state.columns && size.rows === state.rows) return state
  return followed({ ...state, ...size })
}

/** Scrolls no further than it takes to see the caret. */
export function followed(state: EditorState): EditorState {
  if (state.single) return state
  const { row } = caretPlace(state)
  const total = rowsUpTo(state, state.lines.length)
  const most = Math.max(0, total - state.rows)
  const top = Math.min(Math.max(Math.min(state.top, row), row - state.rows + 1), Math.max(most, 0))
  return top === state.top ? state : { ...state, top }
}

/** The caret this many wrapped rows up (negative) or down, in the column it aims for. */
export function movedByRows(state: EditorState, by: number): EditorState {
  const goal = state.goal ?? caretPlace(state).column
  let caret = state.caret
  for (let step = 0; step < Math.abs(by); step += 1) caret = rowStep(state, caret, Math.sign(by), goal)
  return { ...state, caret, goal }
}

function rowStep(state: EditorState, caret: Caret, by: number, goal: number): Caret {
  const line = lineAt(state, caret.line)
  const starts = rowStarts(line, state.columns)
  const row = rowOf(starts, caret.offset) + by
  if (row >= 0 && row < starts.length) return { line: caret.line, offset: offsetAt(line, starts, row, goal) }
  const next = caret.line + by
  if (next < 0) return { line: 0, offset: 0 }
  if (next >= state.lines.length) return { line: caret.line, offset: line.length }
  const other = lineAt(state, next)
  const rows = rowStarts(other, state.columns)
  return { line: next, offset: offsetAt(other, rows, by < 0 ? rows.length - 1 : 0, goal) }
}

function caretPlace(state: EditorState): { readonly row: number; readonly column: number } {
  const line = lineAt(state, state.caret.line)
  const starts = rowStarts(line, state.columns)
  const row = rowOf(starts, state.caret.offset)
  return {
    row: rowsUpTo(state, state.caret.line) + row,
    column: widthOf(line.slice(starts[row] ?? 0, state.caret.offset)),
  }
}

function rowsUpTo(state: EditorState, end: number): number {
  let rows = 0
  for (let at = 0; at < end; at += 1) rows += rowStarts(lineAt(state, at), state.columns).length
  return rows
}

/** Where each wrapped row of a line begins. One column is kept free for the caret behind the last character. */
function rowStarts(line: string, columns: number): readonly number[] {
  if (line.length < columns / 2) return firstOnly
  return lineRanges(line, columns - 1).map(({ start }, at) => (at === 0 ? 0 : start))
}

const firstOnly: readonly number[] = [0]

function rowOf(starts: readonly number[], offset: number): number {
  let row = starts.length - 1
  while (row > 0 && (starts[row] ?? 0) > offset) row -= 1
  return row
}

function offsetAt(line: string, starts: readonly number[], row: number, goal: number): number {
  const start = starts[row] ?? 0
  const next = starts[row + 1]
  const end = next === undefined ? line.length : boundaryBefore(line, next)
  let offset = start
  let width = 0
  while (offset < end) {
    const after = boundaryAfter(line, offset)
    width += widthOf(line.slice(offset, after))
    if (width > goal) break
    offset = after
  }
  return Math.min(offset, end)
}

function rowText(line: string, start: number, end: number, columns: number): Safe {
  return cut(line.slice(start, end).replace(/ +$/u, '') as Safe, columns)
}

function singleView(state: EditorState, columns: number): EditorView {
  const { text, column } = lineWindow(lineAt(state, 0), state.caret.offset, columns)
  return { lines: [text], caret: { row: 0, column }, above: 0, below: 0 }
}

/** The visible part of one line that scrolls sideways, and the caret's column in it. */
export function lineWindow(
  line: Safe,
  offset: number,
  columns: number,
): { readonly text: Safe; readonly column: number } {
  const room = Math.max(1, columns)
  const before = clustersOf(line.slice(0, offset))
  const next = boundaryAfter(line, offset)
  const here = Math.max(1, widthOf(line.slice(offset, next)))
  // Keep room for the character at the caret, and for a mark on each side where more text follows.
  const most = room - 1 - here - (next < line.length ? 1 : 0)
  let first = before.length
  let column = 0
  while (first > 0) {
    const width = clusterWidth(before[first - 1] ?? '')
    if (column + width > most) break
    column += width
    first -= 1
  }
  const hidden = before.slice(0, first).join('').length
  if (hidden === 0) return { text: cut(line, room), column }
  const text = room < 3 ? plain('') : cut(`…${line.slice(hidden)}` as Safe, room)
  return { text, column: Math.min(column + 1, room - 1) }
}
