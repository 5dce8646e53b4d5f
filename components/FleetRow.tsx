import { memo, type ReactElement } from 'react'
import { sanitizeLine } from '../src/domain/sanitize.ts'
import { fleetLooks } from '../src/faces/present-fleet.ts'
import { marks } from '../src/faces/present-glyphs.ts'
import type { FleetCells } from '../src/faces/tui/panes/fleet/fleet-cells.ts'
import { fleetColumns } from '../src/faces/tui/panes/fleet/fleet-columns.ts'
import { fitLine, type Line, type Look, span, word } from '../src/faces/tui/text/line.ts'
import { shortName } from '../src/faces/tui/text/names.ts'
import { type Selected, StyledLine } from './StyledLine.tsx'

type FleetRowProps = FleetCells & { readonly width: number; readonly selected: Selected }

/** One agent on the board. Its props are texts, so it is drawn only when one of them changes. */
export const FleetRow = memo(function FleetRow(props: FleetRowProps): ReactElement {
  return <StyledLine line={fitLine(rowLine(props), props.width)} selected={props.selected} />
})

function rowLine(row: FleetRowProps): Line {
  const columns = fleetColumns(row.width)
  const name = row.width < 90 ? shortName(row.agent) : row.agent
  const { mark, look, word: state } = fleetLooks[row.state]
  const quiet: Look = row.state === 'ended' ? 'dim' : 'plain'
  return [
    word(row.selected === 'no' ? '  ' : `${marks.here} `, 'accent'),
    word(`${mark} `, look),
    ...cell(name, columns.agent, row.state === 'ended' ? 'dim' : 'person'),
    ...cell(state, columns.state, look),
    ...cell(row.work, columns.work, quiet),
    ...number(row.since, columns.since, 'dim'),
    ...number(row.lease, columns.lease, row.isOver ? 'warning' : quiet),
    ...number(row.seen, columns.seen, row.state === 'silent' ? 'warning' : 'dim'),
    ...number(row.unread, columns.unread, 'bold'),
    ...number(row.oldest, columns.oldest, 'dim'),
    ...number(row.owed, columns.owed, quiet),
    ...number(row.failed, columns.failed, 'urgent'),
    ...number(row.reserved, columns.reserved, quiet),
    ...(columns.bell === 0 ? [] : [word('  '), ...cell(row.bell, columns.bell - 2, 'dim')]),
    ...(columns.session === 0 ? [] : [word('  '), ...cell(row.session, columns.session - 2, 'dim')]),
    ...(columns.pane === 0 ? [] : [word('  '), ...cell(row.pane, columns.pane - 2, 'dim')]),
  ]
}

/** The names of the columns, above the rows. */
export const FleetHeads = memo(function FleetHeads({ width }: { readonly width: number }): ReactElement {
  const columns = fleetColumns(width)
  const heads: Line = [
    word('    '),
    ...cell('agent', columns.agent, 'dim'),
    ...cell('state', columns.state, 'dim'),
    ...cell('work', columns.work, 'dim'),
    ...number('since', columns.since, 'dim'),
    ...number('lease', columns.lease, 'dim'),
    ...number('seen', columns.seen, 'dim'),
    ...number('unread', columns.unread, 'dim'),
    ...number('oldest', columns.oldest, 'dim'),
    ...number('owed', columns.owed, 'dim'),
    ...number('failed', columns.failed, 'dim'),
    ...number('paths', columns.reserved, 'dim'),
    ...(columns.bell === 0 ? [] : [word('  '), ...cell('bell', columns.bell - 2, 'dim')]),
    ...(columns.session === 0 ? [] : [word('  '), ...cell('session', columns.session - 2, 'dim')]),
    ...(columns.pane === 0 ? [] : [word('  '), ...cell('pane', columns.pane - 2, 'dim')]),
  ]
  return <StyledLine line={fitLine(heads, width)} />
})

/** A text and the blank behind it. */
function cell(text: string, width: number, look: Look): Line {
  if (width === 0) return []
  return [...fitLine([span(sanitizeLine(text), look)], width - 1), word(' ')]
}

/** A number or an age, at the right of its column. */
function number(text: string, width: number, look: Look): Line {
  return width === 0 ? [] : [word(text.padStart(width), look)]
}
