import { changed } from '../change.ts'
import { command } from '../command.ts'
import { hasTarget, targetsOf } from '../targets.ts'

const words = { done: 'Archived {}', verb: 'archive {}' }

export const archiveThread = command({
  name: 'archive-thread',
  at: { mail: 'E' },
  help: 'archive the whole thread',
  writes: true,
  needs: 'row',
  available: hasTarget,
  run: (state) =>
    changed(state, {
      command: 'mail.archive-thread',
      operation: 'archive',
      words,
      targets: targetsOf(state).slice(0, 1),
      wholeThread: true,
    }),
  changes: { archive: words },
})
