import { sanitizeLine } from '../../../domain/sanitize.ts'
import { agentMark } from '../../present.ts'
import { rosterRows } from '../panes/roster/roster.ts'
import type { RosterRow } from '../panes/roster/roster-row.ts'
import type { Source, State } from '../state.ts'
import { ends, fitLine, type Line, span, word } from '../text/line.ts'
import { bottomEdge, topEdge } from './frame-lines.ts'
import { type Area, insideOf } from './layout.ts'
import type { PaneView, RowView } from './view-model.ts'
import { placeCount } from './view-place-counts.ts'
import { topicCount } from './view-topics.ts'

/** The roster as it was drawn last: it changes with the store and with its selection, not with every key. */
let last: { readonly made: readonly unknown[]; readonly view: PaneView } | undefined

export function rosterView(state: State, area: Area): PaneView {
  const { roster, list, focus, size, me } = state
  const made = [roster, list.source, focus, size, me, state.zoomed, area.width, area.height]
  if (last?.made.every((one, at) => one === made[at])) return last.view
  const view = makeView(state, area)
  last = { made, view }
  return view
}

function makeView(state: State, area: Area): PaneView {
  const focused = state.focus === 'roster'
  const { columns, rows } = insideOf(state, 'roster')
  const every = rosterRows(state)
  const top = Math.max(0, Math.min(state.roster.top, every.length - rows))
  const shown = every.slice(top, top + rows).map((row): RowView => {
    const selected = row.key !== state.roster.selected ? 'no' : focused ? 'here' : 'elsewhere'
    return { key: row.key, line: fitLine(rowLine(state, row, selected !== 'no', columns), columns), selected }
  })
  const hidden = every.length - top - rows
  return {
    pane: 'roster',
    focused,
    width: area.width,
    height: area.height,
    top: topEdge([word('Roster', focused ? 'section' : 'bold')], [], area.width, focused),
    bottom: bottomEdge([], hidden > 0 ? [word(`↓ ${hidden} more`, 'dim')] : [], area.width, focused),
    rows: filled(shown, rows, columns),
    answer: null,
  }
}

/** Rows up to the pane's height, so that every cell is drawn anew. */
export function filled(rows: readonly RowView[], height: number, columns: number): readonly RowView[] {
  const line = blankLine(columns)
  const blanks = Array.from(
    { length: Math.max(0, height - rows.length) },
    (_, at): RowView => ({ key: `blank:${at}`, line, selected: 'no' }),
  )
  return [...rows, ...blanks].slice(0, height)
}

const blankLines = new Map<number, Line>()

function blankLine(columns: number): Line {
  const line = blankLines.get(columns) ?? [word(' '.repeat(columns))]
  blankLines.set(columns, line)
  return line
}

function rowLine(state: State, row: RosterRow, selected: boolean, columns: number): Line {
  const mark = word(selected ? '▸ ' : '  ')
  switch (row.type) {
    case 'heading':
      return [span(sanitizeLine(row.label), 'dim')]
    case 'place':
      return ends([mark, span(sanitizeLine(row.label))], countOf(state.roster, row.source), columns)
    case 'view':
      return ends([mark, word(row.label)], viewCount(state, row.key), columns)
    case 'agent': {
      const { address, state: life, unread, lookalike } = row.agent
      const name = sanitizeLine(address.includes('/') ? address.slice(address.indexOf('/') + 1) : address)
      const look = life === 'alive' ? 'good' : life === 'dead' ? 'urgent' : 'dim'
      const pressing = unread.urgent > 0
      const count =
        unread.total === 0
          ? []
          : [word(`${counted(unread.total)}${pressing ? '!' : ' '}`, pressing ? 'urgent' : 'bold')]
      const dead = life === 'dead' ? [word(' dead', 'urgent')] : []
      const right = count.length === 0 ? [] : [word(' '), ...count]
      const twin = lookalike === null ? [] : [word(' ≈ ', 'urgent'), span(sanitizeLine(lookalike), 'dim')]
      return ends([mark, word(`${agentMark(life)} `, look), span(name), ...dead, ...twin], right, columns)
    }
  }
}

function countOf({ places, topics }: State['roster'], source: Source): Line {
  return source.type === 'debate' || source.type === 'task'
    ? topicCount(topics, source)
    : placeCount(places, source)
}

function counted(total: number): string {
  return total > 999 ? '999+' : String(total)
}

function viewCount({ roster }: State, key: string): Line {
  const { unread, dead, drafts, attention } = roster
  switch (key) {
    case 'view:inbox':
      return unread.total === 0
        ? []
        : [
            word(
              `${counted(unread.total)}${unread.urgent > 0 ? '!' : ' '}`,
              unread.urgent > 0 ? 'urgent' : 'bold',
            ),
          ]
    case 'view:attention':
      return attention === null || attention === 0 ? [] : [word(`${counted(attention)} `, 'warning')]
    case 'view:dead':
      return dead === 0 ? [] : [word(dead >= 100 ? '100+' : `${dead} `, 'urgent')]
    case 'view:drafts':
      return drafts === 0 ? [] : [word(`${drafts} `, 'dim')]
    default:
      return []
  }
}
