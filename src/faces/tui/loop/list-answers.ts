import type { EventOf } from '../event.ts'
import type { List } from '../model/list.ts'
import { searchAgain } from '../overlays/search/searching.ts'
import { focusPane } from '../panes/inbox/focus.ts'
import { withNews } from '../panes/inbox/fresh.ts'
import { isTaken, keepInHand } from '../panes/inbox/leaving.ts'
import { merge, selectedRow } from '../panes/inbox/list.ts'
import { askList, followSelection, prefetch, sameSource, threadOf } from '../panes/inbox/loads.ts'
import { changesTold, isOwnChange } from '../panes/inbox/news.ts'
import { isSlow } from '../panes/inbox/slow.ts'
import { atTail } from '../panes/inbox/stream.ts'
import { insideOf } from '../panes/layout.ts'
import { type Browsing, type HasOverlay, type HasPanes, type OnScreen, withPanes } from '../state.ts'
import { all, type Step, say } from '../step.ts'
import { hintAtNotify } from './hints.ts'

export function listLoaded<S extends OnScreen>(state: S, event: EventOf<'list-loaded'>): Step<S> {
  if (event.request !== state.panes.asked.list || !sameSource(event.source, state.panes.list.source))
    return [state]
  const height = insideOf(state, 'inbox').rows
  const base = event.passed.length > 0 ? passOver(state.panes.list, event.passed) : state.panes.list
  const pages = isInHand(state, event) ? keepInHand(base, event.pages) : event.pages
  const merged = merge(base, event.mode, pages, height)
  const list = atTail(base, withNews(base, merged, event.mode, event.news), height)
  // The open message was archived: the list returns, and no other message opens.
  const gone =
    state.panes.focus === 'thread' && list.selected !== state.panes.list.selected && event.mode === 'refresh'
  // The next message opens in the place of the one that you archived or completed.
  const readsOn = state.session.readsOn && list.selected !== null && isOwnChange(state.panes.ownChanges)
  const next: S = withPanes(state, {
    list,
    ownChanges: changesTold(state.panes.ownChanges, event.request),
  })
  return all(
    next,
    (state) => (gone && !readsOn ? focusPane(state, 'inbox') : followSelection(state)),
    prefetch,
    (now) => askTaker(now, state.panes.list),
    hintAtNotify,
    (now) => (base.outdated ? askList(now, 'refresh') : [now]),
  )
}

/** Whether the selected row stays although it is not listed any more: it stays unless the person removed it. */
function isInHand(state: HasPanes & HasOverlay, { mode }: EventOf<'list-loaded'>): boolean {
  const { overlay } = state
  const { list } = state.panes
  if (mode !== 'refresh' || list.loading || list.resumed || isSlow(list.source)) return false
  return overlay.type === 'reply' || !isOwnChange(state.panes.ownChanges)
}

/** Asks which agent took the message. */
function askTaker<S extends Browsing>(state: S, before: List): Step<S> {
  const row = selectedRow(state.panes.list)
  if (!isTaken(row) || row?.type !== 'mail' || isTaken(selectedRow(before))) return [state]
  return [state, { type: 'load-taker', ...threadOf(state, row) }]
}

function passOver(list: List, passed: readonly (string | null)[]): List {
  return {
    ...list,
    earlier: [...list.earlier, ...list.pages.map(({ after }) => after), ...passed],
    pages: [],
    rows: [],
    selected: null,
  }
}

export function listFailed<S extends OnScreen>(before: S, event: EventOf<'list-failed'>): Step<S> {
  if (event.request !== before.panes.asked.list) return [before]
  const state: S = withPanes(before, { ownChanges: changesTold(before.panes.ownChanges, event.request) })
  const list = { ...state.panes.list, loading: false, fetching: null, outdated: false }
  const { overlay } = state
  if (overlay.type === 'search')
    return [withPanes({ ...state, overlay: { ...overlay, problem: event.problem } }, { list: overlay.shown })]
  if (overlay.type === 'filter')
    return [withPanes({ ...state, overlay: { ...overlay, problem: event.problem } }, { list })]
  // A search that cannot be is asked for again, with what is wrong below it.
  if (overlay.type === 'none' && state.panes.list.loading && list.source.type === 'search')
    return [searchAgain(state, list.source.query, event.problem)]
  return say(withPanes(state, { list }), event.problem, 'problem')
}
