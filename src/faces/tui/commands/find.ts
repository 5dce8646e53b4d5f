import { sanitizeLine } from '../../../domain/sanitize.ts'
import { yesOrNo } from '../compose/editor/line-view.ts'
import { openPalette } from '../overlays/palette/open-palette.ts'
import { beginFilter } from '../overlays/search/filtering.ts'
import { beginSearch } from '../overlays/search/searching.ts'
import { showSource } from '../panes/inbox/loads.ts'
import { ownInbox } from '../panes/inbox/own-inbox.ts'
import { match } from '../panes/moves.ts'
import { type HasPanes, withPanes } from '../state.ts'
import { andThen, type Step, say } from '../step.ts'
import { cut } from '../text/text.ts'
import { ask, isYes } from './ask.ts'
import { type Command, call } from './command.ts'

const inRows = { needs: 'row', panes: 'shown' } as const

/** What finds mail, and keeps a search. */
export const finding: readonly Command[] = [
  {
    name: 'search',
    at: { everywhere: '/' },
    help: 'search',
    hint: 'search',
    rank: 8,
    operation: 'search',
    panes: 'shown',
    run: beginSearch,
  },
  {
    name: 'filter',
    at: { everywhere: 'f' },
    help: 'filter the list',
    hint: ({ panes: { focus, list } }) =>
      focus === 'inbox' && list.rows.length === 0 && list.filter === '' ? undefined : 'filter',
    rank: 16,
    panes: 'shown',
    run: beginFilter,
  },
  {
    name: 'save-view',
    at: { found: 'K' },
    help: 'save this search as a view',
    hint: 'save',
    available: (state) => queryHere(state) !== '' || 'Search or filter first: / or f.',
    run(state) {
      const query = queryHere(state)
      return ask(state, {
        command: 'found.save-view',
        label: `Name for the view of ${shown(query)}:`,
        subject: query,
      })
    },
    answer(state, query: string, text): Step {
      const view = text.trim()
      if (view === '') return say(state, 'Not saved: a view needs a name.')
      return [state, call('found.save-view', 'saveView', { name: view, query: [query] })]
    },
    done: { saveView: ({ name }) => `Saved the view ${name}` },
  },
  {
    name: 'delete-view',
    at: { saved: 'X' },
    help: 'delete this view',
    hint: 'delete',
    run(state) {
      const { source } = state.panes.list
      if (source.type !== 'saved') return [state]
      return ask(state, {
        command: 'saved.delete-view',
        label: `Delete the view ${source.name}?${yesOrNo}`,
        subject: source.name,
      })
    },
    answer(state, view: string, text): Step {
      if (!isYes(text)) return say(state, 'The view stays.')
      const next = withPanes(state, { roster: { ...state.panes.roster, selected: 'view:inbox' } })
      return andThen(showSource(next, ownInbox(state.session.me.address)), (home) => [
        home,
        call('saved.delete-view', 'deleteView', { view }),
      ])
    },
    done: { deleteView: (_, { view }) => `Deleted the view ${view}` },
  },
  {
    name: 'next-match',
    at: { everywhere: 'n' },
    help: 'next match',
    run: (state) => match(state, 1),
    ...inRows,
  },
  {
    name: 'previous-match',
    at: { everywhere: 'N' },
    help: 'previous match',
    run: (state) => match(state, -1),
    ...inRows,
  },
  {
    name: 'palette',
    at: { everywhere: ': | C-p' },
    help: 'palette: every command, agent, view, thread',
    hint: 'palette',
    rank: 9,
    run: openPalette,
  },
]

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
