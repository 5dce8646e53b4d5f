import { evidenceLine } from '../../../domain/debates/evidence.ts'
import { plain, type Safe, sanitizeLine } from '../../../domain/sanitize.ts'
import type { ShownDebate } from '../../../values/debates-schema.ts'
import { counted } from '../../present.ts'
import type { AgentPage, Board, DebatePage, TableLine } from '../model/board.ts'
import { agentPageView, pageLines } from '../panes/boards/agent-page.ts'
import { focusedTable } from '../panes/boards/board.ts'
import { boards, boardTitle, tableOf, tableTitle } from '../panes/boards/boards.ts'
import { debateLines } from '../panes/boards/debate-page.ts'
import { placeOf } from '../panes/boards/lines.ts'
import { rowShown } from '../panes/boards/row-shown.ts'
import type { Browsing, Clock, HasClock } from '../state.ts'
import { lineText } from '../text/line.ts'
import { sentence } from './sentences.ts'

/** The news on a board: the list and its order, the selected row and its changes, and the open page. */
export function boardWords(before: Browsing & HasClock, after: Browsing & HasClock): readonly Safe[] {
  const { board } = after.panes
  const old = before.panes.board
  if (board === null) return old === null ? [] : [plain('Closed.')]
  if (board === old) return []
  const isOpened = old === null || old.name !== board.name || old.only !== board.only
  if (!board.known) return isOpened ? [sentence(...titleWords(board), 'loading')] : []
  if (board.page !== null) return pageWords(after, board.page, old?.page ?? null)
  const isListed = isOpened || !old.known || old.order !== board.order || old.filter !== board.filter
  if (isListed) return [overview(board), ...tableWords(board), ...here(after, board)]
  if (old.page !== null || old.focus !== board.focus) return [...tableWords(board), ...here(after, board)]
  const isSame = changeOf(board) === changeOf(old)
  return isSame ? [] : here(after, board)
}

function overview(board: Board): Safe {
  const { name, filter, order } = board
  const { lines } = focusedTable(board)
  const found = lines.filter(({ type }) => type === 'row').length
  const by = tableOf(board, focusedTable(board)).sort[order]?.name ?? ''
  return sentence(
    ...titleWords(board),
    boards[name].note(board),
    filter !== '' && `${counted(found, 'row')} found by ${filter}`,
    (name === 'fleet' || order > 0) && `sorted by ${by}`,
  )
}

/** The name of a board, and the counts beside it. */
function titleWords(board: Board): readonly string[] {
  return lineText(boardTitle(board, 200)).split(' · ')
}

/** The table that the keys are about, among several. */
function tableWords(board: Board): readonly Safe[] {
  if (board.tables.length === 1) return []
  const { name, count } = focusedTable(board)
  return [sentence(tableTitle(name), String(count))]
}

function selectedLine(board: Board): TableLine | undefined {
  const table = focusedTable(board)
  return table.lines[placeOf(table)]
}

/** A change of this is spoken. */
function changeOf(board: Board): string {
  const line = selectedLine(board)
  if (line === undefined) return ''
  if (line.type === 'group') return `${line.key} ${line.folded}`
  return `${line.key} ${tableOf(board, focusedTable(board)).change(line.row)}`
}

function here({ clock: { now } }: HasClock, board: Board): readonly Safe[] {
  const line = selectedLine(board)
  const table = focusedTable(board)
  if (line === undefined)
    return [plain(board.filter === '' ? 'Nothing is listed.' : 'Nothing matches the filter.')]
  if (line.type === 'group') return [sentence(line.name, 'folded', counted(line.count, 'row'))]
  const rows = table.lines.filter(({ type }) => type === 'row')
  const all = board.filter === '' ? Math.max(table.count, rows.length) : rows.length
  const isOpen = board.filter === '' && table.more && table.count <= rows.length
  const place = `${rows.indexOf(line) + 1} of ${all}${isOpen ? ' or more' : ''}`
  return [sentence(...tableOf(board, table).say(rowShown(board, line.row), now), place)]
}

/** A page is spoken whole once it has loaded; opening it again speaks later changes. */
function pageWords(
  after: Browsing & HasClock,
  page: AgentPage | DebatePage,
  old: Board['page'],
): readonly Safe[] {
  if (page.type === 'agent') return agentWords(after, page, old?.type === 'agent' ? old : null)
  return debateWords(after.clock, page, old?.type === 'debate' ? old : null)
}

function agentWords(after: Browsing & HasClock, page: AgentPage, old: AgentPage | null): readonly Safe[] {
  if (page.details === null || (old?.agent === page.agent && old.details !== null)) return []
  const lines = pageLines(agentPageView(after, page), after.session.size.columns)
  return [
    sentence('Agent', page.agent),
    ...lines.map((line) => sanitizeLine(lineText(line).trim())).filter((text) => text !== ''),
  ]
}

function debateWords({ now }: Clock, page: DebatePage, old: DebatePage | null): readonly Safe[] {
  const { debate } = page
  if (debate === null || (old?.debate != null && isSame(debate, old.debate))) return []
  const head = debateLines({ ...debate, cases: [] }, 10_000, now).map((line) => sanitizeLine(lineText(line)))
  return [
    sentence('Debate', debate.topic),
    ...head.filter((line) => line.trim() !== ''),
    ...debate.cases.map(({ who, stance, claim, strength, rationale, evidence }) =>
      sentence(
        who,
        stance ?? 'silent',
        strength === null ? '' : `${strength} case`,
        claim ?? '',
        ...rationale.map((why) => `because ${why}`),
        ...evidence.map(({ item, strength: weight }) => `${weight} evidence ${evidenceLine(item)}`),
      ),
    ),
  ]
}

function isSame(one: ShownDebate, other: ShownDebate): boolean {
  return one.thread === other.thread && one.rounds === other.rounds && one.consensus === other.consensus
}
