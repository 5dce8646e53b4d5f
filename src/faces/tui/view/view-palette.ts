import { sanitizeLine } from '../../../domain/sanitize.ts'
import { flagName, type Field as Input } from '../../../operations/input.ts'
import { candidatesOf } from '../overlays/palette/candidates.ts'
import { type Writing, writingOf } from '../overlays/palette/completions.ts'
import type { Candidate, PaletteState } from '../overlays/palette/palette-state.ts'
import type { State } from '../state.ts'
import { ends, fitLine, type Line, lineWidth, type Span, span, word } from '../text/line.ts'
import { clustersOf, wrap } from '../text/text.ts'
import { boxWidth } from './box-width.ts'
import { boxed } from './frame-lines.ts'
import { fieldLine } from './view-field.ts'
import type { BoxView, Cursor } from './view-model.ts'

/** The box of the palette, and where its caret and its rows are on the screen. */
export function paletteView(
  state: State,
  palette: PaletteState,
): {
  readonly box: BoxView
  readonly cursor: Cursor
  /** Where the candidates stand, and the first of them that is seen. */
  readonly rows: {
    readonly x: number
    readonly y: number
    readonly width: number
    readonly first: number
    readonly count: number
  }
} {
  const { size } = state
  const width = boxWidth(size.columns, 100)
  const columns = width - 4
  const height = Math.max(3, Math.min(size.rows - 6, 24))
  const writing = writingOf(palette, state.known?.commands ?? [])
  const help = writing === null ? [] : inputLines(writing, columns)
  const candidates = candidatesOf(state, palette)
  const room = writing === null ? height : Math.max(2, Math.min(candidates.length, Math.floor(height / 2)))
  const field = fieldLine(':', palette.field, columns)
  const top = Math.max(0, Math.min(palette.chosen - Math.floor(room / 2), candidates.length - room))
  const rows = candidateLines(
    candidates.slice(top, top + room),
    palette.chosen - top,
    columns,
    writing !== null,
  )
  const above: readonly Line[] = [
    fitLine(field.line, columns),
    ...noteBelow(state, palette, candidates.length, columns),
  ]
  const lines: readonly Line[] = [...above, ...rows, ...help.slice(0, Math.max(0, height - rows.length))]
  const x = Math.floor((size.columns - width) / 2)
  const y = Math.min(2, Math.max(0, size.rows - lines.length - 2))
  const title = writing === null ? 'Go to, or do' : writing.command.command
  const note: Line = candidates.length > rows.length ? [word(`${candidates.length} found`, 'dim')] : []
  return {
    box: { x, y, width, lines: boxed([word(title, 'section')], lines, width, note) },
    cursor: { x: x + 2 + field.x, y: y + 1 },
    rows: { x, y: y + 1 + above.length, width, first: top, count: rows.length },
  }
}

/** Which of the candidates stands in a cell of the screen. */
export function candidateAt(state: State, palette: PaletteState, x: number, y: number): number | undefined {
  const { rows } = paletteView(state, palette)
  const at = y - rows.y
  const isInside = x > rows.x && x < rows.x + rows.width - 1 && at >= 0 && at < rows.count
  return isInside ? rows.first + at : undefined
}

function noteBelow(state: State, palette: PaletteState, count: number, columns: number): readonly Line[] {
  if (palette.problem !== null)
    return wrap(sanitizeLine(palette.problem), columns - 1)
      .slice(0, 3)
      .map((line) => [word(' '), span(line, 'urgent')])
  if (palette.running) return [[word(' …', 'dim')]]
  if (state.known === null) return [[word(' The commands are being loaded …', 'dim')]]
  return count === 0 && palette.field.text !== '' && writingOf(palette, state.known.commands) === null
    ? [[word(' No matches.', 'dim')]]
    : []
}

const kindWidth = 8
const leastNote = 14

function candidateLines(
  candidates: readonly Candidate[],
  chosen: number,
  columns: number,
  bare: boolean,
): readonly Line[] {
  return candidates.map((candidate, at) => {
    const current = at === chosen
    const mark: Span = word(current ? '▸ ' : '  ', 'accent')
    const kind = bare ? [] : [word(candidate.kind.padEnd(kindWidth), 'dim')]
    const text = lettered(candidate, current)
    const gap = Math.max(2, 18 - lineWidth(text))
    // A few letters of what something does tell nothing.
    const fits = columns - lineWidth([mark, ...kind, ...text]) - gap >= leastNote
    const note =
      candidate.note === '' || !fits ? [] : [word(' '.repeat(gap)), span(sanitizeLine(candidate.note), 'dim')]
    return ends([mark, ...kind, ...text, ...note], [word(` ${candidate.key}`, 'accent')], columns)
  })
}

/** The text with the letters that were typed standing out. */
function lettered({ text, at }: Candidate, current: boolean): Line {
  const plain = current ? 'bold' : 'plain'
  const clean = sanitizeLine(text)
  // Where cleaning moved letters, none is marked.
  if (at.length === 0 || clean !== text) return [span(clean, plain)]
  const marked = new Set(at)
  const spans: Span[] = []
  let place = 0
  for (const cluster of clustersOf(clean)) {
    const look = marked.has(place) ? 'accent' : plain
    const last = spans.at(-1)
    if (last !== undefined && last.style === look)
      spans[spans.length - 1] = span(sanitizeLine(last.text + cluster), look)
    else spans.push(span(sanitizeLine(cluster), look))
    place += cluster.length
  }
  return spans
}

/** The inputs of the command being written, that of the word at the caret marked. */
function inputLines({ command, field, given }: Writing, columns: number): readonly Line[] {
  const every = Object.entries(command.fields)
  const order = [...every.filter(([, one]) => one.positional), ...every.filter(([, one]) => !one.positional)]
  const lines = order.map(([name, one]): Line => {
    const here = field?.[0] === name
    return fitLine(
      [
        word(here ? '▸ ' : '  ', 'accent'),
        word(
          spelling(name, one).padEnd(columns < 60 ? 20 : 26),
          here ? 'accent' : given.has(name) ? 'dim' : 'bold',
        ),
        span(sanitizeLine(` ${one.help}${one.words.length > 0 ? `: ${one.words.join(', ')}` : ''}`), 'dim'),
      ],
      columns,
    )
  })
  return [[span(sanitizeLine(` ${command.summary}`), 'plain')], ...lines]
}

function spelling(name: string, field: Input<unknown>): string {
  const value = field.placeholder === '' ? '' : field.placeholder
  const several = field.many ? '…' : ''
  if (field.positional) return `${value}${several}${field.required ? '' : ' (or none)'}`
  return `--${flagName(name)}${value === '' ? '' : ` ${value}`}${several}${field.required ? ' (needed)' : ''}`
}
