import type { Event } from '../event.ts'
import { keyOf } from '../keymap.ts'
import { journalAgain } from '../overlays/journal/journal.ts'
import { showSource } from '../panes/inbox/loads.ts'
import { askRoster, refresh } from '../panes/inbox/refresh.ts'
import { keyOfSource } from '../panes/roster/roster.ts'
import { type State, withOutbox, withPanes, withSession } from '../state.ts'
import { andThen, type Step, say } from '../step.ts'

/** A command was carried out: the footer says so, and what it is about comes into view. */
export function done(state: State, event: Extract<Event, { type: 'done' }>): Step {
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
  if (show === undefined) return andThen(andThen(say(next, text), refresh), journalAgain)
  const roster = { ...next.panes.roster, selected: keyOfSource(next.session.me.address, show) }
  return andThen(
    andThen(say(withPanes(next, { roster, focus: 'inbox', before: null }), text), (at) =>
      showSource(at, show),
    ),
    askRoster,
  )
}
