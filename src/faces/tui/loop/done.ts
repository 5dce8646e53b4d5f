import type { Event } from '../event.ts'
import { keyOf } from '../keymap.ts'
import { showSource } from '../panes/inbox/loads.ts'
import { askRoster, refresh } from '../panes/inbox/refresh.ts'
import { keyOfSource } from '../panes/roster/roster.ts'
import { topicsLater } from '../panes/roster/topics.ts'
import type { State } from '../state.ts'
import { andThen, type Step, say } from '../step.ts'

/** A command was carried out: the footer says so, and what it is about comes into view. */
export function done(state: State, event: Extract<Event, { type: 'done' }>): Step {
  // A person who reads a thread stays there.
  const seek = state.focus === 'thread' ? null : (event.select ?? null)
  const next: State = {
    ...state,
    refused: null,
    list: { ...state.list, seek },
    sentLast: event.undoable ? false : state.sentLast,
  }
  const { show } = event
  const text = event.reversible ? `${event.text} (${keyOf(state.keymap, 'undo')} to undo)` : event.text
  if (show === undefined)
    return [...andThen(andThen(say(next, text), refresh), topicsLater), { type: 'count-attention' }]
  const roster = { ...next.roster, selected: keyOfSource(next, show) }
  return andThen(
    andThen(say({ ...next, roster, focus: 'inbox', before: null }, text), (at) => showSource(at, show)),
    askRoster,
  )
}
