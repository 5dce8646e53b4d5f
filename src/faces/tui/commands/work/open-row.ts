import { openDebate, workRow } from '../../panes/work/work.ts'
import { command } from '../command.ts'

export const openWorkRow = command({
  name: 'open',
  at: { debates: 'Enter | l | Right' },
  help: 'open',
  hint: 'open',
  rank: 2,
  available: (state) => workRow(state) !== null || 'Nothing is listed.',
  run(state) {
    const row = workRow(state)
    return row === null ? [state] : openDebate(state, row.debate.thread)
  },
})
