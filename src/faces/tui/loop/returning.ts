import { absence } from '../../../domain/absence.ts'
import { age } from '../../present.ts'
import type { Event } from '../event.ts'
import { withKeys } from '../keymap.ts'
import { openAway } from '../overlays/sheet/sheet.ts'
import { type Overlay, type State, withClock, withSession } from '../state.ts'
import { andThen, type Step, say } from '../step.ts'
import { keyLabel } from '../terminal/key-label.ts'

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
