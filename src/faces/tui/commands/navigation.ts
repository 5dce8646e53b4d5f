import { isTag, placeOf } from '../../../domain/places.ts'
import type { DraftValue } from '../../../values/drafts-schema.ts'
import { flush, recall } from '../compose/sending.ts'
import { openDraft } from '../compose/writing.ts'
import type { Row } from '../model/list.ts'
import { narrowed } from '../overlays/search/filtering.ts'
import { leaveSearch } from '../overlays/search/searching.ts'
import { openRequest } from '../overlays/sheet/sheet.ts'
import { unchosen } from '../panes/inbox/chosen.ts'
import { focusPane, zoom } from '../panes/inbox/focus.ts'
import { selectedRow } from '../panes/inbox/list.ts'
import { sameSource, showSource } from '../panes/inbox/loads.ts'
import { ownInbox } from '../panes/inbox/own-inbox.ts'
import { unfold } from '../panes/inbox/threads.ts'
import { openRoster } from '../panes/roster/folding.ts'
import { keyOfSource } from '../panes/roster/roster.ts'
import {
  type Browsing,
  type HasClock,
  type OnScreen,
  type Panes,
  type Source,
  type State,
  withPanes,
} from '../state.ts'
import { type Step, say } from '../step.ts'

/** One step inwards: what the selection leads to. */
export function open(state: State): Step {
  switch (state.panes.focus) {
    case 'roster':
      return openRoster(state)
    case 'inbox': {
      const row = selectedRow(state.panes.list)
      if (row?.type === 'draft') return goOnWith(state, row.draft)
      if (row?.type === 'reason') return unfold(state, row)
      if (row?.type === 'trouble' && row.trouble.request !== null)
        return openRequest(state, row.trouble.agent ?? '', row.trouble.request)
      const inner = row === undefined ? null : sourceWithin(state.panes, row)
      if (inner !== null) return openSource(state, inner)
      if (row?.type === 'member') return say(state, `${row.id} has no mailbox.`)
      return focusPane(state, 'thread')
    }
    case 'thread':
      return [state]
  }
}

/** A send in its grace is taken back: it would leave while the person edits it. */
function goOnWith(state: State, draft: DraftValue): Step {
  const waiting = state.outbox.sending.find((one) => one.draft === draft.id && !one.going)
  return waiting === undefined ? openDraft(state, draft, true) : recall(state, waiting)
}

/** One step outwards: selection, search, thread, inbox, roster. */
export function back<S extends OnScreen & HasClock>(state: S): Step<S> {
  if (state.panes.focus === 'thread') return focusPane(state, 'inbox')
  if (state.panes.focus === 'roster') return [state]
  const { list } = state.panes
  if (list.marked.size > 0 || list.anchor !== null) return [withPanes(state, { list: unchosen(list) })]
  if (list.filter !== '') return narrowed(state, '')
  if (list.source.type === 'search') return leaveSearch(state)
  return wayBack(state) ?? focusPane(state, 'roster')
}

/** To the list whose row led here. */
function wayBack<S extends Browsing & HasClock>(state: S): Step<S> | null {
  const { cameFrom, list } = state.panes
  if (cameFrom === null || !sameSource(list.source, cameFrom.to)) return null
  const roster = { ...state.panes.roster, selected: keyOfSource(state.session.me.address, cameFrom.from) }
  return showSource(withPanes(state, { roster, cameFrom: null, focus: 'inbox' }), cameFrom.from)
}

/** `q`: out of the thread, the zoom, the search, another's mailbox; at the top, out of the program. */
export function leave(state: State): Step {
  if (state.panes.focus === 'thread') return back(state)
  if (state.panes.zoomed) return zoom(state)
  if (state.panes.list.filter !== '') return narrowed(state, '')
  if (state.panes.list.source.type === 'search') return leaveSearch(state)
  const led = wayBack(state)
  if (led !== null) return led
  const home = ownInbox(state.session.me.address)
  if (sameSource(state.panes.list.source, home)) return flush(state)
  const roster = { ...state.panes.roster, selected: 'view:inbox', top: 0 }
  return showSource(withPanes(state, { roster, focus: 'inbox' }), home)
}

/** The destination of a row that is not a message: a member's mailbox, or the agent or queue in trouble. */
function sourceWithin({ roster }: Panes, row: Row): Source | null {
  const name = row.type === 'member' ? row.id : row.type === 'trouble' ? (row.trouble.agent ?? '') : ''
  if (row.type === 'trouble' && row.trouble.queue !== null) return { type: 'queue', name: row.trouble.queue }
  const place = placeOf(name)
  if (place !== null) return place
  if (isTag(name)) return { type: 'tag', tag: name }
  return roster.agents.some(({ address }) => address === name)
    ? { type: 'mailbox', owner: name, box: 'inbox' }
    : null
}

function openSource<S extends Browsing & HasClock>(state: S, source: Source): Step<S> {
  const roster = { ...state.panes.roster, selected: keyOfSource(state.session.me.address, source) }
  const cameFrom = { from: state.panes.list.source, to: source }
  return showSource(withPanes(state, { roster, before: null, cameFrom }), source)
}
