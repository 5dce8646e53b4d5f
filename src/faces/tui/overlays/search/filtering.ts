import { editField, fieldOf, isGivenUp } from '../../compose/editor/field.ts'
import { emptyList } from '../../panes/inbox/list.ts'
import { askList } from '../../panes/inbox/loads.ts'
import { type HasOverlay, type HasPanes, type OnScreen, type Overlay, withPanes } from '../../state.ts'
import { andThen, type Step } from '../../step.ts'
import type { KeyEvent } from '../../terminal/key-event.ts'
import { queryCompleted, queryTyped, recalled, searchedFor, typedOn } from './query-typing.ts'

type FilterOverlay = Extract<Overlay, { type: 'filter' }>

/** `f`: narrows what is listed by words of the search language, as they are typed. */
export function beginFilter<S extends HasPanes & HasOverlay>(state: S): Step<S> {
  const field = fieldOf(state.panes.list.filter)
  return [
    withPanes(
      { ...state, overlay: { type: 'filter', field, problem: null, former: null } },
      { focus: 'inbox' },
    ),
  ]
}

export function filterKey<S extends OnScreen>(state: S, overlay: FilterOverlay, key: KeyEvent): Step<S> {
  if (isGivenUp(key)) return narrowed({ ...state, overlay: { type: 'none' } }, '')
  if (key.name === 'enter') {
    const text = queryTyped(overlay.field)
    if (overlay.problem !== null) return [state]
    return andThen(searchedFor({ ...state, overlay: { type: 'none' } }, text), (kept) => narrowed(kept, text))
  }
  if (key.name === 'up' || key.name === 'down') return recalled(state, overlay, key.name === 'up' ? 1 : -1)
  const field =
    key.name === 'tab' ? queryCompleted(state.panes.roster, overlay.field) : editField(overlay.field, key)
  return field === overlay.field ? [state] : typedOn(state, { ...overlay, field })
}

/** Typing rested. */
export function filterNow<S extends HasPanes>(state: S, overlay: FilterOverlay): Step<S> {
  return narrowed(state, queryTyped(overlay.field))
}

/** The same list with another filter; none shows all of it again. */
export function narrowed<S extends HasPanes>(state: S, filter: string): Step<S> {
  const { list } = state.panes
  if (list.filter === filter) return [state]
  const next = { ...emptyList(list.source), filter, rows: list.rows, selected: null }
  return askList(withPanes(state, { list: next }), 'first')
}
