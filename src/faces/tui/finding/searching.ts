import { editField, fieldOf, insert } from '../editor/field.ts'
import { askList, followSelection, sameSource, showSource } from '../list/loads.ts'
import type { Overlay, State } from '../state.ts'
import { all, type Step, say } from '../step.ts'
import type { KeyEvent } from '../terminal/key-event.ts'
import { filterNow } from './filtering.ts'

type SearchOverlay = Extract<Overlay, { type: 'search' }>

/** How long typing must rest before the store is asked, ms. */
const quiet = 80

export function beginSearch(state: State): Step {
  const { list } = state
  const before = list.source.type === 'search' ? state.before : list
  const field = fieldOf(list.source.type === 'search' ? list.source.query : '')
  return [{ ...state, focus: 'inbox', before, overlay: { type: 'search', field, problem: null } }]
}

export function searchKey(state: State, overlay: SearchOverlay, key: KeyEvent): Step {
  if (key.name === 'escape' || (key.ctrl && key.name === 'c')) return leaveSearch(state)
  if (key.name === 'enter') return keepResults(state, overlay)
  const field = editField(overlay.field, key)
  return field === overlay.field ? [state] : typed(state, { ...overlay, field })
}

export function searchPaste(state: State, overlay: SearchOverlay, text: string): Step {
  return typed(state, { ...overlay, field: insert(overlay.field, text) })
}

function typed(state: State, overlay: SearchOverlay): Step {
  return [
    { ...state, overlay: { ...overlay, problem: null } },
    { type: 'wait', name: 'search', milliseconds: quiet },
  ]
}

/** Typing rested: the list shows what the words so far find. */
export function searchNow(state: State): Step {
  if (state.overlay.type === 'filter') return filterNow(state, state.overlay)
  if (state.overlay.type !== 'search') return [state]
  const query = state.overlay.field.text.trim()
  if (query === '') return state.before === null ? [state] : [{ ...state, list: state.before }]
  const source = { type: 'search', query } as const
  return sameSource(source, state.list.source) ? [state] : showSource(state, source)
}

function keepResults(state: State, overlay: SearchOverlay): Step {
  const query = overlay.field.text.trim()
  if (query === '') return leaveSearch(state)
  const kept: State = { ...state, overlay: { type: 'none' }, lastQuery: query }
  const source = { type: 'search', query } as const
  if (!sameSource(source, kept.list.source)) return showSource(kept, source)
  return kept.list.rows.length === 0 && !kept.list.loading
    ? say(kept, 'Nothing found. Esc goes back, / tries other words.')
    : [kept]
}

/** Back to where one was when the search began. */
export function leaveSearch(state: State): Step {
  const { before } = state
  const closed: State = { ...state, overlay: { type: 'none' }, before: null }
  if (before === null) return [closed]
  if (before.loading) return showSource(closed, before.source)
  const list = { ...before, fetching: null }
  return all({ ...closed, list }, (state) => askList(state, 'refresh'), followSelection)
}
