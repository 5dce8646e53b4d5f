import { sanitizeLine } from '../../../../domain/sanitize.ts'
import { flagName, type Field as Input } from '../../../../input/input.ts'
import { marks } from '../../../present-glyphs.ts'
import { fieldView, type LineView } from '../../compose/editor/line-view.ts'
import type { Candidate, PaletteState } from '../../model/palette.ts'
import { boxWidth, type Place } from '../../panes/layout.ts'
import type { HasSession, OnScreen } from '../../state.ts'
import { fitLine, type Line, span, word } from '../../text/line.ts'
import { wrap } from '../../text/text.ts'
import { candidatesOf } from './candidates.ts'
import { type Writing, writingOf } from './completions.ts'

/** The content of the palette's box, from the top: the field, the error, the candidates, the inputs. */
export type PaletteLayout = {
  readonly place: Place
  readonly title: string
  /** The room inside its frame. */
  readonly columns: number
  readonly field: LineView
  readonly notes: readonly Line[]
  readonly candidates: readonly Candidate[]
  /** The first candidate that is seen, and how many are. */
  readonly first: number
  readonly count: number
  readonly inputs: readonly Line[]
  readonly writing: Writing | null
}

export function paletteLayout(state: OnScreen, palette: PaletteState): PaletteLayout {
  const { size } = state.session
  const width = boxWidth(size.columns, 100)
  const columns = width - 4
  const height = Math.max(3, Math.min(size.rows - 6, 24))
  const writing = writingOf(palette, state.session.known?.commands ?? [])
  const candidates = candidatesOf(state, palette)
  const room = writing === null ? height : Math.max(2, Math.min(candidates.length, Math.floor(height / 2)))
  const first = Math.max(0, Math.min(palette.chosen - Math.floor(room / 2), candidates.length - room))
  const count = Math.min(room, candidates.length - first)
  const notes = notesBelow(state, palette, candidates.length, columns)
  const help = writing === null ? [] : inputLines(writing, columns)
  const inputs = help.slice(0, Math.max(0, height - count))
  const lines = 1 + notes.length + count + inputs.length
  return {
    place: {
      x: Math.floor((size.columns - width) / 2),
      y: Math.min(2, Math.max(0, size.rows - lines - 2)),
      width,
    },
    title: titleOf(palette, writing),
    columns,
    field: fieldView(':', palette.field, columns),
    notes,
    candidates,
    first,
    count,
    inputs,
    writing,
  }
}

function titleOf({ copies }: PaletteState, writing: Writing | null): string {
  if (writing === null) return copies ? 'Copy a command for a shell' : 'Go to, or run'
  return copies ? `Copy: ${writing.command.command}` : writing.command.command
}

/** The candidate at a cell of the screen. */
export function candidateAt(
  state: OnScreen,
  palette: PaletteState,
  x: number,
  y: number,
): number | undefined {
  const { place, notes, first, count } = paletteLayout(state, palette)
  const at = y - place.y - 2 - notes.length
  const isInside = x > place.x && x < place.x + place.width - 1 && at >= 0 && at < count
  return isInside ? first + at : undefined
}

function notesBelow(
  state: HasSession,
  palette: PaletteState,
  count: number,
  columns: number,
): readonly Line[] {
  if (palette.problem !== null)
    return wrap(sanitizeLine(palette.problem), columns - 1)
      .slice(0, 3)
      .map((line) => [word(' '), span(line, 'urgent')])
  if (palette.running) return [[word(' …', 'dim')]]
  if (state.session.known === null) return [[word(' Loading commands …', 'dim')]]
  return count === 0 && palette.field.text !== '' && writingOf(palette, state.session.known.commands) === null
    ? [[word(' No matches.', 'dim')]]
    : []
}

/** The inputs of the command being written, that of the word at the caret marked. */
function inputLines({ command, field, given }: Writing, columns: number): readonly Line[] {
  const every = Object.entries(command.fields)
  const order = [...every.filter(([, one]) => one.positional), ...every.filter(([, one]) => !one.positional)]
  const lines = order.map(([name, one]): Line => {
    const here = field?.[0] === name
    return fitLine(
      [
        word(here ? `${marks.here} ` : '  ', 'accent'),
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
