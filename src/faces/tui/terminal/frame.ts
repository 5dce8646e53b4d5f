import { writeSync } from 'node:fs'
import { applyLink, applySgr, type StyleId } from './style.ts'
import { clusterWidth, segmentsOf } from './text-measure.ts'

/**
 * One line of a frame as cells. `glyphs[x]` is the grapheme cluster that starts at column `x`, or empty where the
 * right half of a wide one lies. `end` leaves out trailing blanks of the default style.
 */
export type Row = {
  readonly glyphs: readonly string[]
  readonly styles: Uint16Array
  readonly end: number
}

export const blankRow: Row = { glyphs: [], styles: new Uint16Array(0), end: 0 }

const refused = '\ufffd'
/** Marks piled higher than this are left out. */
const longestGlyph = 32
const esc = 0x1b
const sgr = /\x1b\[([0-9;]*)m/y
/** OSC 8 as we write it: a target that `domain/link.ts` refuses is not a link. */
const link = /\x1b\]8;(?:id=\d+)?;([\x21-\x7e]*)\x1b\\/y

/** Two generations instead of a list of uses: a line drawn since the last turnover survives it. */
const cacheSize = 2_000
let recent = new Map<string, Row>()
let older = new Map<string, Row>()

/** The lines of a frame. One that was made of cells is not taken apart; of others, a line seen lately costs a look-up. */
export function parseFrame(frame: string): readonly Row[] {
  return frame === composed.frame ? composed.rows : frame.split('\n').map(rowOf)
}

let composed: { readonly frame: string; readonly rows: readonly Row[] } = { frame: '', rows: [blankRow] }

/** A maker of frames from cells spares the writer the parsing. The rows must be equal to the parsed frame. */
export function keepFrame(frame: string, rows: readonly Row[]): void {
  composed = { frame, rows }
}

/** Panes that did not change are asked for again and again: a text seen lately is not even taken apart. */
const textsKept = 512
const texts = new Map<string, readonly Row[]>()

/** The lines of a text that will be drawn again as it is. */
export function rowsOf(text: string): readonly Row[] {
  const known = texts.get(text)
  if (known !== undefined) return known
  const rows = parseFrame(text)
  if (texts.size >= textsKept) texts.clear()
  texts.set(text, rows)
  return rows
}

const shaded = new WeakMap<Row, { readonly look: StyleId; readonly row: Row }>()

/** The same line with everything in one look. It is the same row each time, so that what lies behind a dialog is composed once. */
export function shadedRow(row: Row, look: StyleId): Row {
  const known = shaded.get(row)
  if (known?.look === look) return known.row
  const styles = Uint16Array.from(row.glyphs, (glyph) => (glyph === ' ' ? 0 : look))
  const next: Row = { glyphs: row.glyphs, styles, end: inkedLength(row.glyphs, styles) }
  shaded.set(row, { look, row: next })
  return next
}

/** Parses one line. Anything that is neither printable nor a colour sequence becomes U+FFFD. */
export function rowOf(line: string): Row {
  const known = recent.get(line)
  if (known !== undefined) return known
  const row = older.get(line) ?? parseLine(line)
  if (recent.size >= cacheSize) {
    older = recent
    recent = new Map()
  }
  recent.set(line, row)
  return row
}

function parseLine(line: string): Row {
  const glyphs: string[] = []
  const styles: StyleId[] = []
  let style: StyleId = 0
  const put = (glyph: string, width: 0 | 1 | 2): void => {
    // A mark that was parted from its letter by a change of style takes no cell of its own.
    const letter = width === 0 && /^\p{M}+$/u.test(glyph) ? lastGlyph(glyphs) : -1
    if (letter >= 0) {
      const marked = `${glyphs[letter]}${glyph}`
      if (marked.length <= longestGlyph) glyphs[letter] = marked
      return
    }
    glyphs.push(width === 0 ? refused : glyph)
    styles.push(style)
    if (width !== 2) return
    glyphs.push('')
    styles.push(style)
  }
  let at = 0
  while (at < line.length) {
    const code = line.charCodeAt(at)
    if (code === esc) {
      const match = matchAt(sgr, line, at)
      const linked = match === null ? matchAt(link, line, at) : null
      if (match !== null) style = applySgr(style, match[1] ?? '')
      else if (linked !== null) style = applyLink(style, linked[1] ?? '')
      else put(refused, 1)
      at += (match ?? linked)?.[0].length ?? 1
    } else if (isSimple(code) && standsAlone(line, at + 1)) {
      put(line.charAt(at), 1)
      at++
    } else {
      const stop = endOfRun(line, at)
      for (const { segment } of segmentsOf(line.slice(at, stop))) put(segment, widthOf(segment))
      at = stop
    }
  }
  return { glyphs, styles: Uint16Array.from(styles), end: inkedLength(glyphs, styles) }
}

/** Where the last glyph begins; a right half is none. */
function lastGlyph(glyphs: readonly string[]): number {
  return glyphs.at(-1) === '' ? glyphs.length - 2 : glyphs.length - 1
}

function matchAt(pattern: RegExp, line: string, at: number): RegExpExecArray | null {
  pattern.lastIndex = at
  return pattern.exec(line)
}

/** How many cells are left when trailing blanks of the default style are not counted. */
export function inkedLength(glyphs: readonly string[], styles: ArrayLike<StyleId>): number {
  let end = glyphs.length
  while (end > 0 && glyphs[end - 1] === ' ' && styles[end - 1] === 0) end--
  return end
}

/** One column wide on every terminal, and never part of a cluster unless a mark follows. */
export function isSimple(code: number): boolean {
  if (code < 0x7f) return code >= 0x20
  if (code < 0x300) return code > 0xa0 && code !== 0xad
  return code >= 0x2500 && code <= 0x259f
}

function standsAlone(line: string, next: number): boolean {
  if (next >= line.length) return true
  const code = line.charCodeAt(next)
  return code === esc || isSimple(code)
}

/** A run that needs a segmenter ends before a sequence and before text that needs none. */
function endOfRun(line: string, start: number): number {
  for (let at = start + 1; at < line.length; at++) {
    const code = line.charCodeAt(at)
    if (code === esc || (isSimple(code) && standsAlone(line, at + 1))) return at
  }
  return line.length
}

function widthOf(cluster: string): 0 | 1 | 2 {
  const width = clusterWidth(cluster)
  return width > 1 ? 2 : width === 1 ? 1 : 0
}

/** Writes to a terminal before returning, so that it also works while the process is dying. */
export function writeNow(fd: number, text: string): void {
  const bytes = Buffer.from(text)
  const deadline = performance.now() + 1_000
  let at = 0
  while (at < bytes.length) {
    try {
      at += writeSync(fd, bytes, at)
    } catch (error) {
      // A terminal that does not take bytes now may in a moment; one that is gone (EIO, EPIPE) never will.
      const full = error instanceof Error && 'code' in error && error.code === 'EAGAIN'
      if (!full || performance.now() > deadline) return
      Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, 2)
    }
  }
}
