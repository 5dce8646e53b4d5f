import { plain, sanitizeLine } from '../../../domain/sanitize.ts'
import type { Field } from '../compose/editor/field.ts'
import { type ReplyLineView, replyLineView } from '../compose/form/form-reply-line.ts'
import { keyOf } from '../keymap.ts'
import { queryWords } from '../overlays/search/query-typing.ts'
import { chosenIds } from '../panes/inbox/chosen.ts'
import { freshAround } from '../panes/inbox/fresh.ts'
import { type Row, topOf } from '../panes/inbox/list.ts'
import { remedyOf } from '../panes/inbox/remedies.ts'
import { isStream } from '../panes/inbox/stream.ts'
import type { State } from '../state.ts'
import { fitLine, type Line, span, word } from '../text/line.ts'
import { marked, marksOf } from '../text/marking.ts'
import { bottomEdge, topEdge } from './frame-lines.ts'
import { keptLine } from './kept-lines.ts'
import { type Area, insideOf } from './layout.ts'
import { emptyLines } from './view-empty.ts'
import { fieldLine } from './view-field.ts'
import { rowLine } from './view-mail-rows.ts'
import type { PaneView, RowView } from './view-model.ts'
import { inRow } from './view-pair.ts'
import { filled } from './view-roster.ts'
import { positionBelow } from './view-status.ts'
import { orderOf, titleLine } from './view-title.ts'

export function inboxView(state: State, area: Area): PaneView {
  const { list } = state
  const focused = state.focus === 'inbox'
  const { columns, rows } = insideOf(state, 'inbox')
  const foot = footLines(state, columns)
  const answer = postView(state, columns)
  const room = rows - foot.length - (answer === null ? 0 : 1)
  const around = newsAround(state, room)
  const marked = list.marked.size + (list.anchor === null ? 0 : 1) > 0 ? chosenIds(list).length : 0
  const news = [
    ...(around.above > 0 ? [word(`↑ ${around.above} new`, 'accent')] : []),
    ...(around.below > 0 ? [word(`${around.above > 0 ? ' · ' : ''}↓ ${around.below} new`, 'accent')] : []),
    ...(around.above + around.below > 0 ? [word(` · ${keyOf(state.keymap, 'fresh')}`, 'dim')] : []),
  ]
  return {
    pane: 'inbox',
    focused,
    width: area.width,
    height: area.height,
    top: topEdge([...titleLine(state, focused), ...filterOf(state)], orderOf(state), area.width, focused),
    bottom: bottomEdge(
      news,
      marked > 0 ? [word(`${marked} selected`, 'accent')] : positionBelow(state),
      area.width,
      focused,
    ),
    rows: [...filled(listRows(state, room, columns, focused), room, columns), ...foot],
    answer,
  }
}

function filterOf({ list }: State): Line {
  return list.filter === '' ? [] : [word(' ⊃ ', 'dim'), span(sanitizeLine(list.filter), 'accent')]
}

/** In a stream what is newer stands below. */
function newsAround({ list }: State, room: number) {
  const { above, below } = freshAround(list, room)
  return isStream(list.source) ? { above: below, below: above } : { above, below }
}

/** The line that one posts in. */
function postView({ overlay }: State, columns: number): ReplyLineView | null {
  if (overlay.type !== 'post') return null
  return replyLineView(overlay.line, {
    label: sanitizeLine(` To ${overlay.to}:`),
    placeholder: plain('Enter sends, Alt-Enter for more lines'),
    columns,
  })
}

function listRows(state: State, height: number, columns: number, focused: boolean): readonly RowView[] {
  const { list } = state
  if (list.rows.length === 0) {
    return emptyLines(state, columns - 2).map(
      (line, at): RowView => ({
        key: `empty:${at}`,
        line: fitLine([word(' '), ...line], columns),
        selected: 'no',
      }),
    )
  }
  const chosen = new Set(list.marked.size > 0 || list.anchor !== null ? chosenIds(list) : [])
  const marks = marksOf(list)
  const top = topOf(list, height)
  const shown = list.rows.slice(top, top + height)
  return (isStream(list.source) ? shown.toReversed() : shown).map((row): RowView => {
    const selected = row.id !== list.selected ? 'no' : focused ? 'here' : 'elsewhere'
    const mark = chosen.has(row.id) ? '+' : selected === 'no' ? ' ' : '▸'
    const place = `${columns} ${mark} ${besideRow(state, row, columns)} ${marks?.source ?? ''}`
    const line = keptLine(state, row, place, () =>
      marked(fitLine(rowLine(state, row, mark, columns), columns), marks),
    )
    return { key: row.id, line, selected }
  })
}

/** What the word being typed may become, else what is wrong, else what there is. */
function belowField(
  state: State,
  { field, problem }: { readonly field: Field; readonly problem: string | null },
): Line {
  const { words } = queryWords(state, field)
  if (words.length > 0)
    return [word(' Tab ', 'accent'), span(sanitizeLine(words.slice(0, 12).join('  ')), 'dim')]
  if (problem !== null) return [word(' '), span(sanitizeLine(problem), 'urgent')]
  return [word(' words, "phrases", from: to: subject: kind: is: tag: before: after: has:', 'dim')]
}

/** What a row says that does not come with it: who else is there, and by which key it is dealt with. */
function besideRow(state: State, row: Row, columns: number): string {
  const trouble = row.type === 'mail' || row.type === 'trouble' ? row.trouble : undefined
  const key = trouble === undefined ? '' : keyOf(state.keymap, remedyOf(state, trouble).name)
  return `${key} ${row.type === 'mail' ? inRow(state, row.message.thread, columns) : ''}`
}

/** What stands before the words that are typed. */
export function searchLabel(type: 'search' | 'filter'): string {
  return type === 'search' ? '/' : 'filter '
}

/** The search field, while one types, with what is wrong with it below. */
function footLines(state: State, columns: number): readonly RowView[] {
  const { overlay } = state
  if (overlay.type !== 'search' && overlay.type !== 'filter') return []
  const field = fieldLine(searchLabel(overlay.type), overlay.field, columns)
  const below = belowField(state, overlay)
  return [
    { key: 'search:field', line: fitLine(field.line, columns), selected: 'no' },
    { key: 'search:below', line: fitLine(below, columns), selected: 'no' },
  ]
}
