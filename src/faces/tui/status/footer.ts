import { totalOf } from '../../../domain/attention.ts'
import { grouped } from '../../present.ts'
import { marks } from '../../present-glyphs.ts'
import { isComplete, topOf } from '../panes/inbox/list.ts'
import { isTroubled } from '../panes/inbox/trouble.ts'
import { insideOf } from '../panes/layout.ts'
import {
  type HasSession,
  isCovered as isBoard,
  type OnScreen,
  type Overlay,
  type Panes,
  type Size,
  type State,
} from '../state.ts'
import { type Line, lineWidth, word } from '../text/line.ts'
import { type Hint, shownHints } from './hints.ts'

/** The hint at a column of the footer, if hints are there. */
export function hintAt(state: State, x: number): Hint | undefined {
  const { overlay } = state
  const { pending, toast, size } = state.session
  const { sending } = state.outbox
  if (overlay.type === 'prompt' || pending.length > 0 || sending.length > 0 || toast !== null)
    return undefined
  return shownHints(state, size.columns - lineWidth(positionBeside(state))).find(
    ({ from, width }) => x >= from && x < from + width,
  )
}

/** Where one is in the list goes to its frame where there is little room. */
export function positionBeside(state: OnScreen): Line {
  return isNarrow(state.session.size)
    ? liveLine(state)
    : [word(' '), ...positionLine(state), ...liveLine(state)]
}

export function isNarrow(size: Size): boolean {
  return size.columns < 60
}

/** Whether changes are followed. */
export function liveLine(state: HasSession): Line {
  const { live, stalled } = state.session
  if (stalled) return [word('  … store busy ', 'urgent')]
  const narrow = isNarrow(state.session.size)
  if (!live) return [word(narrow ? `  ${marks.more} ` : `  ${marks.more} loading `, 'dim')]
  return [word(narrow ? `  ${marks.live} ` : '  live ', 'dim')]
}

/** During another view or while writing, the position in the list is of no use. */
function isCovered({ type }: Overlay): boolean {
  return !['none', 'search', 'filter'].includes(type)
}

/** Where one is in the list. */
export function positionLine(state: OnScreen): Line {
  const { overlay } = state
  const { list } = state.panes
  // The board shows it in its frame.
  if (isBoard(state) || list.rows.length === 0 || list.loading || isCovered(overlay)) return []
  if (list.fetching === 'end') return [word('to the end …', 'dim')]
  if (list.source.type === 'attention') return problemsLine(state.panes)
  const height = insideOf(state, 'inbox').rows
  const top = topOf(list, height)
  const last = Math.min(top + height, list.rows.length)
  if (list.earlier.length > 0) return [word(`${last - top} rows · more above`, 'dim')]
  const total = `${grouped(list.rows.length)}${isComplete(list) ? '' : '+'}`
  return [word(`${top + 1}–${last} of ${total}`, 'dim')]
}

/** How many of all problems are listed: headings are none. */
function problemsLine({ list, roster }: Panes): Line {
  const listed = list.rows.filter(isTroubled).length
  const all = Math.max(listed, totalOf(roster.attention ?? []))
  return [word(listed === all ? `${grouped(all)} in all` : `${grouped(listed)} of ${grouped(all)}`, 'dim')]
}
