import { openThreadOf } from '../overlays/palette/running.ts'
import { focusedTable, foldGroup, openAgentPage, openDebatePage } from '../panes/boards/board.ts'
import { tableOf } from '../panes/boards/boards.ts'
import { boardRow } from '../panes/boards/follow-row.ts'
import { openStore } from '../panes/boards/switching.ts'
import { showSource } from '../panes/inbox/loads.ts'
import { keyOfSource } from '../panes/roster/roster.ts'
import { type Browsing, type HasClock, type OnScreen, type Source, withPanes } from '../state.ts'
import type { Step } from '../step.ts'

/** What the selected row or the open page leads to; `null` where nothing is listed. */
export function openHere<S extends OnScreen & HasClock>(state: S): Step<S> | null {
  const { board } = state.panes
  if (board === null) return null
  const { page } = board
  if (page?.type === 'agent') return openMailbox(state, page.agent)
  if (page?.type === 'debate') return openThreadOf(state, page.thread)
  const row = boardRow(state)
  const table = focusedTable(board)
  // A folded group is unfolded.
  if (row === null) return table.lines.length === 0 ? null : foldGroup(state)
  const opening = tableOf(board, table).open(row)
  switch (opening.type) {
    case 'agent':
      return openAgentPage(state, opening.agent)
    case 'debate':
      return openDebatePage(state, opening.thread)
    case 'thread':
      return openThreadOf(state, opening.message)
    case 'task':
      return openSource(state, { type: 'task', task: opening.task })
    case 'store':
      return openStore(state, opening)
  }
}

export function openMailbox<S extends Browsing & HasClock>(state: S, owner: string): Step<S> {
  return openSource(state, { type: 'mailbox', owner, box: 'inbox' })
}

/** Lists a source in the place of the board. */
function openSource<S extends Browsing & HasClock>(state: S, source: Source): Step<S> {
  const roster = { ...state.panes.roster, selected: keyOfSource(state.session.me.address, source) }
  return showSource(withPanes(state, { roster, before: null, focus: 'inbox' }), source)
}
