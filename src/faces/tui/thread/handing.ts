import type { FullMessageValue } from '../../../operations/values.ts'
import { emptyField } from '../list/field.ts'
import { messageOfRow, selectedRow } from '../list/list.ts'
import type { State } from '../state.ts'
import { type Step, say } from '../step.ts'
import { currentMessage } from './thread.ts'

/** The message under the cursor, or the selected one where its text is here. */
export function messageHere({ focus, thread, list }: State): FullMessageValue | undefined {
  if (thread === null) return undefined
  if (focus === 'thread') return currentMessage(thread)
  const row = selectedRow(list)
  return row === undefined ? undefined : thread.messages.find(({ id }) => id === messageOfRow(row.id))
}

export const openFirst = 'Open the message first: Enter.'

/** `y`: the id goes to the clipboard; `Y`: the body, cleaned as it is shown. */
export function copy(state: State, what: 'id' | 'body'): Step {
  const row = selectedRow(state.list)
  const message = messageHere(state)
  const id = message?.id ?? (row?.type === 'mail' ? messageOfRow(row.id) : undefined)
  if (what === 'id')
    return id === undefined
      ? say(state, 'There is no message here.')
      : [state, { type: 'copy', text: id, what: id }]
  if (message === undefined) return say(state, openFirst)
  return [state, { type: 'copy', text: message.body, what: `the text of ${message.id}` }]
}

/** `|`: the body, as it was written, goes to a program; what that says is shown. */
export function askPipe(state: State): Step {
  const message = messageHere(state)
  if (message === undefined) return say(state, openFirst)
  const question = { type: 'pipe', text: message.body } as const
  return [{ ...state, overlay: { type: 'prompt', question, field: emptyField } }]
}

/** `v`: everything that is kept of a message, unrendered. */
export function showRaw(state: State): Step {
  const message = messageHere(state)
  if (message === undefined) return say(state, openFirst)
  return [
    {
      ...state,
      overlay: { type: 'result', title: `${message.id} as it is kept`, value: asJson(message), top: 0 },
    },
  ]
}

/** A value of an operation is JSON by its schema; this only says so. */
function asJson(message: FullMessageValue) {
  return JSON.parse(JSON.stringify(message))
}
