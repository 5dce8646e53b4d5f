import type { State } from '../../state.ts'
import type { Step } from '../../step.ts'
import { askThread } from '../inbox/loads.ts'
import { boardMessage } from './about.ts'

/** The thread of the message that the selected row stands for: the keys of a message need it. */
export function followRow(before: State, state: State): Step {
  const [was, is] = [boardMessage(before), boardMessage(state)]
  if (is === null || (was?.message === is.message && was.of === is.of)) return [state]
  return askThread(state, is, [])
}
