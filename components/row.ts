import { marks } from '../src/faces/present-glyphs.ts'
import { ends, fitLine, type Line, word } from '../src/faces/tui/text/line.ts'
import { marked } from '../src/faces/tui/text/marking.ts'
import type { Selected } from './StyledLine.tsx'

/** The props of every row of the inbox. An age is text: a ticking clock would defeat `memo`. */
export type ListedRow = {
  readonly width: number
  readonly selected: Selected
  /** It is among those that a command acts on. */
  readonly chosen: boolean
  /** The searched words, to be marked. */
  readonly marks: RegExp | null
}

export function markOf({ chosen, selected }: Pick<ListedRow, 'chosen' | 'selected'>): string {
  return chosen ? marks.chosen : selected === 'no' ? ' ' : marks.here
}

/** As wide as the pane, with what was searched for standing out. */
export function fitted(line: Line, { width, marks }: Pick<ListedRow, 'width' | 'marks'>): Line {
  return marked(fitLine(line, width), marks)
}

/** The column of who wrote, or who is written to. */
export function whoWidth(width: number): number {
  return Math.max(8, Math.min(18, Math.floor(width * 0.22)))
}

/** The column of kinds. */
export function kindWidth(width: number, inDebate = false): number {
  return inDebate || hasKindWords(width) ? 13 : 2
}

/** There is room for the word of a kind beside its mark. */
export function hasKindWords(width: number): boolean {
  return width >= 100
}

/** The columns of a list of mail. */
export function headsLine(width: number, inDebate = false): Line {
  const who = 'Who'.padEnd(whoWidth(width) + 1)
  const kind = (inDebate || hasKindWords(width) ? 'Kind' : '').padEnd(kindWidth(width, inDebate))
  return ends([word(`      ${who}${kind}Subject`, 'dim')], [word(' Age Thread ', 'dim')], width)
}
