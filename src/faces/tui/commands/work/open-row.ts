import { openThreadOf } from '../../overlays/palette/running.ts'
import { showSource } from '../../panes/inbox/loads.ts'
import { keyOfSource } from '../../panes/roster/roster.ts'
import { openDebate, workRow } from '../../panes/work/work.ts'
import { type State, withPanes } from '../../state.ts'
import type { Step } from '../../step.ts'
import { command } from '../command.ts'

/** The messages of the task, in the place of the board. */
function showTask(state: State, task: string): Step {
  const source = { type: 'task', task } as const
  const roster = { ...state.panes.roster, selected: keyOfSource(state.session.me.address, source) }
  return showSource(withPanes(state, { work: null, roster, before: null, focus: 'inbox' }), source)
}

export const openWorkRow = command({
  name: 'open',
  at: { debates: 'Enter | l | Right', tasks: 'Enter | l | Right', queues: 'Enter' },
  help: 'open: the positions of a debate, the messages of a task, the thread of an item',
  hint: 'open',
  rank: 2,
  available: (state) => workRow(state) !== null || 'Nothing is listed.',
  run(state) {
    const row = workRow(state)
    if (row === null) return [state]
    if (row.type === 'debate') return openDebate(state, row.debate.thread)
    if (row.type === 'item') return openThreadOf(withPanes(state, { work: null }), row.item.id)
    return showTask(state, row.task.id)
  },
})
