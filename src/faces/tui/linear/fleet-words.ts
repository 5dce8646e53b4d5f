import { wayNames } from '../../../domain/bell.ts'
import { fleetStates } from '../../../domain/fleet.ts'
import { plain, type Safe, sanitizeLine } from '../../../domain/sanitize.ts'
import { counted } from '../../present.ts'
import { fleetLooks } from '../../present-fleet.ts'
import { orderWords, placeOf } from '../panes/fleet/board.ts'
import type { Board } from '../panes/fleet/board-state.ts'
import { fleetCells } from '../panes/fleet/fleet-cells.ts'
import { pageLines, pageView } from '../panes/fleet/page-lines.ts'
import type { State } from '../state.ts'
import { lineText } from '../text/line.ts'
import { sentence } from './sentences.ts'

/** The news on the fleet board: the position, the order of the list, and the selected agent's changes. */
export function fleetWords(before: State, after: State): readonly Safe[] {
  const board = after.panes.fleet
  const old = before.panes.fleet
  if (board === null) return old === null ? [] : [plain('Closed.')]
  if (board === old || board.counts === null)
    return board === old || old !== null ? [] : [plain('Fleet, loading.')]
  if (board.page !== null) return pageWords(before, after)
  const isFirst = old === null || old.counts === null
  const isListed = isFirst || old.order !== board.order || old.filter !== board.filter
  if (isListed) return [overview(board), ...here(after, board)]
  if (old.page !== null) return here(after, board)
  const [row, known] = [selectedRow(board), selectedRow(old)]
  const isSame = row?.agent === known?.agent && row?.state === known?.state
  return isSame ? [] : here(after, board)
}

function overview({ counts, shown, order, filter }: Board): Safe {
  const states = fleetStates.flatMap((state) =>
    counts === null || counts[state] === 0 ? [] : [`${counts[state]} ${fleetLooks[state].word}`],
  )
  const listed = filter === '' ? '' : `${counted(shown.length, 'agent')} found by ${filter}`
  return sentence('Fleet', ...states, listed, `sorted by ${orderWords[order]}`)
}

function selectedRow(board: Board) {
  return board.shown[placeOf(board)]
}

function here({ clock: { now } }: State, board: Board): readonly Safe[] {
  const row = selectedRow(board)
  if (row === undefined)
    return [plain(board.rows.length === 0 ? 'No agents.' : 'No agent matches the filter.')]
  const cells = fleetCells(row, now)
  return [
    sentence(
      row.agent,
      fleetLooks[row.state].word,
      cells.work,
      cells.since !== '' && `since ${cells.since}`,
      cells.lease !== '' && (cells.isOver ? 'lease over' : `lease ${cells.lease} left`),
      `seen ${cells.seen}`,
      cells.unread !== '' && `${cells.unread} unread, the oldest ${cells.oldest}`,
      cells.owed !== '' && `owes ${cells.owed}`,
      cells.failed !== '' && `failed ${cells.failed} today`,
      row.reserved > 0 && `${counted(row.reserved, 'path')} reserved`,
      row.bell !== null && `its bell rings by ${wayNames[row.bell]}`,
      `${placeOf(board) + 1} of ${board.shown.length}`,
    ),
  ]
}

/** The page is read whole once it has loaded; opening it again reads later changes. */
function pageWords(before: State, after: State): readonly Safe[] {
  const page = after.panes.fleet?.page ?? null
  const old = before.panes.fleet?.page ?? null
  if (page === null || page.details === null) return []
  if (old?.agent === page.agent && old.details !== null) return []
  const lines = pageLines(pageView(after, page), after.session.size.columns)
  return [
    sentence('Agent', page.agent),
    ...lines.map((line) => sanitizeLine(lineText(line).trim())).filter((text) => text !== ''),
  ]
}
