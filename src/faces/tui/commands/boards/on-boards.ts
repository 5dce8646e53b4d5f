import { fieldOf } from '../../compose/editor/field.ts'
import {
  canFold,
  filterBoard,
  foldGroup,
  leaveBoard,
  moveTable,
  sortBoard,
} from '../../panes/boards/board.ts'
import { refresh } from '../../panes/inbox/refresh.ts'
import { ask } from '../ask.ts'
import { type Command, command } from '../command.ts'
import { openHere } from './opening.ts'

const outwards = 'Esc | q | h | Left'
const inwards = 'Enter | l | Right'
const filter = 'fleet.filter'

function onStores(keys: string): Command['at'] {
  return { stores: keys, 'all-attention': keys }
}

/** The keys that every board has. */
export const onBoards = [
  command({
    name: 'open',
    at: {
      ...{ fleet: inwards, debates: inwards, tasks: inwards, queues: 'Enter' },
      ...{ 'agent-page': inwards, debate: inwards, stores: inwards, 'all-attention': inwards },
    },
    help: "open: an agent's page and mailbox, a debate's positions and thread, a task, an item, a store",
    hint: ({ panes: { board } }) =>
      board?.page == null ? 'open' : board.page.type === 'agent' ? 'mailbox' : 'thread',
    rank: 2,
    available: (state) => openHere(state) !== null || 'Nothing is listed.',
    run: (state) => openHere(state) ?? [state],
  }),
  command({
    name: 'sort',
    at: { fleet: 'g s | s', debates: 'g s', tasks: 'g s', queues: 'g s', ...onStores('g s') },
    help: 'sort by the next column',
    hint: 'sort',
    rank: 4,
    run: sortBoard,
  }),
  command({
    name: 'fold',
    at: { fleet: 'g z', debates: 'g z', tasks: 'g z', queues: 'g z', stores: 'g z' },
    help: 'fold the group of the row, unfold it',
    available: canFold,
    run: foldGroup,
  }),
  command({
    name: 'filter',
    at: { fleet: '/ | f', debates: '/ | f', tasks: '/ | f', queues: '/ | f', ...onStores('/ | f') },
    help: 'filter the rows of the board by words',
    hint: 'filter',
    rank: 5,
    // The subject is the filter before: who gives the prompt up has it back.
    run(state) {
      const before = state.panes.board?.filter ?? ''
      return ask(state, { command: filter, label: 'Filter:', subject: before, field: fieldOf(before) })
    },
    typed: (state, text) => filterBoard(state, text),
    gaveUp: (state, subject: string) => filterBoard(state, subject),
    answer: (state, _: string, text) => [filterBoard(state, text)],
  }),
  command({
    name: 'back',
    at: {
      ...{ fleet: 'Esc | q | B | h | Left', debates: outwards, tasks: outwards, queues: 'Esc | q' },
      ...{ 'agent-page': outwards, debate: outwards, ...onStores(outwards) },
    },
    help: 'back: to the board, out of the filter, to the panes',
    hint: ({ panes: { board } }) => (board?.page ? 'board' : board?.filter ? 'show all' : 'close'),
    rank: 3,
    run: (state) => leaveBoard(state, refresh),
  }),
  command({
    name: 'next-column',
    moves: true,
    at: { queues: 'l | Right | Tab' },
    help: 'to the column at the right',
    hint: 'column',
    rank: 5,
    run: (state) => moveTable(state, 1),
  }),
  command({
    name: 'previous-column',
    moves: true,
    at: { queues: 'h | Left | S-Tab' },
    help: 'to the column at the left',
    run: (state) => moveTable(state, -1),
  }),
]
