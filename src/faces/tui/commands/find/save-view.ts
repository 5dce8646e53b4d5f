import { sanitizeLine } from '../../../../domain/sanitize.ts'
import type { HasPanes } from '../../state.ts'
import { type Step, say } from '../../step.ts'
import { cut } from '../../text/text.ts'
import { ask } from '../ask.ts'
import { command } from '../command.ts'

const name = 'found.save-view'

export const saveView = command({
  name: 'save-view',
  at: { found: 'K' },
  help: 'save this search as a view',
  hint: 'save',
  available: (state) => queryHere(state) !== '' || 'Search or filter first: / or f.',
  run(state) {
    const query = queryHere(state)
    return ask(state, { command: name, label: `Name for the view of ${shown(query)}:`, subject: query })
  },
  answer(state, query: string, text): Step {
    const view = text.trim()
    if (view === '') return say(state, 'Not saved: a view needs a name.')
    return [state, { type: 'run-command', command: 'saveView', input: { name: view, query: [query] } }]
  },
})

function queryHere({
  panes: {
    list: { source, filter },
  },
}: HasPanes): string {
  return source.type === 'search' || source.type === 'saved' ? `${source.query} ${filter}`.trim() : filter
}

/** The last word of a search matches as a prefix while it is typed; the saved view keeps that. */
function shown(query: string): string {
  const text = cut(sanitizeLine(query), 40)
  return query.endsWith('*') ? `${text} (words that begin so)` : text
}
