import { reveal } from '../../../domain/sanitize.ts'
import type { FullMessageValue } from '../../../services/values.ts'
import { openablesOf } from '../overlays/openable.ts'
import { coloured, foldedAll, showHistory, toggled } from '../panes/thread/folding.ts'
import { messageHere, textHere } from '../panes/thread/here.ts'
import { type Step, say } from '../step.ts'
import { ask } from './ask.ts'
import type { Command } from './command.ts'
import { hasMessage, hasText } from './here.ts'

/** What shows a message, and what takes its text elsewhere. */
export const reading: readonly Command[] = [
  {
    name: 'fold',
    at: { thread: 'z a | Space' },
    help: 'fold, unfold',
    hint: 'fold',
    rank: 17,
    needs: 'text',
    run: toggled,
  },
  {
    name: 'fold-all',
    at: { thread: 'z M' },
    help: 'fold all',
    needs: 'text',
    run: (state) => foldedAll(state, false),
  },
  {
    name: 'unfold-all',
    at: { thread: 'z R' },
    help: 'unfold all',
    needs: 'text',
    run: (state) => foldedAll(state, true),
  },
  {
    name: 'colours',
    at: { thread: 'z c' },
    help: "show the text in its sender's colours",
    needs: 'text',
    run: coloured,
  },
  {
    name: 'history',
    at: { thread: 'i' },
    help: 'history of the message',
    hint: 'history',
    rank: 18,
    operation: 'history',
    needs: 'text',
    run: showHistory,
  },
  {
    name: 'copy-id',
    at: { mail: 'y' },
    help: 'copy the id',
    needs: 'row',
    available: hasMessage,
    run(state): Step {
      const id = messageHere(state)?.id
      return id === undefined ? [state] : [state, { type: 'copy', text: id, what: id }]
    },
  },
  {
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
  },
  /**
   * Opens the only attachment immediately, else lists what can be opened: nobody opens a link without having seen all of
   * its address.
   */
  {
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
  },
  {
    name: 'open-text',
    at: { mail: 'C-g' },
    help: 'open the whole text in $EDITOR or $PAGER',
    needs: 'text',
    available: hasText,
    run(state): Step {
      const message = textHere(state)
      return message === undefined ? [state] : [state, { type: 'open-text', text: message.body }]
    },
  },
  /** Pipes the text, as it was written, to a program; what that prints is shown. */
  {
    name: 'pipe',
    at: { mail: '|' },
    help: 'pipe the text to a program',
    needs: 'text',
    available: hasText,
    run: (state) => ask(state, { command: 'mail.pipe', label: 'Pipe to:', subject: textHere(state)?.body }),
    answer(state, body: string, text): Step {
      const program = text.trim()
      return program === ''
        ? say(state, 'Nothing was run.')
        : [state, { type: 'pipe', command: program, text: body }]
    },
  },
  {
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
  },
]

/** A value of an operation is JSON by its schema; this only says so to the compiler. Hidden characters become visible. */
function asJson(message: FullMessageValue) {
  return JSON.parse(JSON.stringify(message), (_, value) =>
    typeof value === 'string' ? reveal(value) : value,
  )
}
