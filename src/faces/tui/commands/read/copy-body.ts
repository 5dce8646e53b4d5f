import { textHere } from '../../panes/thread/here.ts'
import type { Step } from '../../step.ts'
import { command } from '../command.ts'
import { hasText } from '../here.ts'

export const copyBody = command({
  name: 'copy-body',
  at: { mail: 'Y' },
  help: 'copy the text, sanitised',
  needs: 'text',
  available: hasText,
  run(state): Step {
    const message = textHere(state)
    if (message === undefined) return [state]
    return [state, { type: 'copy', text: message.body, what: `the text of ${message.id}` }]
  },
})
