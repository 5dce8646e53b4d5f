import { counted } from '../../present.ts'
import { yesOrNo } from '../compose/editor/line-view.ts'
import { loopHere } from '../panes/inbox/scopes.ts'
import type { HasPanes } from '../state.ts'
import type { Step } from '../step.ts'
import { ask, isYes } from './ask.ts'
import { type Command, call } from './command.ts'

/** The keys of a loop that is held back. */
export const loopCommands: readonly Command[] = [
  {
    name: 'continue',
    at: { loop: 'a' },
    help: 'deliver the mail that is held back',
    hint: () => ({ text: 'let it go on', first: true }),
    rank: 1,
    operation: 'continueLoop',
    writes: true,
    needs: 'changes',
    available: hasLoop,
    run(state) {
      const loop = loopHere(state)
      return loop === null ? [state] : [state, call('loop.continue', 'continueLoop', { loop })]
    },
    done: {
      continueLoop: ({ messages, about }) => `Delivered ${counted(messages, 'message')} of ${about}`,
    },
  },
  {
    name: 'stop',
    at: { loop: 'x' },
    help: 'stop the loop: archive the mail that is held back',
    hint: () => ({ text: 'stop it', first: true }),
    rank: 1.5,
    operation: 'stopLoop',
    writes: true,
    needs: 'changes',
    available: hasLoop,
    run(state) {
      const loop = loopHere(state)
      if (loop === null) return [state]
      return ask(state, {
        command: 'loop.stop',
        label: `Archive the mail that is held back?${yesOrNo}`,
        subject: loop,
      })
    },
    answer: (state, loop: string, text): Step =>
      isYes(text) ? [state, call('loop.stop', 'stopLoop', { loop })] : [state],
    done: {
      stopLoop: ({ messages, about }) => `Archived ${counted(messages, 'message')} of ${about}`,
    },
  },
]

function hasLoop(state: HasPanes): true | string {
  return loopHere(state) !== null || 'No loop is selected.'
}
