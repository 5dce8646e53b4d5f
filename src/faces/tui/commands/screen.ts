import { flush } from '../compose/sending.ts'
import { openedHelp } from '../overlays/help/searching-help.ts'
import { openStats } from '../overlays/sheet/sheet.ts'
import { openBoard } from '../panes/boards/board.ts'
import { hidesPanes, leaveCover } from '../panes/cover.ts'
import { agentHere } from '../panes/inbox/scopes.ts'
import { openBoards } from './boards.ts'
import type { Command } from './command.ts'
import { leave } from './navigation.ts'

/** Other views, and the screen itself: behind all others in the footer and the help. */
export const screenCommands: readonly Command[] = [
  {
    name: 'stats',
    at: { everywhere: 'M' },
    help: 'metrics: flow, answer times, backlog',
    operation: 'stats',
    run: (state) => openStats(state),
  },
  {
    name: 'timeline',
    at: { everywhere: 'T' },
    help: 'timeline of the selected agent, or your own',
    operation: 'timeline',
    run: (state) => openBoard(state, 'timeline', agentHere(state) ?? state.session.me.address, true),
  },
  ...openBoards,
  {
    name: 'help',
    at: { everywhere: '?' },
    help: 'help',
    hint: 'help',
    rank: 1,
    run: (state) => [{ ...state, overlay: openedHelp }],
  },
  {
    name: 'redraw',
    at: { everywhere: 'C-l' },
    help: 'draw the screen again',
    run: (state) => [state, { type: 'redraw' }],
  },
  {
    name: 'suspend',
    at: { everywhere: 'C-z' },
    help: 'suspend',
    run: (state) => [state, { type: 'suspend' }],
  },
  {
    name: 'leave',
    at: { everywhere: 'q' },
    help: 'back; at the top, quit',
    hint: 'quit',
    run: (state) => (hidesPanes(state) ? leaveCover(state) : leave(state)),
  },
  { name: 'quit', at: { everywhere: 'C-c' }, help: 'quit', run: flush },
]
