import { counted } from '../../present.ts'
import { loopHere } from '../panes/inbox/scopes.ts'
import type { HasPanes } from '../state.ts'
import { confirm } from './ask.ts'
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
      return confirm(state, 'Archive the mail that is held back?', {
        effect: call('loop.stop', 'stopLoop', { loop }),
        stays: 'The mail stays held back.',
      })
    },
    done: {
      stopLoop: ({ messages, about }) => `Archived ${counted(messages, 'message')} of ${about}`,
    },
  },
]

function hasLoop(state: HasPanes): true | string {
  return loopHere(state) !== null || 'No loop is selected.'
}
