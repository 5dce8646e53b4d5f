import type { EventOf } from '../event.ts'
import { keyOf } from '../keymap.ts'
import { journalAgain } from '../overlays/journal.ts'
import { touchBoard } from '../panes/boards/board.ts'
import { showSource } from '../panes/inbox/loads.ts'
import { askRoster, refresh } from '../panes/inbox/refresh.ts'
import { keyOfSource } from '../panes/roster/roster.ts'
import {
  type Browsing,
  type HasClock,
  isCovered,
  type State,
  withOutbox,
  withPanes,
  withSession,
} from '../state.ts'
import { andThen, type Step, say } from '../step.ts'

/** A command was carried out: the footer says so, and what it is about comes into view. */
export function done(state: State, event: EventOf<'done'>): Step {
  // A person who reads a thread stays there.
  const seek = state.panes.focus === 'thread' ? null : (event.select ?? null)
  const next: State = withOutbox(
    withPanes(withSession(state, { refused: null }), { list: { ...state.panes.list, seek } }),
    { sentLast: event.undoable ? false : state.outbox.sentLast },
  )
  const { show } = event
  const text = event.reversible
    ? `${event.text} (${keyOf(state.session.keymap, 'undo')} to undo)`
    : event.text
  if (show === undefined) return andThen(andThen(say(next, text), refreshShown), journalAgain)
  const roster = { ...next.panes.roster, selected: keyOfSource(next.session.me.address, show) }
  return andThen(
    andThen(say(withPanes(next, { roster, focus: 'inbox', before: null }), text), (at) =>
      showSource(at, show),
    ),
    askRoster,
  )
}

/** Under a board nothing is loaded: the panes are, once it is closed. */
export function refreshShown<S extends Browsing & HasClock>(state: S): Step<S> {
  return isCovered(state) ? touchBoard(state) : refresh(state)
}
