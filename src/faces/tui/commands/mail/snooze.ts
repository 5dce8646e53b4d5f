import { parseTime } from '../../../../domain/moment.ts'
import { counted } from '../../../present.ts'
import { fieldOf, offeredField } from '../../compose/editor/field.ts'
import type { Target } from '../../state.ts'
import { type Step, say } from '../../step.ts'
import { ask } from '../ask.ts'
import { ownCopyHint } from '../change.ts'
import { command } from '../command.ts'
import { hasTarget, targetsOf, unmarked } from '../targets.ts'

const name = 'mail.snooze'
const forms = '(2h, 3d, 2027-01-31)'

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
    const label = `Snooze ${counted(targets.length, 'message')} until ${forms}:`
    return ask(state, { command: name, label, subject: targets, field: offeredField('2h') })
  },
  answer(state, targets: readonly Target[], text): Step {
    const until = text.trim()
    if (until === '') return say(state, 'Not snoozed: no time was given.')
    const at = parseTime(until, state.now)
    if (at !== undefined && at > state.now)
      return [
        unmarked(state),
        { type: 'change', command: name, operation: 'snooze', targets, input: { until } },
      ]
    const label =
      at === undefined ? `Not a time. Snooze until ${forms}:` : `That time has passed. Snooze until ${forms}:`
    return ask(state, { command: name, label, subject: targets, field: fieldOf(until) })
  },
  changes: { snooze: { done: 'Snoozed {}', verb: 'snooze {}' } },
})
