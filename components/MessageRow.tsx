import { memo, type ReactElement } from 'react'
import { contentOf } from '../src/domain/debates/evidence.ts'
import { isKind, kindRules } from '../src/domain/kind.ts'
import { plain, type Safe, sanitizeLine } from '../src/domain/sanitize.ts'
import { actorNote, listedSender, senderMark } from '../src/domain/sender.ts'
import { addressList, priorityMark, type StatusLabel, statusMark } from '../src/faces/present.ts'
import { marks } from '../src/faces/present-glyphs.ts'
import {
  ends,
  fitAroundMatch,
  fitLine,
  type Line,
  type Look,
  lineWidth,
  type Span,
  span,
  word,
} from '../src/faces/tui/text/line.ts'
import { pad } from '../src/faces/tui/text/text.ts'
import { bareText, listedTitle, shortName, shortRecipient } from '../src/faces/tui/text/titles.ts'
import type { MailRow, RowView } from '../src/faces/tui/views/row-view.ts'
import { fitted, kindWidth, type ListedRow, markOf, recipientsWidth, whoWidth } from './row.ts'
import { StyledLine } from './StyledLine.tsx'

export type MessageRowProps = ListedRow & Omit<Extract<RowView, { type: 'mail' }>, 'type'>

/** A message: how pressing, its status, who and what; at the right what becomes of it and how old it is. */
export const MessageRow = memo(function MessageRow(props: MessageRowProps): ReactElement {
  return <StyledLine line={fitted(messageLine(props), props)} selected={props.selected} />
})

function messageLine(props: MessageRowProps): Line {
  const { row, width, status } = props
  const { message, copies } = row
  const unread = status === 'unread' || (copies !== null && copies.unread > 0)
  const look: Look = row.taken === true ? 'dim' : unread ? 'bold' : 'plain'
  const left = [
    word(markOf(props), 'accent'),
    word(priorityMark(message.priority).padStart(2), priorityLook(row)),
    word(' '),
    span(pad(sanitizeLine(signOf(props)), 1), statusLook(status)),
    word(' '),
    word(foldMark(row), 'dim'),
    span(pad(sanitizeLine(whoOf(props)), whoRoom(props)), look === 'plain' ? 'person' : look),
    word(' '),
    ...recipientsOf(props),
    span(kindCell(props), 'accent'),
  ]
  const right = rightOf(props)
  const said = saidLine(props, look, width - lineWidth(left) - lineWidth(right))
  return ends([...left, ...said], right, width)
}

