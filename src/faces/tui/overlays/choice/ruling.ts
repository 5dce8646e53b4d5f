import { decision } from '../../compose/sending.ts'
import { reply } from '../../compose/writing.ts'
import type { State } from '../../state.ts'
import type { Step } from '../../step.ts'
import type { Openable, Ruling } from './openable.ts'

/** Answers an escalation in its thread with the option that was chosen, or opens the line to write another answer. */
export function rule(state: State, message: string, chosen: Openable | Ruling): Step {
  if (chosen.type !== 'option') return reply(state, false)
  return [state, decision(message, chosen.number)]
}
