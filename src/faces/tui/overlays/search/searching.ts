import { editField, fieldOf, isGivenUp } from '../../compose/editor/field.ts'
import { withKeys } from '../../keymap.ts'
import { askList, followSelection, sameSource, showSource } from '../../panes/inbox/loads.ts'
import {
  type HasClock,
  type HasOverlay,
  type HasPanes,
  type OnScreen,
  type Overlay,
  withPanes,
  withSession,
} from '../../state.ts'
import { all, andThen, type Step, say } from '../../step.ts'
import type { KeyEvent } from '../../terminal/key-event.ts'
import { filterNow } from './filtering.ts'
import { queryCompleted, queryTyped, recalled, searchedFor, typedOn } from './query-typing.ts'

type SearchOverlay = Extract<Overlay, { type: 'search' }>

export function beginSearch<S extends HasPanes & HasOverlay>(state: S): Step<S> {
  const { list } = state.panes
  const before = list.source.type === 'search' ? state.panes.before : list
  const field = fieldOf(list.source.type === 'search' ? list.source.query : '')
  return [
    withPanes(
      { ...state, overlay: { type: 'search', field, problem: null, shown: list, former: null } },
      { focus: 'inbox', before },
    ),
  ]
}

export function searchKey<S extends OnScreen & HasClock>(
  state: S,
  overlay: SearchOverlay,
  key: KeyEvent,
): Step<S> {
  if (isGivenUp(key)) return leaveSearch(state)
  if (key.name === 'enter') return keepResults(state, overlay)
  if (key.name === 'up' || key.name === 'down') return recalled(state, overlay, key.name === 'up' ? 1 : -1)
  const field =
    key.name === 'tab' ? queryCompleted(state.panes.roster, overlay.field) : editField(overlay.field, key)
  return field === overlay.field ? [state] : typedOn(state, { ...overlay, field })
}

/** Typing rested: the list shows what the words so far find. */
export function searchNow<S extends HasPanes & HasOverlay & HasClock>(state: S): Step<S> {
  if (state.overlay.type === 'filter') return filterNow(state, state.overlay)
  if (state.overlay.type !== 'search') return [state]
  const query = queryTyped(state.overlay.field)
  if (query === '')
    return state.panes.before === null ? [state] : [withPanes(state, { list: state.panes.before })]
  const source = { type: 'search', query } as const
  if (sameSource(source, state.panes.list.source)) return [state]
  const shown = state.panes.list.loading ? state.overlay.shown : state.panes.list
  return showSource({ ...state, overlay: { ...state.overlay, shown } }, source)
}

function keepResults<S extends OnScreen & HasClock>(state: S, overlay: SearchOverlay): Step<S> {
  const query = queryTyped(overlay.field)
  if (query === '') return leaveSearch(state)
  // The error stays below the field until it is mended.
  if (overlay.problem !== null) return [state]
  const source = { type: 'search', query } as const
  return andThen(searchedFor({ ...state, overlay: { type: 'none' } }, query), (kept) => {
    if (!sameSource(source, kept.panes.list.source)) return showSource(kept, source)
    if (kept.panes.list.rows.length > 0 || kept.panes.list.loading) return [kept]
    const words = 'No matches. Press {back} to go back, {search} to search again.'
    return say(kept, withKeys(kept.session.keymap, words))
  })
}

/** The field with a query that was refused, over what was listed before. */
export function searchAgain<S extends OnScreen>(state: S, query: string, problem: string): S {
  const shown = state.panes.before ?? state.panes.list
  const overlay: SearchOverlay = { type: 'search', field: fieldOf(query), problem, shown, former: null }
  // Keys pressed during the search were meant for its results.
  return withPanes(withSession({ ...state, overlay }, { early: [] }), { focus: 'inbox', list: shown })
}

/** Back to where one was when the search began. */
export function leaveSearch<S extends OnScreen & HasClock>(state: S): Step<S> {
  const { before } = state.panes
  const closed: S = withPanes(withSession({ ...state, overlay: { type: 'none' } }, { early: [] }), {
    before: null,
  })
  if (before === null) return [closed]
  if (before.loading) return showSource(closed, before.source)
  const list = { ...before, fetching: null, resumed: true }
  return all(withPanes(closed, { list }), (state) => askList(state, 'refresh'), followSelection)
}
