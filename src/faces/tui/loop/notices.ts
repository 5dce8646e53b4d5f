import type { UnreadCounts } from '../../../domain/roster.ts'
import { counted } from '../../present.ts'
import { type State, withClock } from '../state.ts'
import { andThen, type Step } from '../step.ts'

/** Between two notices, ms; what is urgent waits less. */
const pauses = { urgent: 10_000, usual: 30_000 } as const

/** New mail raises a notice only while the pane is not focused, and not for every message. */
export function noticeNews(before: State, [state, ...effects]: Step): Step {
  const { agents } = state.panes.roster
  const isFirst = before.panes.roster.agents.length === 0 || agents.length === 0
  return andThen([state, ...effects], (now) => (isFirst ? taken(now) : tell(now, now.session.focused)))
}

/** The terminal did not answer, and something else was asked. */
export function looked(state: State, isLooked: boolean): Step {
  return tell(state, state.session.focused ?? isLooked)
}

function tell(state: State, isLooked: boolean | null): Step {
  const { unread } = state.panes.roster
  const { at, known } = state.clock.noticed
  const what = newsOf(known, unread)
  // Mail that the person saw, or others dealt with, is not new.
  if (isLooked || what === null) return taken(state)
  const pause = what.urgent ? pauses.urgent : pauses.usual
  // Announced together with the mail after the pause.
  if (at !== null && state.clock.now - at < pause) return [state]
  if (isLooked === null) return [state, { type: 'ask-looked' }]
  const noticed = { at: state.clock.now, known: unread }
  return [withClock(state, { noticed }), { type: 'notice', body: what.body }]
}

function taken(state: State): Step {
  return [withClock(state, { noticed: { at: state.clock.noticed.at, known: state.panes.roster.unread } })]
}

function newsOf(
  before: UnreadCounts,
  after: UnreadCounts,
): { readonly urgent: boolean; readonly body: string } | null {
  if (after.urgent > before.urgent)
    return {
      urgent: true,
      body: `${counted(after.urgent - before.urgent, 'urgent message')}, ${after.total} unread`,
    }
  if (after.total > before.total)
    return {
      urgent: false,
      body: `${counted(after.total - before.total, 'new message')}, ${after.total} unread`,
    }
  return null
}
