import { sanitizeLine } from '../../../domain/sanitize.ts'
import { addressList, priorityMark, senderOf, statusLabel, statusMark, titleOf } from '../../present.ts'
import { chosenIds } from '../list/chosen.ts'
import { freshAround, type Row, topOf } from '../list/list.ts'
import type { Source, State } from '../state.ts'
import { calmAge } from '../text/calm-age.ts'
import { ends, fitLine, type Line, type Look, span, word } from '../text/line.ts'
import { pad } from '../text/text.ts'
import { bottomEdge, topEdge } from './frame-lines.ts'
import { keptLine } from './kept-lines.ts'
import { type Area, insideOf } from './layout.ts'
import { emptyLines } from './view-empty.ts'
import { fieldLine } from './view-field.ts'
import type { PaneView, RowView } from './view-model.ts'
import { filled } from './view-roster.ts'

export function inboxView(state: State, area: Area): PaneView {
  const { list } = state
  const focused = state.focus === 'inbox'
  const { columns, rows } = insideOf(state, 'inbox')
  const foot = footLines(state, columns)
  const room = rows - foot.length
  const around = freshAround(list, room)
  const marked = list.marked.size + (list.anchor === null ? 0 : 1) > 0 ? chosenIds(list).length : 0
  const news = [
    ...(around.above > 0 ? [word(`↑ ${around.above} new`, 'accent')] : []),
    ...(around.below > 0 ? [word(`${around.above > 0 ? ' · ' : ''}↓ ${around.below} new`, 'accent')] : []),
    ...(around.above + around.below > 0 ? [word(' · gn', 'dim')] : []),
  ]
  return {
    pane: 'inbox',
    focused,
    width: area.width,
    height: area.height,
    top: topEdge(titleLine(state, focused), [word(orderOf(list.source), 'dim')], area.width, focused),
    bottom: bottomEdge(news, marked > 0 ? [word(`${marked} selected`, 'accent')] : [], area.width, focused),
    rows: [...filled(listRows(state, room, columns, focused), room, columns), ...foot],
    answer: null,
  }
}

function listRows(state: State, height: number, columns: number, focused: boolean): readonly RowView[] {
  const { list } = state
  if (list.rows.length === 0) {
    return emptyLines(state).map(
      (line, at): RowView => ({
        key: `empty:${at}`,
        line: fitLine([word(' '), ...line], columns),
        selected: 'no',
      }),
    )
  }
  const chosen = new Set(list.marked.size > 0 || list.anchor !== null ? chosenIds(list) : [])
  const top = topOf(list, height)
  return list.rows.slice(top, top + height).map((row): RowView => {
    const selected = row.id !== list.selected ? 'no' : focused ? 'here' : 'elsewhere'
    const mark = chosen.has(row.id) ? '+' : selected === 'no' ? ' ' : '▸'
    const line = keptLine(state, row, `${columns} ${mark}`, () =>
      fitLine(rowLine(state, row, mark, columns), columns),
    )
    return { key: row.id, line, selected }
  })
}

function rowLine(state: State, row: Row, mark: string, columns: number): Line {
  if (row.type === 'draft') return draftLine(state, row, mark, columns)
  const { message, threadSize, copies } = row
  const label = statusLabel(message, state.now)
  const unread = label === 'unread' || (copies !== null && copies.unread > 0)
  const look: Look = unread ? 'bold' : 'plain'
  const pressing: Look =
    message.priority === 'urgent' ? 'urgent' : message.priority === 'high' ? 'high' : 'dim'
  const left = [
    word(mark, 'accent'),
    word(priorityMark(message.priority).padStart(2), pressing),
    word(' '),
    span(pad(sanitizeLine(statusMark(label)), 1), statusLook(label)),
    word(' '),
    span(pad(sanitizeLine(whoOf(state, row)), whoWidth(columns)), look),
    word(' '),
    word(kindMark(message.kind), 'accent'),
    span(sanitizeLine(titleOf(message)), look),
  ]
  const waiting = message.snoozedUntil !== null || message.expiresAt !== null
  const right = [
    word(message.pinned ? ' ^' : '', 'accent'),
    word(copies !== null && copies.all > 1 ? ` ×${copies.all}` : '', 'dim'),
    word(waiting ? ' ⏱' : '', 'warning'),
    word(` ${calmAge(message.sentAt, state.now).padStart(3)}`, 'dim'),
    word(columns < 50 ? ' ' : threadSize > 1 ? `${sizeOf(threadSize).padStart(3)} ` : '    ', 'dim'),
  ]
  return ends(left, right, columns)
}

