import { textHere } from '../../panes/thread/here.ts'
import { type Step, say } from '../../step.ts'
import { ask } from '../ask.ts'
import { command } from '../command.ts'
import { hasText } from '../here.ts'

const name = 'mail.pipe'

/** Pipes the text, as it was written, to a program; what that prints is shown. */
export const pipe = command({
  name: 'pipe',
  at: { mail: '|' },
  help: 'pipe the text to a program',
  needs: 'text',
  available: hasText,
  run: (state) => ask(state, { command: name, label: 'Pipe to:', subject: textHere(state)?.body }),
  answer(state, body: string, text): Step {
    const program = text.trim()
    return program === ''
      ? say(state, 'Nothing was run.')
      : [state, { type: 'pipe', command: program, text: body }]
  },
})
