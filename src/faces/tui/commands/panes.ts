import { resizePane, usualWidths } from '../model/widths.ts'
import { hidesPanes, leaveCover } from '../panes/cover.ts'
import { focusPane, nextPane, zoom } from '../panes/inbox/focus.ts'
import { toggleThreads, toggleUnfolded } from '../panes/inbox/threads.ts'
import { layoutOf } from '../panes/layout.ts'
import { foldSection, regroup } from '../panes/roster/folding.ts'
import { reuse } from '../reuse.ts'
import { type HasSession, type Pane, type Panes, withSession } from '../state.ts'
import { andThen, type Step, say } from '../step.ts'
import type { Command } from './command.ts'
import { back, open } from './navigation.ts'

/** What the panes show, which of them has the focus, and how wide they are. */
export const paneCommands: readonly Command[] = [
  {
    name: 'threads',
    at: { everywhere: 'g t' },
    help: 'list threads, or messages',
    needs: 'row',
    panes: 'shown',
    run: toggleThreads,
  },
  {
    name: 'unfold',
    at: { inbox: 'L' },
    help: 'unfold the thread in the list, fold it',
    hint: ({ panes: { threaded, list } }) =>
      threaded && list.source.type === 'mailbox' && list.source.box === 'inbox' ? 'unfold' : undefined,
    rank: 9,
    needs: 'row',
    run: toggleUnfolded,
  },
  {
    name: 'fold-section',
    at: { list: 'g z' },
    help: 'fold the section of the roster, unfold it',
    available: ({ panes: { focus } }) => focus === 'roster' || 'Only sections of the roster fold.',
    run: foldSection,
  },
  {
    name: 'regroup',
    at: { list: 'g s' },
    help: 'group the roster by swarm, state, role',
    run: regroup,
  },
  {
    moves: true,
    name: 'open',
    at: { everywhere: 'Enter | l | Right' },
    help: 'open',
    hint: (state) => (isEmpty(state.panes) ? undefined : 'open'),
    // In the thread Enter folds a message, which is open already.
    rank: ({ panes: { focus } }) => (focus === 'thread' ? 18 : 2),
    needs: 'row',
    inRoster: true,
    panes: 'needed',
    run: open,
  },
  {
    moves: true,
    name: 'back',
    at: { everywhere: 'Esc | h | Left' },
    help: 'back',
    hint: ({ panes: { focus } }) => (focus === 'thread' ? 'back' : undefined),
    rank: 3,
    run: (state) => (hidesPanes(state) ? leaveCover(state) : back(state)),
  },
  {
    moves: true,
    name: 'pane-next',
    at: { everywhere: 'Tab' },
    help: 'next pane',
    hint: 'pane',
    rank: (state) => (layoutOf(state).length === 3 ? 18 : 7),
    panes: 'needed',
    run: (state) => nextPane(state, 1),
  },
  {
    moves: true,
    name: 'pane-previous',
    at: { everywhere: 'S-Tab' },
    help: 'previous pane',
    panes: 'needed',
    run: (state) => nextPane(state, -1),
  },
  { name: 'pane-roster', at: { everywhere: '1' }, help: 'roster', ...focuses('roster') },
  { name: 'pane-inbox', at: { everywhere: '2' }, help: 'inbox', ...focuses('inbox') },
  { name: 'pane-thread', at: { everywhere: '3' }, help: 'thread', ...focuses('thread') },
  { name: 'zoom', at: { list: 'z', everywhere: 'Z' }, help: 'zoom the pane', panes: 'needed', run: zoom },
  { name: 'wider', at: { everywhere: '>' }, help: 'make the pane wider', ...resizes(1) },
  { name: 'narrower', at: { everywhere: '<' }, help: 'make the pane narrower', ...resizes(-1) },
  { name: 'usual-size', at: { everywhere: '=' }, help: 'reset the widths of the panes', ...resizes('usual') },
  { name: 'mouse', at: { everywhere: 'g m' }, help: 'mouse on, off', run: switchMouse },
]

function isEmpty({ focus, list }: Panes): boolean {
  return focus === 'inbox' && list.rows.length === 0
}

function focuses(pane: Pane): Pick<Command, 'panes' | 'moves' | 'run'> {
  return { panes: 'shown', moves: true, run: (state) => focusPane(state, pane) }
}

/** The widths change, and are kept for the next time. */
function resizes(change: 1 | -1 | 'usual'): Pick<Command, 'panes' | 'run'> {
  return {
    panes: 'needed',
    run: (state) => {
      const { widths } = state.session
      const wanted = change === 'usual' ? usualWidths : resizePane(widths, state.panes.focus, change)
      const next = reuse(widths, wanted)
      return next === widths ? [state] : [withSession(state, { widths: next })]
    },
  }
}

function switchMouse<S extends HasSession>(state: S): Step<S> {
  const on = !state.session.mouse
  return andThen([withSession(state, { mouse: on }), { type: 'mouse', on }], (next) =>
    say(next, on ? 'Mouse on (Shift selects text)' : 'Mouse off'),
  )
}
