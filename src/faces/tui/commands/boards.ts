import { fieldOf } from '../compose/editor/field.ts'
import {
  canFold,
  filterBoard,
  foldGroup,
  leaveBoard,
  moveTable,
  openBoard,
  sortBoard,
} from '../panes/boards/board.ts'
import { refresh } from '../panes/inbox/refresh.ts'
import { queueHere } from '../panes/inbox/scopes.ts'
import { ask } from './ask.ts'
import type { Command } from './command.ts'
import { openHere } from './opening.ts'

export const openBoards: readonly Command[] = [
  {
    name: 'fleet',
    at: { everywhere: 'B' },
    help: 'board of the fleet: every agent, what it works on, and what waits for it',
    hint: 'fleet',
    rank: 17,
    operation: 'fleet',
    run: (state) => openBoard(state, 'fleet'),
  },
  {
    name: 'debates',
    at: { everywhere: 'g d' },
    help: 'board of debates: those that wait for a ruling, and those decided today',
    operation: 'debateBoard',
    run: (state) => openBoard(state, 'debates'),
  },
  {
    name: 'tasks',
    at: { everywhere: 'g w' },
    help: 'board of tasks: what is worked on, by title',
    operation: 'taskBoard',
    run: (state) => openBoard(state, 'tasks'),
  },
  {
    name: 'queues',
    at: { everywhere: 'g q' },
    help: 'board of queues: what is available, claimed and failed; of the listed queue, else of all',
    operation: 'queueBoard',
    run: (state) =>
      openBoard(state, 'queues', state.panes.board?.name === 'queues' ? null : queueHere(state)),
  },
  {
    name: 'stores',
    at: { everywhere: 'g p' },
    help: 'switch stores: those that you trust, what waits in each, and its unread mail',
    run: (state) => openBoard(state, 'stores'),
  },
  {
    name: 'all-attention',
    at: { stores: 'a' },
    help: 'Attention of all stores in one list',
    hint: 'all Attention',
    rank: 3,
    run: (state) => openBoard(state, 'all-attention', null, true),
  },
]

const outwards = 'Esc | q | h | Left'
const inwards = 'Enter | l | Right'

function onStores(keys: string): Command['at'] {
  return { stores: keys, 'all-attention': keys }
}

/** The keys that every board has. */
export const onBoards: readonly Command[] = [
  {
    name: 'open',
    at: {
      fleet: inwards,
      debates: inwards,
      tasks: inwards,
      queues: 'Enter',
      'agent-page': inwards,
      debate: inwards,
      stores: inwards,
      'all-attention': inwards,
      timeline: inwards,
    },
    help: "open: an agent's page and mailbox, a debate's positions and thread, a task, an item, a store",
    hint: ({ panes: { board } }) =>
      board?.page == null ? 'open' : board.page.type === 'agent' ? 'mailbox' : 'thread',
    rank: 2,
    available: (state) => openHere(state) !== null || 'Nothing is listed.',
    run: (state) => openHere(state) ?? [state],
  },
  {
    name: 'sort',
    at: {
      fleet: 'g s | s',
      debates: 'g s',
      tasks: 'g s',
      queues: 'g s',
      ...onStores('g s'),
      timeline: 'g s',
    },
    help: 'sort by the next column',
    hint: 'sort',
    rank: 4,
    run: sortBoard,
  },
  {
    name: 'fold',
    at: { fleet: 'g z', debates: 'g z', tasks: 'g z', queues: 'g z', stores: 'g z' },
    help: 'fold the group of the row, unfold it',
    available: canFold,
    run: foldGroup,
  },
  {
    name: 'filter',
    at: {
      fleet: '/ | f',
      debates: '/ | f',
      tasks: '/ | f',
      queues: '/ | f',
      ...onStores('/ | f'),
      timeline: '/ | f',
    },
    help: 'filter the rows of the board by words',
    hint: 'filter',
    rank: 5,
    // The subject is the filter before: who gives the prompt up has it back.
    run(state) {
      const before = state.panes.board?.filter ?? ''
      return ask(state, {
        command: 'fleet.filter',
        label: 'Filter:',
        subject: before,
        field: fieldOf(before),
      })
    },
    typed: (state, text) => filterBoard(state, text),
    gaveUp: (state, subject: string) => filterBoard(state, subject),
    answer: (state, _: string, text) => [filterBoard(state, text)],
  },
  {
    name: 'back',
    at: {
      fleet: 'Esc | q | B | h | Left',
      debates: outwards,
      tasks: outwards,
      queues: 'Esc | q',
      'agent-page': outwards,
      debate: outwards,
      ...onStores(outwards),
      timeline: outwards,
    },
    help: 'back: to the board, out of the filter, to the panes',
    hint: ({ panes: { board } }) => (board?.page ? 'board' : board?.filter ? 'show all' : 'close'),
    rank: 3,
    run: (state) => leaveBoard(state, refresh),
  },
  {
    name: 'next-column',
    moves: true,
    at: { queues: 'l | Right | Tab' },
    help: 'to the column at the right',
    hint: 'column',
    rank: 5,
    run: (state) => moveTable(state, 1),
  },
  {
    name: 'previous-column',
    moves: true,
    at: { queues: 'h | Left | S-Tab' },
    help: 'to the column at the left',
    run: (state) => moveTable(state, -1),
  },
]
