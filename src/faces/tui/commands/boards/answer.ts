import { answerDebate } from '../../compose/writing.ts'
import type { Panes } from '../../state.ts'
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
  available: (state) => openDebate(state.panes) !== null || 'The debate is still loading.',
  run(state) {
    const debate = openDebate(state.panes)
    return debate === null ? [state] : answerDebate(state, debate)
  },
})

function openDebate({ board }: Panes) {
  return board?.page?.type === 'debate' ? board.page.debate : null
}
