import type { ThreadName } from '../../effect.ts'
import type { Row } from '../../model/list.ts'
import {
  type Browsing,
  type HasClock,
  type HasPanes,
  type HasSession,
  isCovered,
  type OnScreen,
  type Panes,
  type Source,
  uncovered,
  withPanes,
} from '../../state.ts'
import type { Step } from '../../step.ts'
import { isShown } from '../layout.ts'
import { unchosen } from './chosen.ts'
import { emptyList, pageSize, selectedIndex, selectedRow, wanted } from './list.ts'
import { isSlow, lookLater } from './slow.ts'

function keyOf(source: Source): string {
  return JSON.stringify(source)
}

export function sameSource(one: Source, other: Source): boolean {
  return keyOf(one) === keyOf(other)
}

const remembered = 8

/**
 * Lists another source, at the position where the person left it, if that was recent. The former list stays until the
 * answer arrives, so that nothing blinks.
 */
export function showSource<S extends HasPanes & HasClock>(from: S, source: Source): Step<S> {
  // A board makes way for the list.
  const state = uncovered(from)
  const visited = new Map(state.panes.visited)
  if (
    !state.panes.list.loading &&
    state.panes.list.source.type !== 'search' &&
    state.panes.list.filter === ''
  ) {
    const key = keyOf(state.panes.list.source)
    visited.delete(key)
    visited.set(key, { ...unchosen(state.panes.list), fetching: null })
    const [oldest] = visited.keys()
    if (visited.size > remembered && oldest !== undefined) visited.delete(oldest)
  }
  const known = visited.get(keyOf(source))
  const next: S = withPanes(state, { visited })
  if (isSlow(source))
    return lookLater(
      withPanes(next, { list: known ?? { ...emptyList(source), rows: state.panes.list.rows } }),
      'soon',
    )
  if (known !== undefined) return askList(withPanes(next, { list: { ...known, resumed: true } }), 'refresh')
  return askList(withPanes(next, { list: { ...emptyList(source), rows: state.panes.list.rows } }), 'first')
}

/** Asks for rows: from the beginning, what is on the screen again, or what lies beyond the window. */
export function askList<S extends HasPanes>(
  state: S,
  mode: 'first' | 'refresh' | 'forward' | 'back' | 'end',
): Step<S> {
  const { list } = state.panes
  // A change in the store never cuts off the way to the end that a person asked for.
  if (mode === 'refresh' && list.fetching === 'end' && !list.resumed)
    return [withPanes(state, { list: { ...list, outdated: true } })]
  const request = state.panes.asked.list + 1
  const asked: S = withPanes(state, {
    asked: { ...state.panes.asked, list: request },
    list: { ...list, fetching: mode },
  })
  const base = {
    type: 'load-list',
    request,
    source: list.source,
    filter: list.filter,
    since: list.since,
    unfolded: unfoldedOf(state.panes),
  } as const
  const next = list.pages.at(-1)?.next ?? null
  switch (mode) {
    case 'first':
      return [asked, { ...base, mode, after: null, rows: pageSize, until: null }]
    case 'refresh': {
      const after = list.pages[0]?.after ?? null
      const rows = Math.max(pageSize, list.rows.length)
      return [asked, { ...base, mode, after, rows, until: list.selected }]
    }
    case 'forward':
      return [asked, { ...base, mode, after: next, rows: pageSize, until: null }]
    case 'back': {
      const after = list.earlier.at(-1) ?? null
      return [asked, { ...base, mode, after, rows: list.rows.length, until: list.selected }]
    }
    case 'end':
      return [asked, { ...base, mode, after: next, rows: farRows, until: null }]
  }
}

/** Whether a source can list threads: a mailbox by priority can. */
export function canThread(source: Source): boolean {
  return source.type === 'mailbox' && source.box === 'inbox'
}

function unfoldedOf({ threaded, list }: Panes): readonly string[] | null {
  return threaded && canThread(list.source) ? [...list.unfolded] : null
}

/** Goes to a row outside the loaded pages, and loads what lies around it. */
export function askRow<S extends HasPanes>(state: S, row: string, way: 'above' | 'below'): Step<S> {
  const { list } = state.panes
  const from = way === 'above' ? { ...list, earlier: [], pages: [] } : list
  const request = state.panes.asked.list + 1
  const after = from.pages.at(-1)?.next ?? null
  const { source, filter, since } = list
  return [
    withPanes(state, {
      asked: { ...state.panes.asked, list: request },
      list: { ...from, fetching: 'end', seek: row },
    }),
    {
      type: 'load-list',
      request,
      source,
      filter,
      mode: 'end',
      after,
      rows: 1,
      until: row,
      since,
      unfolded: unfoldedOf(state.panes),
    },
  ]
}

/** How far `G` goes in one stride. */
const farRows = 100_000

/** Asks for neighbours of the window before the selection gets to its end. */
export function prefetch<S extends HasPanes>(state: S): Step<S> {
  const way = wanted(state.panes.list)
  return way === null ? [state] : askList(state, way)
}

/** The thread pane follows the selected row. Looking is free: nothing is consumed by it. */
export function followSelection<S extends OnScreen>(state: S): Step<S> {
  const row = selectedRow(state.panes.list)
  if (row?.type !== 'mail') {
    if (state.panes.focus === 'thread' && state.panes.list.loading) return [state]
    return [
      withPanes(state, { thread: null, focus: state.panes.focus === 'thread' ? 'inbox' : state.panes.focus }),
    ]
  }
  if (state.panes.thread?.anchor === row.message.id || !isShown(state, 'thread')) return [state]
  return askThread(state, threadOf(state, row), besideOf(state))
}

/** The thread of the selected message, shown or not: who answers it may quote it. */
export function askSelected<S extends Browsing>(state: S): Step<S> {
  // A board asks for the thread of its row.
  if (isCovered(state)) return [state]
  const row = selectedRow(state.panes.list)
  return row?.type === 'mail' ? askThread(state, threadOf(state, row), []) : [state]
}

export function askThread<S extends HasPanes>(
  state: S,
  name: ThreadName,
  beside: readonly ThreadName[],
): Step<S> {
  const request = state.panes.asked.thread + 1
  return [
    withPanes(state, { asked: { ...state.panes.asked, thread: request } }),
    { type: 'load-thread', request, ...name, beside },
  ]
}

function besideOf(state: Browsing): readonly ThreadName[] {
  const { rows } = state.panes.list
  const at = selectedIndex(state.panes.list)
  return [rows[at + 1], rows[at - 1]].flatMap((row) => (row?.type === 'mail' ? [threadOf(state, row)] : []))
}

export function threadOf(
  { session: { me } }: HasSession,
  { message }: Extract<Row, { readonly type: 'mail' }>,
): ThreadName {
  return { message: message.id, of: message.owner ?? me.address }
}
