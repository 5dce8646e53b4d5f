import { openBoard } from '../../panes/boards/board.ts'
import { queueHere } from '../../panes/inbox/scopes.ts'
import { command } from '../command.ts'

export const openBoards = [
  command({
    name: 'fleet',
    at: { everywhere: 'B' },
    help: 'board of the fleet: every agent, what it works on, and what waits for it',
    hint: 'fleet',
    rank: 17,
    operation: 'fleet',
    run: (state) => openBoard(state, 'fleet'),
  }),
  command({
    name: 'debates',
    at: { everywhere: 'g d' },
    help: 'board of debates: those that wait for a ruling, and those decided today',
    operation: 'debateBoard',
    run: (state) => openBoard(state, 'debates'),
  }),
  command({
    name: 'tasks',
    at: { everywhere: 'g w' },
    help: 'board of tasks: what is worked on, by title',
    operation: 'taskBoard',
    run: (state) => openBoard(state, 'tasks'),
  }),
  command({
    name: 'queues',
    at: { everywhere: 'g q' },
    help: 'board of queues: what is available, claimed and failed; of the listed queue, else of all',
    operation: 'queueBoard',
    run: (state) =>
      openBoard(state, 'queues', state.panes.board?.name === 'queues' ? null : queueHere(state)),
  }),
  command({
    name: 'stores',
    at: { everywhere: 'g p' },
    help: 'switch stores: those that you trust, what waits in each, and its unread mail',
    run: (state) => openBoard(state, 'stores'),
  }),
  command({
    name: 'all-attention',
    at: { stores: 'a' },
    help: 'Attention of all stores in one list',
    hint: 'all Attention',
    rank: 3,
    run: (state) => openBoard(state, 'all-attention'),
  }),
]
