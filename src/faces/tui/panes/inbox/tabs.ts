import { totalOf } from '../../../../domain/attention.ts'
import { sanitizeLine } from '../../../../domain/sanitize.ts'
import type { ViewCount } from '../../../../values/views-schema.ts'
import { marks } from '../../../present-glyphs.ts'
import {
  type Browsing,
  type HasClock,
  type OnScreen,
  type Panes,
  type Source,
  withPanes,
} from '../../state.ts'
import { andThen, type Step, say } from '../../step.ts'
import { type Line, lineWidth, type Span, span, word } from '../../text/line.ts'
import { cut } from '../../text/text.ts'
import { insideOf } from '../layout.ts'
import { selectRoster } from '../moves.ts'
import { keyOfSource, rosterRows } from '../roster/roster.ts'
import type { RosterRow } from '../roster/roster-row.ts'
import { focusPane } from './focus.ts'

/** A view over the list: its row of the roster, and how much it has. */
type Tab = {
  readonly key: string
  readonly label: string
  readonly count: Span
  readonly here: boolean
}

/** Views that are tabs even with nothing in them. */
const always = ['view:attention', 'view:inbox']
const builtIn = [...always, 'view:by-me', 'view:to-me', 'view:drafts', 'view:snoozed', 'view:dead']

/** The views with something in them, the inbox, the present one, and every saved search. */
export function tabsOf(state: Browsing): readonly Tab[] {
  const { roster, list } = state.panes
  const { address } = state.session.me
  const present = list.source.type === 'search' ? null : keyOfSource(address, list.source)
  return rosterRows(roster, address).flatMap((row): readonly Tab[] => {
    if (row.type !== 'view' && row.type !== 'place') return []
    const here = row.key === present
    const count = countOf(state.panes, row)
    const isTab = row.source.type === 'saved' || always.includes(row.key)
    if (!isTab && !here && (!builtIn.includes(row.key) || count.text === '')) return []
    return [{ key: row.key, label: row.label, count, here }]
  })
}

function countOf({ roster }: Panes, { key, source }: Exclude<RosterRow, { type: 'agent' | 'heading' }>) {
  if (key === 'view:attention') return amount(totalOf(roster.attention ?? []), 'bold')
  if (key === 'view:inbox') {
    const { total, urgent } = roster.unread
    return amount(total, urgent > 0 ? 'urgent' : 'bold', urgent > 0 ? '!' : '')
  }
  const counted = viewCount(roster.counts, source)
  return amount(counted?.count ?? 0, 'dim', counted?.more === true ? '+' : '')
}

function amount(number: number, look: Span['style'], after = ''): Span {
  return word(number === 0 ? '' : `${number}${after}`, look)
}

/** How much there is in a view or a saved search; `undefined` where that is not counted. */
export function viewCount(counts: readonly ViewCount[] | null, source: Source): ViewCount | undefined {
  switch (source.type) {
    case 'saved':
      return counts?.find(({ view, name }) => view === 'saved' && name === source.name)
    case 'owed':
      return counts?.find(({ view }) => view === (source.way === 'by-me' ? 'i-owe' : 'owed-to-me'))
    case 'drafts':
      return counts?.find(({ view }) => view === 'drafts')
    case 'mailbox':
      return counts?.find(({ view }) => view === (source.box === 'dead' ? 'dead-letters' : source.box))
    default:
      return undefined
  }
}

type Placed = { readonly key: string; readonly line: Line }
const gap = word('  ')
const shortLabel = 10

/**
 * The tabs that fit: with their whole names, else with short ones, else those around the present one, with `…`
 * where more are left.
 */
export function fittingTabs(tabs: readonly Tab[], columns: number, focused: boolean): readonly Placed[] {
  const whole = tabs.map((tab) => placed(tab, Number.POSITIVE_INFINITY, focused))
  if (widthOf(whole) <= columns) return whole
  const short = tabs.map((tab) => placed(tab, shortLabel, focused))
  if (widthOf(short) <= columns) return short
  const present = Math.max(
    0,
    tabs.findIndex(({ here }) => here),
  )
  let [from, to] = [present, present + 1]
  const fits = (start: number, end: number) => widthOf(short.slice(start, end)) <= columns - 5
  for (let grown = true; grown; ) {
    grown = false
    if (to < short.length && fits(from, to + 1)) [to, grown] = [to + 1, true]
    if (from > 0 && fits(from - 1, to)) [from, grown] = [from - 1, true]
  }
  const more: Placed = { key: '', line: [word(marks.more, 'dim')] }
  return [...(from > 0 ? [more] : []), ...short.slice(from, to), ...(to < short.length ? [more] : [])]
}

function placed({ key, label, count, here }: Tab, most: number, focused: boolean): Placed {
  const name = cut(sanitizeLine(label), most)
  const look = here ? (focused ? 'section' : 'bold') : 'dim'
  const mark = here ? marks.here : ''
  return { key, line: [word(mark, look), span(name, look), ...(count.text === '' ? [] : [word(' '), count])] }
}

function widthOf(tabs: readonly Placed[]): number {
  return tabs.reduce((sum, { line }) => sum + lineWidth(line) + lineWidth([gap]), 1)
}

export function tabsLine(tabs: readonly Placed[]): Line {
  return [word(' '), ...tabs.flatMap(({ line }) => [...line, gap])]
}

/** The view whose tab is in that column of the pane. */
export function tabAt(state: OnScreen, x: number): string | undefined {
  let right = 1
  const found = fittingTabs(tabsOf(state), insideOf(state, 'inbox').columns, true).find(({ line }) => {
    right += lineWidth(line) + lineWidth([gap])
    return x < right
  })
  return found === undefined || found.key === '' ? undefined : found.key
}

export function goToTab<S extends OnScreen & HasClock>(state: S, key: string): Step<S> {
  return andThen(selectRoster(state, key), (next) => focusPane(withPanes(next, { before: null }), 'inbox'))
}

/** The view beside the present one; from elsewhere the inbox. */
export function goToNextTab<S extends OnScreen & HasClock>(state: S, by: 1 | -1): Step<S> {
  const tabs = tabsOf(state)
  const at = tabs.findIndex(({ here }) => here)
  if (at < 0) return goToTab(state, 'view:inbox')
  const next = tabs[at + by]
  if (next === undefined) return say(state, by === 1 ? 'This is the last view.' : 'This is the first view.')
  return goToTab(state, next.key)
}
