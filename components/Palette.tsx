import type { ReactElement } from 'react'
import { sanitizeLine } from '../src/domain/sanitize.ts'
import { marks } from '../src/faces/present-glyphs.ts'
import type { Candidate } from '../src/faces/tui/model/palette.ts'
import type { PaletteLayout } from '../src/faces/tui/overlays/palette/palette-layout.ts'
import { ends, type Line, lineWidth, type Span, span, word } from '../src/faces/tui/text/line.ts'
import { clustersOf } from '../src/faces/tui/text/text.ts'
import { Cover } from './Cover.tsx'
import { FocusedLine } from './FocusedLine.tsx'

type PaletteProps = {
  readonly layout: PaletteLayout
  /** The position of the chosen candidate. */
  readonly chosen: number
}

/** The typed text, its candidates, and the inputs of the command being written. */
export function Palette({ layout, chosen }: PaletteProps): ReactElement {
  const { place, title, columns, field, notes, candidates, first, count, inputs, writing } = layout
  const rows = candidates
    .slice(first, first + count)
    .map((candidate, at) => candidateLine(candidate, first + at === chosen, columns, writing !== null))
  return (
    <Cover
      place={place}
      title={[word(title, 'section')]}
      input={<FocusedLine line={field} />}
      lines={[...notes, ...rows, ...inputs]}
      more={candidates.length > count ? [word(`${candidates.length} found`, 'dim')] : []}
    />
  )
}

const kindWidth = 8
const leastNote = 14

function candidateLine(candidate: Candidate, chosen: boolean, columns: number, bare: boolean): Line {
  const mark: Span = word(chosen ? `${marks.here} ` : '  ', 'accent')
  const kind = bare ? [] : [word(candidate.kind.padEnd(kindWidth), 'dim')]
  const text = lettered(candidate, chosen)
  const gap = Math.max(2, 18 - lineWidth(text))
  // A few letters of a description say nothing.
  const fits = columns - lineWidth([mark, ...kind, ...text]) - gap >= leastNote
  const note =
    candidate.note === '' || !fits ? [] : [word(' '.repeat(gap)), span(sanitizeLine(candidate.note), 'dim')]
  return ends([mark, ...kind, ...text, ...note], [word(` ${candidate.key}`, 'accent')], columns)
}

/** The text with the letters that were typed standing out. */
function lettered({ text, at }: Candidate, chosen: boolean): Line {
  const look = chosen ? 'bold' : 'plain'
  const clean = sanitizeLine(text)
  // Where cleaning moved letters, none is marked.
  if (at.length === 0 || clean !== text) return [span(clean, look)]
  const typed = new Set(at)
  const spans: Span[] = []
  let place = 0
  for (const cluster of clustersOf(clean)) {
    const style = typed.has(place) ? 'accent' : look
    const last = spans.at(-1)
    if (last !== undefined && last.style === style)
      spans[spans.length - 1] = span(sanitizeLine(last.text + cluster), style)
    else spans.push(span(sanitizeLine(cluster), style))
    place += cluster.length
  }
  return spans
}
