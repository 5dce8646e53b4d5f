import { iso, mayBeNatural, parseTime } from '../../../../domain/moment.ts'
import { counted } from '../../../present.ts'
import { fieldOf, offeredField } from '../../compose/editor/field.ts'
import type { Field } from '../../model/editor.ts'
import { readOffers } from '../../overlays/choosing-times.ts'
import { snoozeTimes } from '../../overlays/time-offers.ts'
import { chosenCount } from '../../panes/inbox/chosen.ts'
import { type Dialog, type HasClock, isCovered, type OnScreen, type Target } from '../../state.ts'
import { andThen, type Step, say } from '../../step.ts'
import { ask } from '../ask.ts'
import { changed, ownCopyHint } from '../change.ts'
import { command } from '../command.ts'
import { hasTarget, targetsOf } from '../targets.ts'

const name = 'mail.snooze'
const words = { done: 'Snoozed {}', verb: 'snooze {}' }
const forms = '(2h, 17:30, tomorrow 9am)'

export const snooze = command({
  name: 'snooze',
  at: { mail: 's' },
  help: 'snooze until a time',
  hint: ownCopyHint('snooze'),
  rank: 14,
  operation: 'snooze',
  writes: true,
  needs: 'row',
  available: hasTarget,
  run(state) {
    const targets = targetsOf(state)
    const label = `Snooze ${counted((isCovered(state) ? null : chosenCount(state.panes.list)) ?? targets.length, 'message')} until ${forms}:`
    return asked(state, label, targets, offeredField('2h'))
  },
  answer(state, targets: readonly Target[], text): Step {
    const until = text.trim()
    if (until === '') return say(state, 'Not snoozed: no time was given.')
    const at = parseTime(until, state.clock.now)
    return at === undefined && mayBeNatural(until)
      ? [state, { type: 'read-time', text: until, targets }]
      : snoozeUntil(state, { text: until, targets, at: at ?? null })
  },
  changes: { snooze: words },
})

type Answer = { readonly text: string; readonly targets: readonly Target[]; readonly at: number | null }

function asked<S extends Dialog>(state: S, label: string, subject: readonly Target[], field: Field): Step<S> {
  return andThen(ask(state, { command: name, label, subject, field, offers: snoozeTimes }), readOffers)
}

/** Snoozes until the time that was typed, or asks again where that is none to come. */
export function snoozeUntil<S extends OnScreen & HasClock>(state: S, { text, targets, at }: Answer): Step<S> {
  if (at !== null && at > state.clock.now) {
    const input = { until: parseTime(text, state.clock.now) === undefined ? iso(at) : text }
    return changed(state, { command: name, operation: 'snooze', words, targets, input })
  }
  const problem = at === null ? 'Not a time.' : 'That time is in the past.'
  // A person who went on to something else gets a message, and keeps what they have.
  if (state.overlay.type !== 'none') return say(state, `Not snoozed: ${text}. ${problem}`, 'problem')
  const label = `${problem} Snooze until ${forms}:`
  return asked(state, label, targets, fieldOf(text))
}
