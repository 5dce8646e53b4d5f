import { memo, type ReactElement } from 'react'
import { sanitizeLine } from '../src/domain/sanitize.ts'
import { draftTitle } from '../src/faces/present.ts'
import { marks } from '../src/faces/present-glyphs.ts'
import { ends, type Line, span, word } from '../src/faces/tui/text/line.ts'
import { pad } from '../src/faces/tui/text/text.ts'
import type { RowView } from '../src/faces/tui/views/row-view.ts'
import { fitted, type ListedRow, markOf, whoWidth } from './row.ts'
import { StyledLine } from './StyledLine.tsx'

type DraftRowProps = ListedRow & Omit<Extract<RowView, { type: 'draft' }>, 'type'>

/** An unsent message: its kind, its recipients, its subject. */
export const DraftRow = memo(function DraftRow(props: DraftRowProps): ReactElement {
  return <StyledLine line={fitted(draftLine(props), props)} selected={props.selected} />
})

function draftLine({ draft, age, width, ...row }: DraftRowProps): Line {
  const going = draft.sendAt === null ? [] : [word(` ${marks.timed} sent automatically`, 'bold')]
  const subject = draftTitle(draft.fields) || draft.about?.subject || '(empty)'
  const to = textOf(draft, 'to') || (draft.about?.from ?? textOf(draft, 'message'))
  return ends(
    [
      word(markOf(row), 'accent'),
      word(` ${marks.written} ${draft.operation.padEnd(8)} `, 'dim'),
      span(pad(sanitizeLine(to), whoWidth(width)), 'person'),
      word(' '),
      span(sanitizeLine(subject)),
    ],
    [...going, word(` ${age.padStart(3)} `, 'dim')],
    width,
  )
}

function textOf({ fields }: DraftRowProps['draft'], name: string): string {
  const value = fields[name]
  return typeof value === 'string' ? value : Array.isArray(value) ? value.join(', ') : ''
}
