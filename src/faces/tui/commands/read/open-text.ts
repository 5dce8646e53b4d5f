import { textHere } from '../../panes/thread/here.ts'
import type { Step } from '../../step.ts'
import { command } from '../command.ts'
import { hasText } from '../here.ts'

export const openText = command({
  name: 'open-text',
  at: { mail: 'C-g' },
  help: 'open the whole text in $EDITOR or $PAGER',
  needs: 'text',
  available: hasText,
  run(state): Step {
    const message = textHere(state)
    return message === undefined ? [state] : [state, { type: 'open-text', text: message.body }]
  },
})
