import type { EventOf } from '../event.ts'
import { withKeys } from '../keymap.ts'
import type { List } from '../model/list.ts'
import { type Reach, stepsOf } from '../reach.ts'
import { type Browsing, type HasClock, type HasPanes, isCovered, type OnScreen, withPanes } from '../state.ts'
import { all, type Step, say } from '../step.ts'
import { moveBoard } from './boards/board.ts'
import { chosenIds, rangeIds, unchosen } from './inbox/chosen.ts'
import { letGo } from './inbox/leaving.ts'
import { isComplete, moveBy, moveTo, topOf } from './inbox/list.ts'
import { askList, askRow, followSelection, prefetch, sameSource, showSource } from './inbox/loads.ts'
import { matchingIn } from './inbox/matching.ts'
import { isStream } from './inbox/stream.ts'
import { insideOf } from './layout.ts'
import { moveRoster, rosterRows } from './roster/roster.ts'
import { readThread } from './thread/reading.ts'
import { moveInThread, threadRoom } from './thread/thread-moves.ts'

/** A step beyond the last loaded message loads this many more. */
const fewMore = 100

/** Moves in the focused pane. */
export function move<S extends OnScreen & HasClock>(state: S, by: Reach, direction: 1 | -1): Step<S> {
  if (isCovered(state)) return moveBoard(state, by, direction)
  switch (state.panes.focus) {
    case 'roster':
      return moveInRoster(state, stepsOf(by, direction, insideOf(state, 'roster').rows))
    case 'inbox':
      return moveInList(state, by, isStream(state.panes.list.source) ? turned(direction) : direction)
    case 'thread':
      return moveThread(state, by, direction)
  }
}

function turned(direction: 1 | -1): 1 | -1 {
  return direction === 1 ? -1 : 1
}

/** The list follows the roster: looking at a mailbox consumes nothing. */
function moveInRoster<S extends OnScreen & HasClock>(state: S, steps: number): Step<S> {
  const { rows } = insideOf(state, 'roster')
  const roster = moveRoster(state.panes.roster, state.session.me.address, steps, rows)
  return listSelected(withPanes(state, { roster }))
}

export function selectRoster<S extends Browsing & HasClock>(state: S, key: string): Step<S> {
  const row = rosterRows(state.panes.roster, state.session.me.address).find((one) => one.key === key)
  if (row === undefined || row.type === 'heading') return [state]
  return listSelected(withPanes(state, { roster: { ...state.panes.roster, selected: key } }))
}

function listSelected<S extends Browsing & HasClock>(moved: S): Step<S> {
  const row = rosterRows(moved.panes.roster, moved.session.me.address).find(
    ({ key }) => key === moved.panes.roster.selected,
  )
  if (row === undefined || row.type === 'heading' || sameSource(row.source, moved.panes.list.source))
    return [moved]
  return showSource(withPanes(moved, { before: null }), row.source)
}

function moveInList<S extends OnScreen>(state: S, by: Reach, direction: 1 | -1): Step<S> {
  const height = insideOf(state, 'inbox').rows
  const { list } = state.panes
  // A walk to the end that is still under way is given up.
  if (by === 'edge' && direction === -1 && (list.earlier.length > 0 || list.fetching === 'end'))
    return askList(state, 'first')
  if (by === 'edge' && direction === 1 && (list.pages.at(-1)?.next ?? null) !== null)
    return askList(state, 'end')
  const moved = goBy(list, stepsOf(by, direction, height), height)
  return all(withPanes(state, { list: moved }), followSelection, prefetch)
}

/** A row that stayed only because the person had it in hand is dropped when they step away. */
function goBy(list: List, steps: number, height: number): List {
  return letGo(moveBy(list, steps, height), height)
}

function moveThread<S extends OnScreen & HasClock>(state: S, by: Reach, direction: 1 | -1): Step<S> {
  const { thread } = state.panes
  if (thread === null) return [state]
  const steps = stepsOf(by, direction, threadRoom(state).rows)
  const moved = moveInThread(state, thread, steps)
  const isAtEnd =
    moved.cursor.message === thread.cursor.message && moved.cursor.offset === thread.cursor.offset
  if (thread.next === null || direction < 0) return [withPanes(state, { thread: moved })]
  if (by === 'edge') return readThread(state, { ...thread, toEnd: true })
  return isAtEnd ? readThread(state, thread, fewMore) : [withPanes(state, { thread: moved })]
}

