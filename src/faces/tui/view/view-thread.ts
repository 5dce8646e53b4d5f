import { plain, sanitizeLine } from '../../../domain/sanitize.ts'
import { counted } from '../../present.ts'
import { type ReplyLineView, replyLineView } from '../compose/form/form-reply-line.ts'
import { selectedRow } from '../panes/inbox/list.ts'
import type { ThreadState } from '../panes/thread/thread.ts'
import { threadHead } from '../panes/thread/thread-head.ts'
import { cursorIndex, topLine } from '../panes/thread/thread-lines.ts'
import { linesOf, threadRoom } from '../panes/thread/thread-moves.ts'
import type { State } from '../state.ts'
import { fitLine, type Line, word } from '../text/line.ts'
import { bottomEdge, topEdge } from './frame-lines.ts'
import { type Area, insideOf } from './layout.ts'
import type { PaneView, RowView } from './view-model.ts'
import { inThread } from './view-pair.ts'
import { shortName } from './view-place-rows.ts'
import { filled } from './view-roster.ts'
import { troubleWords } from './view-trouble.ts'

export function threadView(state: State, area: Area): PaneView {
  const { thread } = state
  const focused = state.focus === 'thread'
  const { columns, rows } = insideOf(state, 'thread')
  const count =
    thread === null
      ? 'Thread'
      : `Thread · ${counted(thread.messages.length, 'message')}${thread.next === null ? '' : '+'}`
  const title = word(count, focused ? 'section' : 'bold')
  const body =
    thread === null
      ? nothing(state, columns)
      : [...headRows(state, columns), ...bodyRows(state, thread, focused, columns)]
  const answer = answerView(state, columns)
  const more = thread === null ? 0 : below(state, thread)
  return {
    pane: 'thread',
    focused,
    width: area.width,
    height: area.height,
    top: topEdge(
      [title],
      thread !== null && !thread.opened ? [word('preview', 'dim')] : [],
      area.width,
      focused,
    ),
    bottom: bottomEdge(
      inThread(state),
      more > 0 ? [word(`↓ ${counted(more, 'line')}`, 'dim')] : [],
      area.width,
      focused,
    ),
    rows: filled(body, answer === null ? rows : rows - 1, columns),
    answer,
  }
}

function nothing(state: State, columns: number): readonly RowView[] {
  return nothingWords(state, columns).map(
    (line, at): RowView => ({ key: `nothing:${at}`, line: fitLine(line, columns), selected: 'no' }),
  )
}

function nothingWords(state: State, columns: number): readonly Line[] {
  if (state.list.loading) return [[]]
  const row = selectedRow(state.list)
  if (row?.type === 'trouble') return troubleWords(state, row.trouble, columns)
  return [[word(' Select a message to read it here.', 'dim')]]
}

function headRows(state: State, columns: number): readonly RowView[] {
  return threadHead(state).map(
    (line, at): RowView => ({ key: `head:${at}`, line: fitLine(line, columns), selected: 'no' }),
  )
}

function bodyRows(state: State, thread: ThreadState, focused: boolean, columns: number): readonly RowView[] {
  const lines = linesOf(state, thread)
  const { rows } = threadRoom(state)
  const top = topLine(thread, lines, rows)
  const cursor = cursorIndex(thread, lines)
  return lines.slice(top, top + rows).map(({ message, offset, line }, at): RowView => {
    const current = focused && top + at === cursor
    return { key: `${message}:${offset}`, line: markedLine(line, current, columns), selected: 'no' }
  })
}

const marked = new WeakMap<Line, { readonly columns: number; readonly line: Line }>()

function markedLine(line: Line, current: boolean, columns: number): Line {
  if (current) return fitLine([word('▸', 'accent'), ...line], columns)
  const known = marked.get(line)
  if (known?.columns === columns) return known.line
  const fitted = fitLine([word(' '), ...line], columns)
  marked.set(line, { columns, line: fitted })
  return fitted
}

function below(state: State, thread: ThreadState): number {
  const lines = linesOf(state, thread)
  const { rows } = threadRoom(state)
  return Math.max(0, lines.length - topLine(thread, lines, rows) - rows)
}

function answerView({ overlay }: State, columns: number): ReplyLineView | null {
  if (overlay.type !== 'reply') return null
  return replyLineView(overlay.line, {
    label: sanitizeLine(` Reply to ${columns < 60 ? shortName(overlay.from) : overlay.from}:`),
    placeholder: plain('Enter sends, Alt-Enter for more lines'),
    columns,
  })
}
