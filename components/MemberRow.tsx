import { memo, type ReactElement } from 'react'
import { sanitizeLine } from '../src/domain/sanitize.ts'
import { fleetLooks } from '../src/faces/present-fleet.ts'
import { ends, type Line, type Look, span, word } from '../src/faces/tui/text/line.ts'
import type { RowView } from '../src/faces/tui/views/row-view.ts'
import { fitted, type ListedRow, markOf } from './row.ts'
import { StyledLine } from './StyledLine.tsx'

type MemberRowProps = ListedRow & Omit<Extract<RowView, { type: 'member' }>, 'type'>

/** A member of a group, with what it is: an agent's state, or the kind of name. */
export const MemberRow = memo(function MemberRow(props: MemberRowProps): ReactElement {
  return <StyledLine line={fitted(memberLine(props), props)} selected={props.selected} />
})

function memberLine({ member, activity, width, ...row }: MemberRowProps): Line {
  const known = activity === null ? null : fleetLooks[activity]
  const kind = known?.word ?? kindOf(member)
  const sign = known?.mark ?? ' '
  const look: Look = known?.look ?? 'dim'
  return ends(
    [word(markOf(row), 'accent'), word(` ${sign} `, look), span(sanitizeLine(member), 'person')],
    [word(` ${kind} `, 'dim')],
    width,
  )
}

function kindOf(member: string): string {
  const [, prefix] = /^(group|queue|channel|role|project|concern|domain):/u.exec(member) ?? []
  if (prefix !== undefined) return ['project', 'concern', 'domain'].includes(prefix) ? 'tag' : prefix
  if (member.startsWith('@')) return 'set'
  return member.includes('*') ? 'pattern' : 'not on the roster'
}
