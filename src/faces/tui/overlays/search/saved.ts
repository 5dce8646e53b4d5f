import { emptyField } from '../../compose/editor/field.ts'
import type { State } from '../../state.ts'
import { type Step, say } from '../../step.ts'

/** `K`: the search that is listed is kept under a name. */
export function askViewName(state: State): Step {
  const { source, filter } = state.list
  const query =
    source.type === 'search' || source.type === 'saved' ? `${source.query} ${filter}`.trim() : filter
  if (query === '') return say(state, 'Search or filter first: / or f.')
  return [
    { ...state, overlay: { type: 'prompt', question: { type: 'view-name', query }, field: emptyField } },
  ]
}

/** `X` on a saved search. */
export function askViewGone(state: State): Step {
  const { source } = state.list
  if (source.type !== 'saved') return say(state, 'This is no saved view.')
  return [
    {
      ...state,
      overlay: { type: 'prompt', question: { type: 'delete-view', name: source.name }, field: emptyField },
    },
  ]
}
