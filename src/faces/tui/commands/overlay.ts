import { flush } from '../compose/sending.ts'
import { copyChosen, openChosen } from '../overlays/choice.ts'
import { searchHelp } from '../overlays/help/searching-help.ts'
import { openChange } from '../overlays/journal.ts'
import { moveOverlay } from '../overlays/scroll.ts'
import { aboutHere, openLine } from '../overlays/sheet/opening.ts'
import { changePeriod } from '../overlays/sheet/sheet.ts'
import type { HasOverlay, Overlay } from '../state.ts'
import type { Command } from './command.ts'
import { undoChange } from './undoing.ts'

/** The same keys in all that lies over the panes. */
function over(keys: string): Command['at'] {
  return { help: keys, sheet: keys, choice: keys, journal: keys }
}

/** What works in a help, a sheet, a choice, the journal. Where also the keys of everywhere work, these go before them. */
export const overlayCommands: readonly Command[] = [
  {
    name: 'back',
    at: { ...over('Esc | q | h | Left'), help: 'Esc | q | ? | Enter' },
    help: 'close',
    hint: 'close',
    rank: 3,
    run: (state) => [{ ...state, overlay: { type: 'none' } }],
  },
  {
    name: 'search',
    at: { help: '/' },
    help: 'search this help',
    hint: ({ overlay }) => (overlay.type === 'help' ? 'search' : undefined),
    rank: 2,
    available: ({ overlay }) => overlay.type === 'help' || 'Only the help can be searched here.',
    run: searchHelp,
  },
  {
    name: 'open',
    at: { choice: 'Enter | l | Right' },
    help: 'open a file in $PAGER or a link in the browser; choose the option',
    hint: (state) => (decides(state) ? 'decide' : 'open'),
    rank: 2,
    run: (state) => openChosen(state),
  },
  {
    name: 'edit-chosen',
    at: { choice: 'C-g' },
    help: 'open a file in $EDITOR',
    hint: (state) => (decides(state) ? undefined : '$EDITOR'),
    run: (state) => openChosen(state, true),
  },
  { name: 'copy-id', at: { choice: 'y' }, help: 'copy the link or the path', hint: 'copy', run: copyChosen },
  {
    name: 'open',
    at: { journal: 'Enter | l | Right' },
    help: 'list the thread of the first message',
    hint: 'open',
    rank: 2,
    run: openChange,
  },
  {
    name: 'open',
    at: { sheet: 'Enter | l | Right' },
    help: 'open what the line is about: a message, an agent, a debate, a part of Attention',
    hint: (state) => (aboutHere(state) === null ? undefined : 'open'),
    rank: 2,
    available: (state) => aboutHere(state) !== null || 'Nothing here can be opened.',
    run: openLine,
  },
  {
    name: 'undo-entry',
    at: { journal: 'u' },
    help: 'undo this change',
    hint: 'undo this',
    rank: 1,
    operation: 'undo',
    writes: true,
    run: undoChange,
  },
]

export const overlayMoves: readonly Command[] = [
  {
    name: 'down',
    at: over('j | Down'),
    help: 'down',
    hint: ({ overlay }) => (overlay.type === 'choice' ? undefined : 'down'),
    moves: true,
    run: (state) => moveOverlay(state, 'row', 1),
  },
  {
    name: 'up',
    at: over('k | Up'),
    help: 'up',
    hint: ({ overlay }) => (overlay.type === 'choice' ? undefined : 'up'),
    moves: true,
    run: (state) => moveOverlay(state, 'row', -1),
  },
  {
    name: 'page-down',
    at: { ...over('C-d | PageDown | Space'), choice: 'C-d | PageDown', ...onBoards('Space') },
    help: 'a screen down',
    moves: true,
    run: (state) => moveOverlay(state, 'page', 1),
  },
  {
    name: 'page-up',
    at: over('C-u | PageUp'),
    help: 'a screen up',
    moves: true,
    run: (state) => moveOverlay(state, 'page', -1),
  },
  {
    name: 'top',
    at: over('g g | Home'),
    help: 'to the top',
    moves: true,
    run: (state) => moveOverlay(state, 'edge', -1),
  },
  {
    name: 'end',
    at: over('G | End'),
    help: 'to the end',
    moves: true,
    run: (state) => moveOverlay(state, 'edge', 1),
  },
  {
    name: 'shorter',
    at: { sheet: '[' },
    help: 'show metrics for a shorter period',
    hint: (state) => (isMetrics(state.overlay) ? 'shorter' : undefined),
    run: (state) => changePeriod(state, -1),
  },
  {
    name: 'longer',
    at: { sheet: ']' },
    help: 'show metrics for a longer period',
    hint: (state) => (isMetrics(state.overlay) ? 'longer' : undefined),
    run: (state) => changePeriod(state, 1),
  },
  { name: 'quit', at: over('C-c'), help: 'quit', run: flush },
]

function onBoards(keys: string): Command['at'] {
  return {
    fleet: keys,
    'agent-page': keys,
    debates: keys,
    tasks: keys,
    queues: keys,
    debate: keys,
    stores: keys,
    'all-attention': keys,
    timeline: keys,
  }
}

function decides({ overlay }: HasOverlay): boolean {
  return overlay.type === 'choice' && overlay.decides !== undefined
}

function isMetrics(overlay: Overlay): boolean {
  return overlay.type === 'sheet' && overlay.sheet.type === 'stats'
}
