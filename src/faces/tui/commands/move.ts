import { moveOverlay } from '../overlays/scroll.ts'
import { openAway } from '../overlays/sheet/sheet.ts'
import { hidesPanes } from '../panes/cover.ts'
import { goToNextTab } from '../panes/inbox/tabs.ts'
import { move, toFresh } from '../panes/moves.ts'
import { nextMail, nextUnread } from '../panes/next-mail.ts'
import { goToNextWaiting, goToProblem } from '../panes/problems.ts'
import type { Reach } from '../reach.ts'
import type { State } from '../state.ts'
import type { Step } from '../step.ts'
import type { Command } from './command.ts'
import { isPage } from './here.ts'

/** In the focused pane, or in what hides the panes. */
function moves(by: Reach, direction: 1 | -1): (state: State) => Step {
  return (state) => (hidesPanes(state) ? moveOverlay(state, by, direction) : move(state, by, direction))
}

const inText = { needs: 'text', inRoster: true, moves: true } as const
const inRows = { needs: 'row', panes: 'shown' } as const

/** What moves about: in a pane, a board, a thread, and from one view to the next. */
export const moving: readonly Command[] = [
  {
    name: 'down',
    at: { everywhere: 'j | Down' },
    help: 'down',
    hint: (state) => (isPage(state) ? 'down' : undefined),
    run: moves('row', 1),
    ...inText,
  },
  {
    name: 'up',
    at: { everywhere: 'k | Up' },
    help: 'up',
    hint: (state) => (isPage(state) ? 'up' : undefined),
    run: moves('row', -1),
    ...inText,
  },
  {
    name: 'half-down',
    at: { everywhere: 'C-d' },
    help: 'half a screen down',
    run: moves('half', 1),
    ...inText,
  },
  { name: 'half-up', at: { everywhere: 'C-u' }, help: 'half a screen up', run: moves('half', -1), ...inText },
  {
    name: 'page-down',
    at: { everywhere: 'PageDown | C-f' },
    help: 'a screen down',
    run: moves('page', 1),
    ...inText,
  },
  {
    name: 'page-up',
    at: { everywhere: 'PageUp | C-b' },
    help: 'a screen up',
    run: moves('page', -1),
    ...inText,
  },
  { name: 'top', at: { everywhere: 'g g | Home' }, help: 'to the top', run: moves('edge', -1), ...inText },
  { name: 'end', at: { everywhere: 'G | End' }, help: 'to the end', run: moves('edge', 1), ...inText },
  { name: 'fresh', at: { everywhere: 'g n' }, help: 'to the next new message', run: toFresh, ...inRows },
  {
    name: 'unread-next',
    at: { everywhere: 'g N' },
    help: 'to the next unread message',
    run: nextUnread,
    ...inRows,
  },
  {
    name: 'mail-next',
    at: { thread: 'Alt-j' },
    help: 'to the next message; after the last one, to the next thread',
    needs: 'text',
    run: (state) => nextMail(state, 1),
  },
  {
    name: 'mail-previous',
    at: { thread: 'Alt-k' },
    help: 'to the previous message; before the first one, to the previous thread',
    needs: 'text',
    run: (state) => nextMail(state, -1),
  },
  {
    name: 'next-problem',
    at: { everywhere: ']' },
    help: 'next problem in Attention',
    inRoster: true,
    run: (state) => goToProblem(state, 1),
    ...inRows,
  },
  {
    name: 'previous-problem',
    at: { everywhere: '[' },
    help: 'previous problem in Attention',
    inRoster: true,
    run: (state) => goToProblem(state, -1),
    ...inRows,
  },
  {
    name: 'next-waiting',
    at: { everywhere: 'g !' },
    help: 'to what waits for you, most urgent first',
    run: goToNextWaiting,
  },
  {
    name: 'next-view',
    at: { everywhere: '}' },
    help: 'next view: those with mail, and saved searches',
    panes: 'shown',
    run: (state) => goToNextTab(state, 1),
  },
  {
    name: 'previous-view',
    at: { everywhere: '{' },
    help: 'previous view: those with mail, and saved searches',
    panes: 'shown',
    run: (state) => goToNextTab(state, -1),
  },
  {
    name: 'away',
    at: { everywhere: 'g a' },
    help: 'what happened while you were away',
    operation: 'away',
    run: openAway,
  },
]
