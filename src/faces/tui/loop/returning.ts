import { absence } from '../../../domain/absence.ts'
import { age } from '../../present.ts'
import type { Effect } from '../effect.ts'
import type { Event } from '../event.ts'
import { withKeys } from '../keymap.ts'
import { openAway } from '../overlays/sheet/sheet.ts'
import { type Overlay, type State, withClock, withPanes, withSession } from '../state.ts'
import { andThen, type Step, say } from '../step.ts'
import { keyLabel } from '../terminal/key-event.ts'

/** Nothing is open but the page of the last time. */
function isFree(overlay: Overlay): boolean {
  return overlay.type === 'none' || (overlay.type === 'sheet' && overlay.sheet.type === 'away')
}

/** Keys that are for the terminal, or leave it. */
const atOnce = ['C-c', 'C-l', 'C-z']

/**
 * Notes when the person did something last. After a long pause what they do first opens the page of what they missed, and does nothing
 * else: it was meant for a screen that has changed since. Where something is open or being written it does its work, and the page is named.
 */
export function noticed(state: State, event: Event, react: (state: State, event: Event) => Step): Step {
  if (!['key', 'paste', 'input', 'mouse'].includes(event.type)) return react(state, event)
  const { now, keyAt } = state.clock
  const here = withClock(state, { keyAt: now })
  if (now - keyAt < absence || !state.session.live) return react(here, event)
  const back = withClock(here, { leftAt: keyAt })
  const isUrgent = event.type === 'key' && atOnce.includes(keyLabel(event))
  if (isFree(state.overlay) && !isUrgent) return openAway(withSession(back, { pending: [] }))
  const words = `You were away for ${age(keyAt, now)}: {away} shows what happened.`
  return andThen(say(back, withKeys(back.session.keymap, words)), (next) => react(next, event))
}

const doing: readonly Effect['type'][] = ['change', 'change-all', 'call', 'reverse', 'run-command']
const answers: readonly Event['type'][] = ['done', 'failed', 'command-ran', 'command-failed', 'undo-found']

/** Counts your own changes that are under way: one for each effect that changes mail, until its answer. */
export function countChanges([state, ...effects]: Step, event: Event): Step {
  const begun = effects.filter(({ type }) => doing.includes(type)).length
  const answered = answers.includes(event.type) && state.panes.ownChanges.out > 0
  if (begun === 0 && !answered) return [state, ...effects]
  const out = state.panes.ownChanges.out + begun - (answered ? 1 : 0)
  const until = answered ? state.panes.asked.list : state.panes.ownChanges.until
  return [withPanes(state, { ownChanges: { out, until } }), ...effects]
}