/** To the nearest message that came and was not on the screen yet: first upwards, where the pressing ones are. */
export function toFresh<S extends OnScreen>(state: S): Step<S> {
  const { list } = state.panes
  const height = insideOf(state, 'inbox').rows
  const top = topOf(list, height)
  const isFresh = (index: number) => list.fresh.has(list.rows[index]?.id ?? '')
  const indexes = list.rows.map((_, index) => index).filter(isFresh)
  const above = indexes.findLast((index) => index < top)
  const further = list.beyond.above.at(-1)
  if (above === undefined && further !== undefined)
    return askRow(withPanes(state, { focus: 'inbox' }), further, 'above')
  const target = above ?? indexes[0]
  if (target === undefined) {
    const [below] = list.beyond.below
    if (below !== undefined) return askRow(withPanes(state, { focus: 'inbox' }), below, 'below')
    return say(state, 'No new messages since you last looked.')
  }
  return all(
    withPanes(state, { focus: 'inbox', list: letGo(moveTo(list, target, height), height) }),
    followSelection,
    prefetch,
  )
}

export function markRow<S extends OnScreen>(state: S): Step<S> {
  const { list } = state.panes
  if (list.loading || list.selected === null) return [state]
  const marked = new Set(list.marked)
  if (!marked.delete(list.selected)) marked.add(list.selected)
  const height = insideOf(state, 'inbox').rows
  const steps = isStream(list.source) ? -1 : 1
  return all(
    withPanes(state, { list: goBy({ ...list, marked, whole: null }, steps, height) }),
    followSelection,
    prefetch,
  )
}

/** The first `V` begins a range at the selection, the second keeps it. */
export function markRange<S extends HasPanes>(state: S): Step<S> {
  const { list } = state.panes
  if (list.loading) return [state]
  if (list.anchor === null)
    return [withPanes(state, { list: { ...list, anchor: list.selected, whole: null } })]
  const marked = new Set([...list.marked, ...rangeIds(list)])
  return [withPanes(state, { list: { ...list, marked, anchor: null } })]
}

/** First what is loaded, then all that match, then nothing. */
export function markAll<S extends Browsing>(state: S): Step<S> {
  const { list } = state.panes
  // Rows that still stand from the list before are nobody's to choose.
  if (list.loading) return [state]
  const every = list.rows.length > 0 && chosenIds(list).length >= list.rows.length && list.marked.size > 0
  if (!every) return markLoaded(state)
  if (list.whole === null || list.whole.chosen) return [withPanes(state, { list: unchosen(list) })]
  return [withPanes(state, { list: { ...list, whole: { ...list.whole, chosen: true } } })]
}

function markLoaded<S extends Browsing>(state: S): Step<S> {
  const { list } = state.panes
  const marked = new Set(list.rows.map(({ id }) => id))
  const matching = isComplete(list) || state.session.readOnly ? null : matchingIn(state)
  const whole = matching === null ? null : { count: null, through: null, more: false, chosen: false }
  const next: S = withPanes(state, { list: { ...list, marked, anchor: null, whole } })
  if (matching === null) return [next]
  return [next, { type: 'count-matching', source: list.source, filter: list.filter, matching }]
}

/** All that match were counted: `*` again chooses them. */
export function matchingCounted<S extends HasPanes>(state: S, event: EventOf<'matching-counted'>): Step<S> {
  const { list } = state.panes
  const { count, through, more } = event
  if (list.whole === null || !sameSource(list.source, event.source) || list.filter !== event.filter)
    return [state]
  if (count <= list.marked.size && !more) return [withPanes(state, { list: { ...list, whole: null } })]
  const whole = { ...list.whole, count, through, more }
  return [withPanes(state, { list: { ...list, whole } })]
}

/** `n N`: among search results the next row; else the search last made is shown again. */
export function match<S extends OnScreen & HasClock>(state: S, direction: 1 | -1): Step<S> {
  const { list } = state.panes
  const { queries } = state.session
  const [lastQuery] = queries
  const found = list.source.type === 'search' || list.source.type === 'saved' || list.filter !== ''
  if (found && state.panes.focus === 'thread') return nextMatch(state, direction)
  if (found) return moveInList(withPanes(state, { focus: 'inbox' }), 'row', direction)
  if (lastQuery === undefined)
    return say(state, withKeys(state.session.keymap, 'Search first with {search}.'))
  return showSource(withPanes(state, { before: list, focus: 'inbox' }), { type: 'search', query: lastQuery })
}

/** In a thread, `n` goes on to the next result and opens it. */
function nextMatch<S extends OnScreen>(state: S, direction: 1 | -1): Step<S> {
  const height = insideOf(state, 'inbox').rows
  const list = goBy(state.panes.list, direction, height)
  if (list.selected === state.panes.list.selected) return say(state, 'No more matches.')
  return all(withPanes(state, { list }), followSelection, prefetch)
}
