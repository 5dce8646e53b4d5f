import { fitLine, type Line } from '../src/faces/tui/text/line.ts'
import { marked } from '../src/faces/tui/text/marking.ts'
import type { Selected } from './StyledLine.tsx'

/** What every row of the inbox is told. An age is text: a clock that ticks would defeat `memo`. */
export type ListedRow = {
  readonly width: number
  readonly selected: Selected
  /** It is among those that a command acts on. */
  readonly chosen: boolean
  /** What was searched for, to stand out. */
  readonly marks: RegExp | null
}

export function markOf({ chosen, selected }: Pick<ListedRow, 'chosen' | 'selected'>): string {
  return chosen ? '+' : selected === 'no' ? ' ' : '▸'
}

/** As wide as the pane, with what was searched for standing out. */
export function fitted(line: Line, { width, marks }: Pick<ListedRow, 'width' | 'marks'>): Line {
  return marked(fitLine(line, width), marks)
}

/** The column of who wrote, or who is written to. */
export function whoWidth(width: number): number {
  return Math.max(8, Math.min(18, Math.floor(width * 0.22)))
}
