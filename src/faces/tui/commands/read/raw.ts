import { reveal } from '../../../../domain/sanitize.ts'
import type { FullMessageValue } from '../../../../services/values.ts'
import { textHere } from '../../panes/thread/here.ts'
import type { Step } from '../../step.ts'
import { command } from '../command.ts'
import { hasText } from '../here.ts'

export const raw = command({
  name: 'raw',
  at: { mail: 'v' },
  help: 'show every stored field of the message',
  needs: 'text',
  available: hasText,
  run(state): Step {
    const message = textHere(state)
    if (message === undefined) return [state]
    const title = `${message.id} as it is stored`
    return [{ ...state, overlay: { type: 'result', title, value: asJson(message), top: 0 } }]
  },
})

/** A value of an operation is JSON by its schema; this only says so to the compiler. Hidden characters become visible. */
function asJson(message: FullMessageValue) {
  return JSON.parse(JSON.stringify(message), (_, value) =>
    typeof value === 'string' ? reveal(value) : value,
  )
}
