import { contentOf } from '../../../domain/debates/evidence.ts'
import { isKind, kindRules } from '../../../domain/kind.ts'
import { sanitizeLine } from '../../../domain/sanitize.ts'
import { actorNote, listedSender, senderMark } from '../../../domain/sender.ts'
import type { MessageValue, OutcomeValue } from '../../../operations/values.ts'
import {
  addressList,
  age,
  deadWord,
  draftTitle,
  priorityMark,
  returnedWord,
  type StatusLabel,
  statusLabel,
  statusMark,
  titleOf,
} from '../../present.ts'
import type { Row } from '../panes/inbox/list.ts'
import type { State } from '../state.ts'
import { calmAge } from '../text/calm-age.ts'
import { ends, type Line, type Look, span, word } from '../text/line.ts'
import { pad } from '../text/text.ts'
import { inRow } from './view-pair.ts'
import { memberLine, shortName, shortRecipient, troubleLine } from './view-place-rows.ts'

export function rowLine(state: State, row: Row, mark: string, columns: number): Line {
  if (row.type === 'draft') return draftLine(state, row, mark, columns)
  if (row.type === 'member') return memberLine(state, row.id, mark, columns)
  if (row.type === 'trouble' || row.trouble !== undefined) return troubleLine(state, row, mark, columns)
  const { message, threadSize, copies } = row
  const label = statusLabel(message, state.now)
  const unread = label === 'unread' || (copies !== null && copies.unread > 0)
  const isGone = row.taken === true
  const look: Look = isGone ? 'dim' : unread ? 'bold' : 'plain'
  const pressing: Look = isGone
    ? 'dim'
    : message.priority === 'urgent'
      ? 'urgent'
      : message.priority === 'high'
        ? 'high'
        : 'dim'
  const left = [
    word(mark, 'accent'),
    word(priorityMark(message.priority).padStart(2), pressing),
    word(' '),
    span(pad(sanitizeLine(markOf(state, row, label)), 1), statusLook(label)),
    word(' '),
    span(pad(sanitizeLine(whoOf(state, row, label)), whoWidth(columns)), look),
    word(' '),
    word(kindMark(message.kind), 'accent'),
    span(sanitizeLine(saidIn(state, message)), look),
  ]
  const isDead = message.condition === 'dead'
  const waiting = !isDead && (message.snoozedUntil !== null || message.expiresAt !== null)
  const right = [
    span(sanitizeLine(inRow(state, message.thread, columns)), 'accent'),
    word(isGone ? ' gone' : '', 'warning'),
    word(message.pinned ? ' ^' : '', 'accent'),
    word(copies !== null && copies.all > 1 ? ` ×${copies.all}` : '', 'dim'),
    span(sanitizeLine(workOf(state, row, columns)), 'warning'),
    outcomeSpan(message),
    word(waiting ? ' ◷' : '', 'warning'),
    word(` ${calmAge(message.sentAt, state.now).padStart(3)}`, 'dim'),
    word(columns < 50 ? ' ' : sizeOf(threadSize), 'dim'),
  ]
  return ends(left, right, columns)
}

/** What became of a request that one sent; its thread says why. */
function outcomeSpan({ outcomes }: MessageValue) {
  const worst = outcomes?.[0]?.state
  if (outcomes === undefined || worst === undefined) return word('')
  const hasFailed = worst === 'failed' || worst === 'dead'
  const said =
    outcomes.length > 1 && hasFailed ? `${outcomes.filter(({ state }) => state === worst).length} ` : ''
  return word(` ${said}${briefOutcome[worst]}`, hasFailed ? 'urgent' : 'dim')
}

const briefOutcome: Readonly<Record<OutcomeValue['state'], string>> = {
  waiting: 'unread',
  read: 'read',
  working: 'working',
  answered: 'answered',
  completed: 'completed',
  failed: 'failed',
  ignored: 'ignored',
  dead: 'never read',
  expired: 'expired',
}

/** In a debate all have one subject: there it is what each says. */
function saidIn({ list }: State, message: MessageValue): string {
  const said = list.source.type !== 'debate' ? '' : (contentOf(message.payload).statement ?? message.preview)
  return said === '' ? titleOf(message) : said
}

/** What others posted and one has no copy of was not sent by oneself. */
function markOf({ me }: State, { message }: Extract<Row, { type: 'mail' }>, label: StatusLabel): string {
  return label === 'sent' && message.from !== me.address ? '·' : statusMark(label)
}

function sizeOf(threadSize: number): string {
  if (threadSize < 2) return '    '
  return threadSize > 99 ? ' 99+' : `${String(threadSize).padStart(3)} `
}

function whoWidth(columns: number): number {
  return Math.max(8, Math.min(18, Math.floor(columns * 0.22)))
}

function whoOf(
  { list, me }: State,
  { message, who }: Extract<Row, { type: 'mail' }>,
  label: StatusLabel,
): string {
  if (who !== undefined) return `${who === message.from ? senderMark(message) : ''}${shortName(who)}`
  const { type } = list.source
  const own = type === 'sent' || (type === 'search' && message.from === me.address)
  // Its mark is an arrow already where one has no copy of one's own.
  if (own)
    return `${label === 'sent' ? '' : '→ '}${addressList(message.to.map(shortRecipient), 1)}${actorNote(message)}`
  return listedSender({ ...message, from: shortName(message.from) })
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
      return isKind(kind) && kindRules[kind].family === 'debate' ? `${kind} ` : ''
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
  const going = draft.sendAt === null ? [] : [word(' ◷ goes by itself', 'warning')]
  const subject = draftTitle(draft.fields) || '(nothing written yet)'
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

/** Why nobody gets it any more; in a queue, who has the item and for how long. */
function workOf({ list, now }: State, { message }: Extract<Row, { type: 'mail' }>, columns: number): string {
  if (message.condition === 'dead') return ` ${deadWord(message)}`
  if (message.returned !== undefined)
    return columns < 100 ? '' : ` ${sanitizeLine(returnedWord(message, now))}`
  if (list.source.type !== 'queue' || message.lease === null) return ''
  const left = Date.parse(message.lease.until) - now
  if (left <= 0) return ' lease over'
  // Where there is little room, what the work is counts for more than who has it.
  return `${columns < 60 ? '' : ` ${shortName(message.lease.by)}`} ${age(now - left, now)} left`
}
