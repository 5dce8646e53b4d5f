import { openablesOf } from '../../overlays/choice/openable.ts'
import { textHere } from '../../panes/thread/here.ts'
import { type Step, say } from '../../step.ts'
import { command } from '../command.ts'
import { hasText } from '../here.ts'

/**
 * Opens the only attachment immediately, else lists what can be opened: nobody opens a link without having seen all of
 * its address.
 */
export const openOutside = command({
  name: 'open-outside',
  at: { mail: 'o' },
  help: 'open an attachment or a link',
  needs: 'text',
  available: hasText,
  run(state): Step {
    const message = textHere(state)
    if (message === undefined) return [state]
    const items = openablesOf(message)
    const [first] = items
    if (first === undefined) return say(state, 'This message has no attachment and no link.')
    if (items.length === 1 && first.type === 'file') return [state, { type: 'open-file', path: first.path }]
    return [{ ...state, overlay: { type: 'choice', items, chosen: 0 } }]
  },
})
