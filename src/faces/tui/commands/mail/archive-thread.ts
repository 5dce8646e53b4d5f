import type { Step } from '../../step.ts'
import { command } from '../command.ts'
import { hasTarget, targetsOf, unmarked } from '../targets.ts'

export const archiveThread = command({
  name: 'archive-thread',
  at: { mail: 'E' },
  help: 'archive the whole thread',
  writes: true,
  needs: 'row',
  available: hasTarget,
  run: (state): Step => [
    unmarked(state),
    {
      type: 'change',
      command: 'mail.archive-thread',
      operation: 'archive',
      targets: targetsOf(state).slice(0, 1),
      input: {},
      wholeThread: true,
    },
  ],
  changes: { archive: { done: 'Archived {}', verb: 'archive {}' } },
})
