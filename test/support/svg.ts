import type { Colour, ScreenCell } from './terminal-emulator.ts'

const cellWidth = 9
const cellHeight = 19
const baseline = 14.5
const margin = 12
const fontSize = 15
/** DejaVu Sans Mono's own, in parts of its size. */
const ascent = 0.928
const descent = 0.236

export type Ground = 'dark' | 'light'

/** What a terminal shows by itself: its ground, its ink, and its own sixteen colours. */
type Terminal = { readonly ground: string; readonly ink: string; readonly base16: readonly string[] }

const terminals: Readonly<Record<Ground, Terminal>> = {
  dark: {
    ground: '#14161b',
    ink: '#d7dae0',
    base16: [
      ['#2b2f38', '#e06c75', '#98c379', '#e5c07b', '#61afef', '#c678dd', '#56b6c2', '#c8ccd4'],
      ['#6b7280', '#ff7b85', '#b5e08f', '#f4d58d', '#7cc0ff', '#da8fef', '#6fd0dc', '#ffffff'],
    ].flat(),
  },
  light: {
    ground: '#ffffff',
    ink: '#24292f',
    base16: [
      ['#24292f', '#cf222e', '#116329', '#7d4e00', '#0969da', '#8250df', '#1b7c83', '#6e7781'],
      ['#57606a', '#a40e26', '#1a7f37', '#633c01', '#218bff', '#a475f9', '#3192aa', '#8c959f'],
    ].flat(),
  },
}

/** The colours that were met, as they are written: each cell asks for some. */
const written = new Map<number, string>()

/** A picture of a screen: text, with one element for each run of letters and one for every other glyph. */
export function svgOf(cells: readonly (readonly ScreenCell[])[], on: Ground = 'dark'): string {
  const terminal = terminals[on]
  const columns = Math.max(0, ...cells.map((row) => row.length))
  const width = columns * cellWidth + 2 * margin
  const height = cells.length * cellHeight + 2 * margin
  const body = cells.flatMap((row, y) => [...backgrounds(row, y, terminal), ...texts(row, y, terminal)])
  return [
    `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${height}" viewBox="0 0 ${width} ${height}">`,
    `<rect width="100%" height="100%" rx="8" fill="${terminal.ground}"/>`,
    `<g font-family="DejaVu Sans Mono, monospace" font-size="${fontSize}" xml:space="preserve">`,
    ...body,
    '</g>',
    '</svg>',
    '',
  ].join('\n')
}

function backgrounds(row: readonly ScreenCell[], y: number, terminal: Terminal): string[] {
  return runs(row, (cell) => background(cell, terminal)).flatMap(({ value, from, to }) =>
    value === terminal.ground
      ? []
      : [
          `<rect x="${left(from)}" y="${top(y)}" width="${(to - from) * cellWidth}" height="${cellHeight}" fill="${value}"/>`,
        ],
  )
}

function texts(row: readonly ScreenCell[], y: number, terminal: Terminal): string[] {
  const look = (cell: ScreenCell): string => lookOf(cell, terminal)
  const together = runs(row, (cell, x) => {
    if (isLetter(cell)) return look(cell)
    return cell.text === '─' ? `─ ${look(cell)}` : `${x} ${look(cell)}`
  })
  return together.flatMap(({ from, to }) => textElement(inked(row.slice(from, to)), from, y, look))
}

function inked(cells: readonly ScreenCell[]): readonly ScreenCell[] {
  const last = cells.findLastIndex((cell) => cell.text !== ' ' || cell.underline || cell.strike)
  return cells.slice(0, last + 1)
}

function textElement(
  cells: readonly ScreenCell[],
  x: number,
  y: number,
  look: (cell: ScreenCell) => string,
): string[] {
  const [first] = cells
  const text = cells.map((cell) => cell.text).join('')
  if (first === undefined || text === '') return []
  const length = `textLength="${cells.length * cellWidth}"`
  if (isLine(first)) {
    const [wider, fixed] = cells.length === 1 ? [1.01, ''] : [1, ` ${length}`]
    return [`<text transform="${stretched(x, y, wider)}"${fixed} ${look(first)}>${text}</text>`]
  }
  const fixed = isLetter(first) ? ` ${length}` : ''
  return [`<text x="${left(x)}" y="${top(y) + baseline}"${fixed} ${look(first)}>${escaped(text)}</text>`]
}

function runs(
  row: readonly ScreenCell[],
  feature: (cell: ScreenCell, x: number) => string,
): { readonly value: string; readonly from: number; readonly to: number }[] {
  const found: { value: string; from: number; to: number }[] = []
  for (const [x, cell] of row.entries()) {
    const value = feature(cell, x)
    const last = found.at(-1)
    if (last?.value === value) last.to = x + 1
    else found.push({ value, from: x, to: x + 1 })
  }
  return found
}

/** Glyphs of the font's own advance can share an element; the others drift, so each stands at its own cell. */
function isLetter(cell: ScreenCell): boolean {
  return cell.text.length === 1 && cell.text >= ' ' && cell.text <= '~'
}

/** Lines and blocks have to touch those of the next row, and a cell is higher than the font. */
function isLine(cell: ScreenCell): boolean {
  return /^[\u2500-\u259f]$/u.test(cell.text)
}

function stretched(x: number, y: number, wider: number): string {
  const scale = cellHeight / (fontSize * (ascent + descent))
  const base = top(y) + fontSize * ascent * scale
  return `matrix(${wider} 0 0 ${(scale * 1.01).toFixed(4)} ${left(x)} ${base.toFixed(2)})`
}

function lookOf(cell: ScreenCell, terminal: Terminal): string {
  const colour = cell.inverse
    ? paint(cell.background, terminal.ground, terminal)
    : paint(cell.foreground, terminal.ink, terminal)
  let told = `fill="${colour}"`
  if (cell.bold) told += ' font-weight="bold"'
  if (cell.italic) told += ' font-style="italic"'
  if (cell.dim) told += ' opacity="0.6"'
  if (cell.underline || cell.strike) told += ` text-decoration="${linesOf(cell)}"`
  return told
}

function linesOf({ underline, strike }: ScreenCell): string {
  if (underline && strike) return 'underline line-through'
  return underline ? 'underline' : 'line-through'
}

function background(cell: ScreenCell, terminal: Terminal): string {
  return cell.inverse
    ? paint(cell.foreground, terminal.ink, terminal)
    : paint(cell.background, terminal.ground, terminal)
}

function paint(colour: Colour, fallback: string, { base16 }: Terminal): string {
  switch (colour.kind) {
    case 'default':
      return fallback
    case 'direct':
      return hex(colour.rgb)
    case 'palette':
      return base16[colour.index] ?? paletteColour(colour.index)
  }
}

function paletteColour(index: number): string {
  if (index >= 232) return hex((8 + (index - 232) * 10) * 0x10101)
  const level = (step: number): number => (step === 0 ? 0 : 55 + step * 40)
  const cube = index - 16
  return hex(
    level(Math.floor(cube / 36)) * 0x10000 + level(Math.floor(cube / 6) % 6) * 0x100 + level(cube % 6),
  )
}

function hex(rgb: number): string {
  const known = written.get(rgb)
  if (known !== undefined) return known
  const text = `#${rgb.toString(16).padStart(6, '0')}`
  written.set(rgb, text)
  return text
}

function left(x: number): number {
  return margin + x * cellWidth
}

function top(y: number): number {
  return margin + y * cellHeight
}

function escaped(text: string): string {
  return text.replace(/&/gu, '&amp;').replace(/</gu, '&lt;').replace(/>/gu, '&gt;')
}