/** The subject, and beside it what was found in the text, or its beginning. */
function saidLine(props: MessageRowProps, look: Look, room: number): Line {
  const { row, wide, marks } = props
  const subject = sanitizeLine(saidIn(props))
  if (row.snippet !== undefined) {
    const found = row.snippet.map(({ text, hit }) =>
      span(sanitizeLine(text.replace(/\*\*|`/gu, '')), hit ? 'match' : 'dim'),
    )
    if (row.message.subject === '') return fitAroundMatch(found, room)
    return beside(span(subject, look), found, room, marks !== null && subject.search(marks) >= 0)
  }
  const snippet = wide ? snippetOf(row) : ''
  return [span(subject, look), ...(snippet === '' ? [] : [between, span(sanitizeLine(snippet), 'dim')])]
}

const between = word(' · ', 'dim')
/** What was found needs this many cells to make sense. */
const leastFound = 16

/** A subject without the words gives way to the text that has them. */
function beside(subject: Span, found: Line, room: number, hasWords: boolean): Line {
  const gap = lineWidth([between])
  const kept = hasWords ? room : room - gap - Math.min(lineWidth(found), Math.ceil(room / 2))
  const wide = Math.min(lineWidth([subject]), kept)
  const left = room - wide - gap
  if (left < leastFound) return [subject]
  return [...fitLine([subject], wide), between, ...fitAroundMatch(found, left)]
}

/** A row that is named by its text has said it. */
function snippetOf({ message: { subject, preview }, within }: MailRow): string {
  return subject === '' || within !== undefined ? '' : bareText(preview)
}

function rightOf(props: MessageRowProps): Line {
  const { row, width, work, others, age } = props
  const { message, copies, threadSize } = row
  const isDead = message.condition === 'dead'
  const waiting = !isDead && (message.snoozedUntil !== null || message.expiresAt !== null)
  return [
    span(sanitizeLine(others), 'person'),
    word(row.taken === true ? ' gone' : '', 'dim'),
    word(message.sealed ? ` ${marks.sealed}` : '', 'accent'),
    word(message.pinned ? ` ${marks.pinned}` : '', 'accent'),
    word(copies !== null && copies.all > 1 ? ` ${marks.times}${copies.all}` : '', 'dim'),
    span(sanitizeLine(work)),
    ...doneAbout(row, width),
    outcomeSpan(props),
    word(waiting ? ` ${marks.timed}` : '', 'dim'),
    word(` ${age.padStart(3)}`, 'dim'),
    word(width < 50 ? ' ' : isOfThread(row) ? unreadOf(row) : sizeOf(threadSize), 'dim'),
  ]
}

const answered = { word: 'answered', short: 'ans' } as const
const acknowledged = { word: 'acknowledged', short: 'ack' } as const

/** What was done about it beside its status: in words where there is room. */
function doneAbout({ marks: own, message }: MailRow, width: number): Line {
  const wide = width >= 100
  const hands = own?.assigned ?? null
  const done = own?.answered ? answered : message.acknowledgedAt === null ? null : acknowledged
  return [
    word(own?.draft ? (wide ? ' draft here' : ` ${marks.written}`) : '', 'accent'),
    span(
      sanitizeLine(hands === null ? '' : ` ${wide ? 'assigned to ' : marks.assigned}${shortName(hands)}`),
      'plain',
    ),
    word(done === null ? '' : ` ${wide ? done.word : done.short}`, 'dim'),
  ]
}

function priorityLook({ taken, message }: MailRow): Look {
  if (taken === true) return 'dim'
  return message.priority === 'urgent' ? 'urgent' : message.priority === 'high' ? 'high' : 'dim'
}

/** What became of a request that one sent; its thread says why. Beside a debate's thread there is room only for failures. */
function outcomeSpan({ row, width, listed }: MessageRowProps): Span {
  const { outcomes } = row.message
  const worst = outcomes?.[0]?.state
  if (outcomes === undefined || worst === undefined) return word('')
  const hasFailed = worst === 'failed' || worst === 'dead'
  if (!hasFailed && listed === 'debate' && width < 60) return word('')
  const said =
    outcomes.length > 1 && hasFailed ? `${outcomes.filter(({ state }) => state === worst).length} ` : ''
  return word(` ${said}${briefOutcome[worst]}`, hasFailed ? 'urgent' : 'dim')
}

const briefOutcome: Readonly<Record<NonNullable<MailRow['message']['outcomes']>[number]['state'], string>> = {
  waiting: 'unread',
  read: 'read',
  working: 'working',
  answered: 'answered',
  completed: 'completed',
  failed: 'failed',
  ignored: 'ignored',
  dead: 'never read',
  expired: 'expired',
  retracted: 'taken back',
  withheld: 'held back',
}

/** In a debate and in an unfolded thread all have one subject: there it is what each says. */
function saidIn({ listed, row: { message, within } }: MessageRowProps): string {
  if (within !== undefined && message.preview !== '') return bareText(message.preview)
  const said = listed !== 'debate' ? '' : bareText(contentOf(message.payload).statement ?? message.preview)
  return said === '' ? listedTitle(message) : said
}

/** What others posted and one has no copy of was not sent by oneself. */
function signOf({ me, status, row: { message } }: MessageRowProps): string {
  return status === 'sent' && message.from !== me ? ' ' : statusMark(status)
}

function isOfThread({ conversation, within }: MailRow): boolean {
  return conversation !== undefined || within !== undefined
}

/** A thread has several people. */
function whoRoom({ row, width }: MessageRowProps): number {
  const isThread = isOfThread(row)
  return whoWidth(width) + (isThread ? Math.floor(width / 10) : 0) - foldMark(row).length
}

/** How many messages of a thread are unread, and how many it has. */
function unreadOf({ conversation, threadSize, within }: MailRow): string {
  if (within !== undefined) return ' '.repeat(7)
  const unread = conversation?.unread ?? 0
  const size = threadSize > 99 ? '99+' : String(threadSize)
  return ` ${(unread === 0 ? size : `${unread}/${size}`).padStart(5)} `
}

function foldMark({ conversation, unfolded, within, threadSize }: MailRow): string {
  if (within !== undefined) return '    '
  if (conversation === undefined) return ''
  return unfolded === true ? `${marks.unfolded} ` : threadSize > 1 ? `${marks.folded} ` : '  '
}

function sizeOf(threadSize: number): string {
  if (threadSize < 2) return '    '
  return threadSize > 99 ? ' 99+' : `${String(threadSize).padStart(3)} `
}

function whoOf({ listed, me, status, row: { message, who, conversation } }: MessageRowProps): string {
  if (conversation !== undefined) return addressList(conversation.participants.map(shortName), 3)
  if (who !== undefined) return `${who === message.from ? senderMark(message) : ''}${shortName(who)}`
  const own = listed === 'sent' || (listed === 'search' && message.from === me)
  // Its mark is an arrow already where one has no copy of one's own.
  if (own)
    return `${status === 'sent' ? '' : `${marks.to} `}${addressList(message.to.map(shortRecipient), 1)}${actorNote(message)}`
  return listedSender({ ...message, from: shortName(message.from) })
}

/** Among all agents' mail, who it went to: a change is for one's own copy, and not for theirs. */
function recipientsOf({ listed, width, row: { message } }: MessageRowProps): Line {
  if (listed !== 'everyone') return []
  const to = addressList(message.to.map(shortRecipient), 1)
  return [word(`${marks.to} `, 'dim'), span(pad(sanitizeLine(to), recipientsWidth(width)), 'dim'), word(' ')]
}

/** What a kind looks like in a list, where it is more than plain mail. */
function kindMark(kind: string): string {
  switch (kind) {
    case 'handoff':
      return marks.handoff
    case 'escalation':
      return marks.escalation
    case 'response':
      return marks.response
    case 'interrupt':
      return marks.interrupt
    default:
      return isKind(kind) && kindRules[kind].family === 'debate' ? marks.debate : ''
  }
}

/** A column as wide as any kind in it, so that subjects stand below one another. */
function kindCell({ listed, width, row: { message } }: MessageRowProps): Safe {
  const mark = kindMark(message.kind)
  const room = kindWidth(width, listed)
  const shown = mark === '' || room <= message.kind.length ? mark : `${mark} ${message.kind}`
  return pad(plain(shown), room)
}

function statusLook(status: StatusLabel): Look {
  if (status === 'unread') return 'accent'
  if (status === 'failed' || status === 'dead') return 'urgent'
  if (status === 'processing') return 'warning'
  return status === 'completed' ? 'good' : 'dim'
}
