import Output from '../node_modules/ink/build/output.js'
import ink from '../node_modules/ink/package.json' with { type: 'json' }
import { inkedLength, type Row, rowOf } from '../src/faces/tui/terminal/frame.ts'
import { transition } from '../src/faces/tui/terminal/style.ts'

/** The Ink whose `Output` this was written and measured against. */
const knownInk = '6.8.0'

type Clip = { readonly x1?: number; readonly x2?: number; readonly y1?: number; readonly y2?: number }
type Operation =
  | { readonly type: 'clip'; readonly clip: Clip }
  | { readonly type: 'unclip' }
  | {
      readonly type: 'write'
      readonly x: number
      readonly y: number
      readonly text: string
      readonly transformers: readonly ((line: string, index: number) => string)[]
    }
type InkOutput = {
  readonly width: number
  readonly height: number
  readonly operations: readonly Operation[]
}
type Area = { readonly left: number; readonly top: number; readonly right: number; readonly bottom: number }
type Grid = Area & { glyphs: string[]; styles: Uint16Array }

const stockGet = Output.prototype.get

/**
 * Makes Ink compose frames from lines that stay parsed from one frame to the next: 4 ms instead of 28 for a full
 * screen. Any other Ink keeps its own way, slower and right. Gives back how to undo it, or undefined when left alone.
 */
export function installFastOutput(): (() => void) | undefined {
  if (ink.version !== knownInk || !hasKnownShape()) return undefined
  Output.prototype.get = function get() {
    return compose(this as unknown as InkOutput)
  }
  return () => {
    Output.prototype.get = stockGet
  }
}

function hasKnownShape(): boolean {
  const probe = new Output({ width: 1, height: 1 })
  probe.clip({ x1: 0, x2: 1, y1: 0, y2: 1 })
  probe.write(0, 0, 'x', { transformers: [] })
  probe.unclip()
  const operations: unknown = Reflect.get(probe, 'operations')
  const expected = [
    { type: 'clip', clip: { x1: 0, x2: 1, y1: 0, y2: 1 } },
    { type: 'write', x: 0, y: 0, text: 'x', transformers: [] },
    { type: 'unclip' },
  ]
  return JSON.stringify(operations) === JSON.stringify(expected)
}

/** One grid serves every frame: a new one each time is what kept the collector busy. */
const grid: Grid = { left: 0, top: 0, right: 0, bottom: 0, glyphs: [], styles: new Uint16Array(0) }

function compose({ width, height, operations }: InkOutput): { output: string; height: number } {
  const page: Grid = Object.assign(grid, { right: width, bottom: height })
  if (page.glyphs.length !== width * height) {
    page.glyphs = new Array<string>(width * height)
    page.styles = new Uint16Array(width * height)
  }
  page.glyphs.fill(' ')
  page.styles.fill(0)
  const areas: Area[] = [page]
  for (const operation of operations) {
    const area = areas.at(-1) ?? page
    if (operation.type === 'clip') areas.push(intersection(area, operation.clip))
    else if (operation.type === 'unclip') areas.pop()
    else writeText(page, area, operation)
  }
  const lines: string[] = []
  for (let y = 0; y < height; y++) lines.push(lineOf(page, y))
  return { output: lines.join('\n'), height }
}

function intersection(area: Area, { x1, x2, y1, y2 }: Clip): Area {
  return {
    left: Math.max(area.left, x1 ?? area.left),
    right: Math.min(area.right, x2 ?? area.right),
    top: Math.max(area.top, y1 ?? area.top),
    bottom: Math.min(area.bottom, y2 ?? area.bottom),
  }
}

function writeText(
  page: Grid,
  area: Area,
  { x, y, text, transformers }: Operation & { type: 'write' },
): void {
  if (area.right <= area.left || y >= area.bottom) return
  const hidden = Math.max(0, area.top - y)
  const lines = text.split('\n')
  for (let index = hidden; index < lines.length && y + index < area.bottom; index++) {
    let line = lines[index] ?? ''
    for (const transformer of transformers) line = transformer(line, index - hidden)
    putRow(page, area, rowOf(line), x, y + index)
  }
}

function putRow(page: Grid, area: Area, row: Row, x: number, y: number): void {
  const from = Math.max(x, area.left)
  const to = Math.min(x + row.glyphs.length, area.right)
  if (from >= to) return
  const base = y * page.right
  const { glyphs, styles } = page
  // Half of a wide glyph cannot be shown, neither of one written over nor of one cut by the clip.
  if (from > 0 && glyphs[base + from] === '') glyphs[base + from - 1] = ' '
  if (to < page.right && glyphs[base + to] === '') glyphs[base + to] = ' '
  for (let column = from; column < to; column++) {
    glyphs[base + column] = row.glyphs[column - x] ?? ' '
    styles[base + column] = row.styles[column - x] ?? 0
  }
  if (glyphs[base + from] === '') glyphs[base + from] = ' '
  if (row.glyphs[to - x] === '') glyphs[base + to - 1] = ' '
}

function lineOf(page: Grid, y: number): string {
  const start = y * page.right
  const glyphs = page.glyphs.slice(start, start + page.right)
  const styles = page.styles.subarray(start, start + page.right)
  const end = inkedLength(glyphs, styles)
  let line = ''
  let style = 0
  for (let x = 0; x < end; x++) {
    const next = styles[x] ?? 0
    if (next !== style) {
      line += transition(style, next)
      style = next
    }
    line += glyphs[x]
  }
  return line + transition(style, 0)
}
