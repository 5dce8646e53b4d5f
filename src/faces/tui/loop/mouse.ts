import { open } from '../commands/navigation.ts'
import { perform } from '../commands/perform.ts'
import type { ChoiceState } from '../model/overlay.ts'
import { choicePlace, choiceSeen, openChosen } from '../overlays/choice.ts'
import { paletteClicked, paletteKey } from '../overlays/palette/palette.ts'
import { candidateAt } from '../overlays/palette/palette-layout.ts'
import { moveOverlay } from '../overlays/scroll.ts'
import { focusedTable, selectLine as selectBoardLine, tableWindow } from '../panes/boards/board.ts'
import { besideWidth, tablePlaces } from '../panes/boards/table.ts'
import { focusPane } from '../panes/inbox/focus.ts'
import { settle, topOf } from '../panes/inbox/list.ts'
import { followSelection } from '../panes/inbox/loads.ts'
import { listRoom, shownRows } from '../panes/inbox/narrow.ts'
import { isStream } from '../panes/inbox/stream.ts'
import { goToTab, tabAt } from '../panes/inbox/tabs.ts'
import { rowsOverList, showsTabs } from '../panes/inbox/tabs-shown.ts'
import { insideOf, isTooSmall, layoutOf } from '../panes/layout.ts'
import { move, selectRoster } from '../panes/moves.ts'
import { shownRoster } from '../panes/roster/roster.ts'
import { threadHead } from '../panes/thread/thread-head.ts'
import type { ThreadLine } from '../panes/thread/thread-lines.ts'
import { linesOf, moveToLine, shownLines } from '../panes/thread/thread-moves.ts'
import {
  type HasClock,
  isCovered,
  type OnScreen,
  type Pane,
  type State,
  withPanes,
  withSession,
} from '../state.ts'
import { hintAt } from '../status/footer.ts'
import { headerView, isOnBar } from '../status/header.ts'
import { all, andThen, type Step } from '../step.ts'
import { key, type MouseEvent } from '../terminal/key-event.ts'

const wheelRows = 3
/** Two clicks on one cell within this open what is there, ms. */
const doubleWithin = 400
/** The header and the frame's upper edge. */
const above = 2

/**
 * The wheel moves, a click selects, two open; at the foot a click presses the key under it. A drag selects nothing: the
 * terminal does that, with Shift.
 */
export function moused(state: State, event: MouseEvent): Step {
  const { action, button, x, y } = event
  if (action === 'wheel-up' || action === 'wheel-down')
    return wheeled(withSession(state, { clicked: null }), x, action === 'wheel-down' ? 1 : -1)
  if (action !== 'press' || button !== 'left') return [state]
  if (y === state.session.size.rows - 1) {
    const hint = hintAt(state, x)
    return hint === undefined ? [state] : perform(state, hint.command)
  }
  const { type } = state.overlay
  if (type === 'none' && y === 0 && isOnBar(headerView(state), x))
    return perform(state, 'everywhere.next-waiting')
  if (type !== 'none' && type !== 'choice' && type !== 'palette') return [state]
  if (type === 'none' && isCovered(state)) return clickBoard(state, x, y)
  const last = state.session.clicked
  const isDouble = last !== null && last.x === x && last.y === y && state.clock.now - last.at < doubleWithin
  const next: State = withSession(state, { clicked: isDouble ? null : { x, y, at: state.clock.now } })
  if (next.overlay.type === 'choice') return choose(next, next.overlay, y, isDouble)
  if (next.overlay.type === 'palette') {
    const at = candidateAt(next, next.overlay, x, y)
    return at === undefined ? [next] : paletteClicked(next, next.overlay, at, isDouble)
  }
  return isDouble ? openTwice(next) : click(next, x, y)
}

const wheeling = ['none', 'help', 'sheet', 'result', 'choice', 'journal', 'palette', 'reply']

function wheeled(state: State, x: number, direction: 1 | -1): Step {
  const { overlay } = state
  if (!wheeling.includes(overlay.type)) return [state]
  if (overlay.type === 'palette') return paletteKey(state, overlay, key(direction === 1 ? 'down' : 'up'))
  if (overlay.type === 'choice' || overlay.type === 'journal') return moveOverlay(state, 'row', direction)
  // A person who answers can still read the original.
  if (overlay.type === 'reply') return paneAt(state, x) === 'thread' ? readOn(state, direction) : [state]
  if (overlay.type === 'none' && isCovered(state))
    return all(
      state,
      ...Array.from({ length: wheelRows }, () => (next: State) => moveOverlay(next, 'row', direction)),
    )
  const pane = overlay.type === 'none' ? paneAt(state, x) : undefined
  const moves = steps(direction)
  return all(state, (next) => (pane === undefined ? [next] : focusPane(next, pane)), ...moves)
}

function steps(direction: 1 | -1) {
  return Array.from(
    { length: wheelRows },
    () => (next: State) =>
      next.overlay.type === 'none' || next.overlay.type === 'reply'
        ? move(next, 'row', direction)
        : moveOverlay(next, 'row', direction),
  )
}

