import { memo, type ReactElement } from 'react'
import { sanitizeLine } from '../src/domain/sanitize.ts'
import { fleetLooks } from '../src/faces/present-fleet.ts'
import type { FleetCells } from '../src/faces/tui/panes/fleet/fleet-cells.ts'
import { fleetColumns } from '../src/faces/tui/panes/fleet/fleet-columns.ts'
import { fitLine, type Line, type Look, span, word } from '../src/faces/tui/text/line.ts'
import { shortName } from '../src/faces/tui/text/names.ts'
import { cellLine, markCells, numberLine } from './cells.ts'
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
    ...markCells(row.selected, { mark, look }),
    ...cell(name, columns.agent, row.state === 'ended' ? 'dim' : 'person'),
    ...cell(state, columns.state, look),
    ...cell(row.work, columns.work, quiet),
    ...numberLine(row.since, columns.since, 'dim'),
    ...numberLine(row.lease, columns.lease, row.isOver ? 'warning' : quiet),
    ...numberLine(row.seen, columns.seen, row.state === 'silent' ? 'warning' : 'dim'),
    ...numberLine(row.unread, columns.unread, 'bold'),
    ...numberLine(row.oldest, columns.oldest, 'dim'),
    ...numberLine(row.owed, columns.owed, quiet),
    ...numberLine(row.failed, columns.failed, 'urgent'),
    ...numberLine(row.reserved, columns.reserved, quiet),
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
    ...numberLine('since', columns.since, 'dim'),
    ...numberLine('lease', columns.lease, 'dim'),
    ...numberLine('seen', columns.seen, 'dim'),
    ...numberLine('unread', columns.unread, 'dim'),
    ...numberLine('oldest', columns.oldest, 'dim'),
    ...numberLine('owed', columns.owed, 'dim'),
    ...numberLine('failed', columns.failed, 'dim'),
    ...numberLine('paths', columns.reserved, 'dim'),
    ...(columns.bell === 0 ? [] : [word('  '), ...cell('bell', columns.bell - 2, 'dim')]),
    ...(columns.session === 0 ? [] : [word('  '), ...cell('session', columns.session - 2, 'dim')]),
    ...(columns.pane === 0 ? [] : [word('  '), ...cell('pane', columns.pane - 2, 'dim')]),
  ]
  return <StyledLine line={fitLine(heads, width)} />
})

function cell(text: string, width: number, look: Look): Line {
  return cellLine([span(sanitizeLine(text), look)], width)
}
