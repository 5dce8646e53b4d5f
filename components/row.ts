import { marks } from '../src/faces/present-glyphs.ts'
import { keyFrom, troubledWidth } from '../src/faces/tui/panes/inbox/trouble.ts'
import type { Source } from '../src/faces/tui/source.ts'
import { ends, fitLine, type Line, word } from '../src/faces/tui/text/line.ts'
import { marked } from '../src/faces/tui/text/marking.ts'
import type { RowView } from '../src/faces/tui/views/row-view.ts'
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

/** The column of recipients among all agents' mail. */
export function recipientsWidth(width: number): number {
  return Math.max(6, whoWidth(width) - 4)
}

/** The column of kinds: a mark, and its word in a debate, where it tells who says what, and where there is room. Work has one kind. */
export function kindWidth(width: number, listed: Source['type']): number {
  return listed === 'debate' || (width >= 80 && listed !== 'queue') ? 13 : 2
}

/** The columns of a list, by its first row: every row of a list has the same. */
export function headsLine(width: number, first: RowView | undefined): Line {
  const heads = first === undefined ? (['', ''] as const) : headsOf(width, first)
  return ends([word(heads[0], 'dim')], [word(heads[1], 'dim')], width)
}

/** The heads at the left, and those at the right. */
function headsOf(width: number, first: RowView): readonly [string, string] {
  const who = whoWidth(width) + 1
  switch (first.type) {
    case 'trouble':
    case 'reason':
      return [`     ${'who'.padEnd(troubledWidth(width) + 1)}why`, `${width < keyFrom ? '' : 'key'} age `]
    case 'draft':
      return [`    ${'form'.padEnd(9)}${'to'.padEnd(who)}subject`, ' age ']
    case 'member':
      return ['    member', 'state ']
    case 'mail': {
      const { listed, row } = first
      const kinds = kindWidth(width, listed)
      const isThread = row.conversation !== undefined || row.within !== undefined
      const names = 'who'.padEnd(who + (isThread ? Math.floor(width / 10) : 0))
      const to = listed === 'everyone' ? '  to'.padEnd(recipientsWidth(width) + 3) : ''
      const left = `      ${names}${to}${(kinds > 4 ? 'kind' : '').padEnd(kinds)}subject`
      return [left, width < 50 ? ' age ' : isThread ? ' age  msgs ' : ' age  # ']
    }
  }
}
