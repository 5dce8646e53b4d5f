import { answerDebate } from '../../compose/writing.ts'
import { command } from '../command.ts'

/** Speaks in the open debate, before all who take part in it. */
export const answerInDebate = command({
  name: 'reply',
  at: { debate: 'r' },
  help: 'answer all participants',
  hint: 'answer all',
  rank: 4,
  operation: 'reply',
  writes: true,
  available: ({ panes: { work } }) => work?.page?.debate != null || 'The debate is still loading.',
  run(state) {
    const debate = state.panes.work?.page?.debate ?? null
    return debate === null ? [state] : answerDebate(state, debate)
  },
})
