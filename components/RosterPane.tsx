import { memo, type ReactElement } from 'react'
import { totalOf } from '../src/domain/attention.ts'
import { marks } from '../src/faces/present-glyphs.ts'
import { viewCount } from '../src/faces/tui/panes/inbox/tabs.ts'
import { rosterHere, rosterRows, shownRoster } from '../src/faces/tui/panes/roster/roster.ts'
import type { RosterRow as Row } from '../src/faces/tui/panes/roster/roster-row.ts'
import type { Person, RosterState } from '../src/faces/tui/state.ts'
import { word } from '../src/faces/tui/text/line.ts'
import { Frame } from './Frame.tsx'
import { placeOf } from './place-count.ts'
import { RosterRow } from './RosterRow.tsx'

type RosterPaneProps = {
  readonly roster: RosterState
  readonly me: Person
  readonly focused: boolean
  readonly width: number
  readonly height: number
}

/** Views, agents and places. It changes with the store and with its selection, not with every key. */
export const RosterPane = memo(function RosterPane(props: RosterPaneProps): ReactElement {
  const { roster, me, focused, width, height } = props
  const every = rosterRows(roster, me.address)
  const { top, rows } = shownRoster(roster, me.address, height - 2)
  const here = rosterHere(roster, me.address)
  const hidden = every.length - top - (height - 2)
  return (
    <Frame
      width={width}
      height={height}
      focused={focused}
      title={[word('Roster', focused ? 'section' : 'plain')]}
      more={hidden > 0 ? [word(`${marks.below} ${hidden} more`, 'dim')] : []}
    >
      {rows.map((row) => (
        <RosterRow
          key={row.key}
          row={row}
          place={row.type === 'place' ? placeOf(roster, row.source) : null}
          amount={amountIn(roster, row)}
          pressing={row.key === 'view:inbox' && roster.unread.urgent > 0}
          width={width - 2}
          selected={row.key !== here ? 'no' : focused ? 'here' : 'elsewhere'}
        />
      ))}
    </Frame>
  )
})

function amountIn({ unread, dead, drafts, attention, counts }: RosterState, row: Row): number {
  switch (row.key) {
    case 'view:inbox':
      return unread.total
    case 'view:attention':
      return totalOf(attention ?? [])
    case 'view:dead':
      return dead
    case 'view:drafts':
      return drafts
    default: {
      if (row.type !== 'view' && row.type !== 'place') return 0
      const { count, more } = viewCount(counts, row.source) ?? { count: 0, more: false }
      return more ? count + 1 : count
    }
  }
}