function sizeOf(threadSize: number): string {
  return threadSize > 99 ? '99+' : String(threadSize)
}

function whoWidth(columns: number): number {
  return Math.max(8, Math.min(18, Math.floor(columns * 0.22)))
}

function whoOf({ list, me }: State, { message }: Extract<Row, { type: 'mail' }>): string {
  if (list.source.type === 'sent') return `→ ${addressList(message.to, 1)}`
  if (list.source.type === 'search' && message.from === me.address) return `→ ${addressList(message.to, 1)}`
  return senderOf({ ...message, from: message.from.slice(message.from.indexOf('/') + 1) })
}

/** What a kind looks like in a list, where it is more than plain mail. */
function kindMark(kind: string): string {
  switch (kind) {
    case 'handoff':
      return '⇒ '
    case 'escalation':
      return '⇑ '
    case 'response':
      return '↩ '
    case 'interrupt':
      return '» '
    default:
      return ''
  }
}

function statusLook(label: string): Look {
  if (label === 'unread') return 'accent'
  if (label === 'failed' || label === 'dead') return 'urgent'
  if (label === 'processing') return 'warning'
  return label === 'completed' ? 'good' : 'dim'
}

function draftLine(
  state: State,
  { draft }: Extract<Row, { type: 'draft' }>,
  mark: string,
  columns: number,
): Line {
  const text = (name: string) => {
    const value = draft.fields[name]
    return typeof value === 'string' ? value : Array.isArray(value) ? value.join(', ') : ''
  }
  const going = draft.sendAt === null ? [] : [word(' ⏱ goes by itself', 'warning')]
  const subject = text('subject') || text('body') || '(nothing written yet)'
  return ends(
    [
      word(mark, 'accent'),
      word(` ✎ ${draft.operation.padEnd(8)} `, 'dim'),
      span(pad(sanitizeLine(text('to') || text('message')), whoWidth(columns)), 'bold'),
      word(' '),
      span(sanitizeLine(subject)),
    ],
    [...going, word(` ${calmAge(draft.savedAt, state.now).padStart(3)} `, 'dim')],
    columns,
  )
}

const viewTitles = { inbox: 'Inbox', snoozed: 'Snoozed', dead: 'Dead letters', archived: 'Archive' } as const

function titleLine({ list, me }: State, focused: boolean): Line {
  const look: Look = focused ? 'section' : 'bold'
  const { source } = list
  switch (source.type) {
    case 'mailbox': {
      const title = word(viewTitles[source.box], look)
      if (source.owner === me.address) return [title]
      return [title, word(' of ', 'dim'), span(sanitizeLine(source.owner), look)]
    }
    case 'everyone':
      return [word('Inbox · all agents', look)]
    case 'sent':
      return [word('Sent', look)]
    case 'drafts':
      return [word('Drafts', look)]
    case 'search':
      return [word('Search ', look), span(sanitizeLine(source.query), 'accent')]
  }
}

function orderOf(source: Source): string {
  return source.type === 'mailbox' || source.type === 'everyone' ? 'priority' : 'newest first'
}

/** The search field, while one types, with what is wrong with it below. */
function footLines({ overlay }: State, columns: number): readonly RowView[] {
  if (overlay.type !== 'search') return []
  const field = fieldLine('/', overlay.field, columns)
  const below: Line =
    overlay.problem === null
      ? [word(' words, "phrases", from: to: kind: is: tag: before: after: has:', 'dim')]
      : [word(' '), span(sanitizeLine(overlay.problem), 'urgent')]
  return [
    { key: 'search:field', line: fitLine(field.line, columns), selected: 'no' },
    { key: 'search:below', line: fitLine(below, columns), selected: 'no' },
  ]
}