/** The thread moves as if one were in it; one stays where one types. */
function readOn(state: State, direction: 1 | -1): Step {
  const { focus } = state.panes
  return andThen(all(withPanes(state, { focus: 'thread' }), ...steps(direction)), (next) => [
    withPanes(next, { focus }),
  ])
}

/** The first column inside the frame of a pane. */
function leftOf(state: OnScreen, pane: Pane): number {
  const areas = layoutOf(state)
  const at = areas.findIndex((area) => area.pane === pane)
  return areas.slice(0, at).reduce((sum, { width }) => sum + width, 1)
}

function paneAt(state: OnScreen, x: number): Pane | undefined {
  let left = 0
  return layoutOf(state).find(({ width }) => {
    left += width
    return x < left
  })?.pane
}

/** A click selects a row, and one on the selected row opens it. */
function clickBoard(state: State, x: number, y: number): Step {
  const { board } = state.panes
  if (board === null || board.page !== null) return [state]
  const { size } = state.session
  const room = size.columns - besideWidth(board.name, size.columns)
  if (x >= room) return [state]
  const places = tablePlaces(board.tables.length, board.focus, room)
  const at = places.findLast(({ left }) => left <= x)?.at ?? board.focus
  const table = board.tables[at] ?? focusedTable(board)
  const { top, rows } = tableWindow(table, size)
  // The names of the columns are above the rows.
  const line = rows[y - above - 1]
  return line !== undefined && at === board.focus && line.key === table.selected
    ? perform(state, `${board.name}.open`)
    : selectBoardLine(state, at, line === undefined ? -1 : top + rows.indexOf(line))
}

function choose(state: State, choice: ChoiceState, y: number, isDouble: boolean): Step {
  const top = choicePlace(choice, state.session.size).y + 1
  const at = choiceSeen(choice, state.session.size)[y - top]?.item
  if (at === undefined) return [state]
  // The first click may have moved the rows: the second one is for what it chose.
  return isDouble ? openChosen(state) : [{ ...state, overlay: { ...choice, chosen: at } }]
}

/** In the thread there is nothing to go into: two clicks fold a message, or unfold it. */
function openTwice(state: State): Step {
  return state.panes.focus === 'thread' ? perform(state, 'thread.fold') : open(state)
}

/** A click is resolved by the rows' places. */
function click(state: State, x: number, y: number): Step {
  const pane = paneAt(state, x)
  if (pane === undefined || isTooSmall(state.session.size)) return [state]
  const over = pane === 'inbox' ? rowsOverList(state) : 0
  const tab =
    pane === 'inbox' && y === above && showsTabs(state) ? tabAt(state, x - leftOf(state, pane)) : undefined
  const select =
    tab === undefined ? selectionAt(state, pane, y - above - over) : (next: State) => goToTab(next, tab)
  return andThen(focusPane(state, pane), (next) => (select === undefined ? [next] : select(next)))
}

/** How to select the content of a pane's row. */
function selectionAt<S extends OnScreen & HasClock>(
  state: S,
  pane: Pane,
  line: number,
): ((state: S) => Step<S>) | undefined {
  switch (pane) {
    case 'roster': {
      const row = shownRoster(state.panes.roster, state.session.me.address, insideOf(state, 'roster').rows)
        .rows[line]
      return row && ((next) => selectRoster(next, row.key))
    }
    case 'inbox': {
      const row = shownRows(state.panes.list, listRoom(state))[line]
      return row && ((next) => selectListed(next, row.id, line))
    }
    case 'thread': {
      const { thread } = state.panes
      const place = line - threadHead(state).length
      const at = thread === null || place < 0 ? undefined : shownLines(state, thread).lines[place]
      return at && ((next) => selectLine(next, at))
    }
  }
}

function selectListed<S extends OnScreen>(state: S, row: string, line: number): Step<S> {
  const { list } = state.panes
  if (!list.rows.some(({ id }) => id === row)) return [state]
  const { rows } = insideOf(state, 'inbox')
  return followSelection(
    withPanes(state, { list: settle({ ...list, selected: row, line: placed(state, row, line) }, rows) }),
  )
}

function selectLine<S extends OnScreen & HasClock>(state: S, { message, offset }: ThreadLine): Step<S> {
  const { thread } = state.panes
  if (thread === null) return [state]
  const lines = linesOf(state, thread)
  const at = lines.findIndex((one) => one.message === message && one.offset === offset)
  return at < 0 ? [state] : [withPanes(state, { thread: moveToLine(state, thread, lines, at) })]
}

/** Streams are drawn upside down. */
function placed(state: OnScreen, row: string, line: number): number {
  const { list } = state.panes
  if (!isStream(list.source)) return line
  const top = topOf(list, insideOf(state, 'inbox').rows)
  return list.rows.findIndex(({ id }) => id === row) - top
}
