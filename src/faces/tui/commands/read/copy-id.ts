import { messageHere } from '../../panes/thread/here.ts'
import type { Step } from '../../step.ts'
import { command } from '../command.ts'
import { hasMessage } from '../here.ts'

export const copyId = command({
  name: 'copy-id',
  at: { mail: 'y' },
  help: 'copy the id',
  needs: 'row',
  available: hasMessage,
  run(state): Step {
    const id = messageHere(state)?.id
    return id === undefined ? [state] : [state, { type: 'copy', text: id, what: id }]
  },
})
