import { blankRow, isSimple, type Row } from './frame.ts'
import { type StyleId, transition } from './style.ts'

/** The text being written, and the terminal's known settings at that point. `x` is -1 when it is not known. */
type Pen = { text: string; x: number; y: number; style: StyleId }

/** A gap this short is cheaper written again than jumped over. */
const shortGap = 4

/**
 * The bytes that turn a screen showing `before` into one showing `after`. Starts from any cursor position and the
 * default style, ends in the default style. Empty when nothing differs.
 */
export function difference(
  before: readonly Row[],
  after: readonly Row[],
  columns: number,
  rows: number,
): string {
  const pen: Pen = { text: '', x: -1, y: -1, style: 0 }
  for (let y = 0; y < rows; y++) {
    const old = before[y] ?? blankRow
    const row = after[y] ?? blankRow
    if (old !== row) writeRow(pen, old, row, columns, y)
  }
  return pen.text + transition(pen.style, 0)
}

function writeRow(pen: Pen, old: Row, row: Row, columns: number, y: number): void {
  const end = Math.min(row.end, columns)
  let x = 0
  let spill = 0
  while (x < end) {
    const glyph = glyphAt(row, x, columns)
    const width = row.glyphs[x + 1] === '' && x + 1 < columns ? 2 : 1
    const same = glyph === glyphAt(old, x, columns) && (row.styles[x] ?? 0) === (old.styles[x] ?? 0)
    if (!same || x < spill) {
      if (pen.y === y && pen.x >= 0 && x > pen.x && x - pen.x <= shortGap) fillGap(pen, row, x, columns)
      moveTo(pen, x, y)
      writeCell(pen, glyph, width, row.styles[x] ?? 0, columns)
      if (!hasSureWidth(glyph)) spill = Math.max(spill, x + 2 * [...glyph].length)
    }
    x += width
  }
  if (x < columns && (Math.min(old.end, columns) > x || spill > x)) {
    moveTo(pen, x, y)
    setStyle(pen, 0)
    if (spill > x) put(pen, ' ', 1, columns)
    pen.text += '\x1b[K'
  }
}

/** A wide glyph that no longer fits at the edge shows as a blank. */
function glyphAt(row: Row, x: number, columns: number): string {
  if (x === columns - 1 && row.glyphs[x + 1] === '') return ' '
  return row.glyphs[x] ?? ' '
}

/**
 * Writes one glyph. Where terminals disagree on its width the cells it may cover are blanked before, and the cursor
 * counts as lost after; the caller rewrites the cells it may have spilled into.
 */
function writeCell(pen: Pen, glyph: string, width: 1 | 2, style: StyleId, columns: number): void {
  setStyle(pen, style)
  const sure = hasSureWidth(glyph)
  if (!sure && width === 2) {
    const start = pen.x
    put(pen, '  ', 2, columns)
    pen.x = -1
    moveTo(pen, start, pen.y)
  }
  put(pen, glyph, width, columns)
  if (!sure) pen.x = -1
}

function fillGap(pen: Pen, row: Row, stop: number, columns: number): void {
  for (let x = pen.x; x < stop; x++) {
    const glyph = row.glyphs[x] ?? ' '
    if (glyph.length !== 1 || !isSimple(glyph.charCodeAt(0)) || (row.styles[x] ?? 0) !== pen.style) return
  }
  for (let x = pen.x; x < stop; x++) put(pen, row.glyphs[x] ?? ' ', 1, columns)
}

function put(pen: Pen, text: string, width: number, columns: number): void {
  pen.text += text
  pen.x += width
  // At the right edge terminals differ on where the cursor is now.
  if (pen.x >= columns) pen.x = -1
}

function moveTo(pen: Pen, x: number, y: number): void {
  if (pen.x === x && pen.y === y) return
  pen.text += pen.y === y ? `\x1b[${x + 1}G` : `\x1b[${y + 1};${x + 1}H`
  pen.x = x
  pen.y = y
}

function setStyle(pen: Pen, style: StyleId): void {
  if (pen.style === style) return
  pen.text += transition(pen.style, style)
  pen.style = style
}

/** Text that every terminal gives the same number of columns; after any other text the cursor is placed again. */
function hasSureWidth(glyph: string): boolean {
  if (glyph.length !== 1) return false
  const code = glyph.charCodeAt(0)
  if (isSimple(code)) return true
  return (
    (code >= 0x4e00 && code <= 0x9fff) ||
    (code >= 0xac00 && code <= 0xd7a3) ||
    (code >= 0x3041 && code <= 0x3096)
  )
}
