import type { Target } from '../../state.ts'
import type { Step } from '../../step.ts'
import { ask } from '../ask.ts'
import { changed } from '../change.ts'
import { command } from '../command.ts'
import { hasTarget, targetsOf } from '../targets.ts'

const name = 'mail.fail'
const words = { done: 'Marked {} as failed', verb: 'mark {} as failed' }

export const fail = command({
  name: 'fail',
  at: { mail: 'x' },
  help: 'mark as failed, with a reason',
  operation: 'fail',
  writes: true,
  needs: 'row',
  available: hasTarget,
  run: (state) =>
    ask(state, { command: name, label: 'What went wrong (optional):', subject: targetsOf(state) }),
  answer(state, targets: readonly Target[], text): Step {
    const reason = text.trim()
    const input = reason === '' ? {} : { reason }
    return changed(state, { command: name, operation: 'fail', words, targets, input })
  },
  changes: { fail: words },
})
