import { reveal } from '../../../../domain/sanitize.ts'
import type { FullMessageValue } from '../../../../operations/values.ts'
import { emptyField } from '../../compose/editor/field.ts'
import { withKeys } from '../../keys/actions.ts'
import type { State } from '../../state.ts'
import { type Step, say } from '../../step.ts'
import { messageHere, textHere } from './here.ts'

export function openFirst(state: State): Step {
  return say(state, withKeys(state.keymap, 'Open the message first: {open}.'))
}

/** `y`: the id goes to the clipboard; `Y`: the body, cleaned as it is shown. */
export function copy(state: State, what: 'id' | 'body'): Step {
  if (what === 'id') {
    const id = messageHere(state)?.id
    return id === undefined
      ? say(state, 'There is no message here.')
      : [state, { type: 'copy', text: id, what: id }]
  }
  const message = textHere(state)
  if (message === undefined) return openFirst(state)
  return [state, { type: 'copy', text: message.body, what: `the text of ${message.id}` }]
}

/** `C-g`: all of the body outside, however long it is. */
export function openText(state: State): Step {
  const message = textHere(state)
  return message === undefined ? openFirst(state) : [state, { type: 'open-text', text: message.body }]
}

/** `|`: the body, as it was written, goes to a program; what that says is shown. */
export function askPipe(state: State): Step {
  const message = textHere(state)
  if (message === undefined) return openFirst(state)
  const question = { type: 'pipe', text: message.body } as const
  return [{ ...state, overlay: { type: 'prompt', question, field: emptyField } }]
}

/** `v`: everything that is kept of a message, unrendered. */
export function showRaw(state: State): Step {
  const message = textHere(state)
  if (message === undefined) return openFirst(state)
  return [
    {
      ...state,
      overlay: { type: 'result', title: `${message.id} as it is kept`, value: asJson(message), top: 0 },
    },
  ]
}

/** A value of an operation is JSON by its schema; this only says so. What hides in its texts is told. */
function asJson(message: FullMessageValue) {
  return JSON.parse(JSON.stringify(message), (_, value) =>
    typeof value === 'string' ? reveal(value) : value,
  )
}
