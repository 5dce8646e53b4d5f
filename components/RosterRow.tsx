import { memo, type ReactElement } from 'react'
import { sanitizeLine } from '../src/domain/sanitize.ts'
import { fleetLooks, shortWays } from '../src/faces/present-fleet.ts'
import { marks } from '../src/faces/present-glyphs.ts'
import type { RosterRow as Row } from '../src/faces/tui/panes/roster/roster-row.ts'
import { ends, fitLine, type Line, lineWidth, span, word } from '../src/faces/tui/text/line.ts'
import { shortName } from '../src/faces/tui/text/titles.ts'
import { type Place, placeCount, upTo } from './place-count.ts'
import { type Selected, StyledLine } from './StyledLine.tsx'

type AgentRow = Extract<Row, { type: 'agent' }>['agent']
type RosterRowProps = {
  readonly row: Row
  /** The place, debate or task of the row. */
  readonly place: Place | null
  /** The count of a view, and whether some of it is urgent. */
  readonly amount: number
  readonly pressing: boolean
  readonly width: number
  readonly selected: Selected
}

/** A view, an agent, a place or the heading above some of them. */
export const RosterRow = memo(function RosterRow(props: RosterRowProps): ReactElement {
  return <StyledLine line={fitLine(rowLine(props), props.width)} selected={props.selected} />
})

function rowLine({ row, place, amount, pressing, width, selected }: RosterRowProps): Line {
  const mark = word(selected === 'no' ? '  ' : `${marks.here} `)
  switch (row.type) {
    case 'heading':
      return row.folded === undefined
        ? [span(sanitizeLine(row.label), 'dim')]
        : ends(
            [mark, word(`${marks.folded} `, 'dim'), span(sanitizeLine(row.label), 'dim')],
            [word(`${upTo(999, row.folded)} `, 'dim')],
            width,
          )
    case 'place':
      return ends(
        [mark, span(sanitizeLine(row.label))],
        place === null ? viewCount(row.key, amount, pressing) : placeCount(place),
        width,
      )
    case 'view':
      return ends([mark, word(row.label)], viewCount(row.key, amount, pressing), width)
    case 'agent':
      return agentLine(row.agent, mark, width)
  }
}

function agentLine(agent: AgentRow, mark: Line[number], width: number): Line {
  const { address, state: life, activity, unread, lookalike, bell } = agent
  const { mark: sign, look } = fleetLooks[activity]
  const right = unread.total === 0 ? [] : [word(' '), ...unreadCount(unread.total, unread.urgent > 0)]
  const dead = life === 'dead' ? [word(' dead', 'urgent')] : []
  const twin =
    lookalike === null ? [] : [word(` ${marks.lookalike} `, 'urgent'), span(sanitizeLine(lookalike), 'dim')]
  const name = span(sanitizeLine(shortName(address)))
  const left = [mark, word(`${sign} `, look), name, ...dead, ...twin]
  const room = width - lineWidth(left) - lineWidth(right)
  return ends(left, [...bellPart(bell, room, right.length === 0), ...right], width)
}

/** How its bell rings, as far as there is room beside its name. */
function bellPart(bell: AgentRow['bell'], room: number, isLast: boolean): Line {
  if (bell === null) return []
  const [whole, short] = [` ${marks.bell} ${shortWays[bell]}`, ` ${marks.bell}`].map((text) =>
    isLast ? `${text} ` : text,
  )
  const fitting = [whole, short].find((text = '') => text.length <= room)
  return fitting === undefined ? [] : [word(fitting, 'dim')]
}

function unreadCount(total: number, pressing: boolean): Line {
  return [word(`${upTo(999, total)}${pressing ? '!' : ' '}`, pressing ? 'urgent' : 'bold')]
}

function viewCount(key: string, amount: number, pressing: boolean): Line {
  if (amount === 0) return []
  switch (key) {
    case 'view:inbox':
      return unreadCount(amount, pressing)
    case 'view:attention':
      return [word(`${upTo(999, amount)} `, 'bold')]
    case 'view:dead':
      return [word(amount >= 100 ? '100+' : `${amount} `, 'urgent')]
    case 'view:drafts':
      return [word(`${amount} `, 'dim')]
    default:
      return [word(`${upTo(99, amount)} `, 'dim')]
  }
}
