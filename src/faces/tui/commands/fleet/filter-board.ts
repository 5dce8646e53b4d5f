import { fieldOf } from '../../compose/editor/field.ts'
import { filterBoard } from '../../panes/fleet/board.ts'
import { ask } from '../ask.ts'
import { command } from '../command.ts'

const name = 'fleet.filter'

/** The subject is the filter before: who gives the prompt up has it back. */
export const filterFleet = command({
  name: 'filter',
  at: { fleet: '/ | f' },
  help: 'filter the board by name, role, swarm, state or work',
  hint: 'filter',
  rank: 5,
  run(state) {
    const filter = state.panes.fleet?.filter ?? ''
    return ask(state, { command: name, label: 'Filter:', subject: filter, field: fieldOf(filter) })
  },
  typed: (state, text) => filterBoard(state, text),
  gaveUp: (state, subject: string) => filterBoard(state, subject),
  answer: (state, _: string, text) => [filterBoard(state, text)],
})
