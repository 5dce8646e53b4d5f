import { bareSubject } from '../../../../domain/message.ts'
import { sanitizeLine } from '../../../../domain/sanitize.ts'
import { senderOf } from '../../../../domain/sender.ts'
import type { FullMessageValue } from '../../../../services/values.ts'
import { addressList, replacedWord, statusLabel, statusMark, takenBackWord } from '../../../present.ts'
import { marks } from '../../../present-glyphs.ts'
import type { Details, ThreadState } from '../../model/thread.ts'
import { calmAge } from '../../text/ages.ts'
import { sectionTitle } from '../../text/body-context.ts'
import type { ColourCode } from '../../text/code-parts.ts'
import { ends, fitLine, type Line, lineWidth, span, word } from '../../text/line.ts'
import { bareText, bareTitle, shortName, shortRecipient } from '../../text/titles.ts'
import { contentLines, gutter } from './content-lines.ts'
import { fullNames, nameIn, outcomeLines, receiptLine } from './outcome-lines.ts'
import { treeOf } from './tree.ts'

/** A line of the thread pane, and which line of which message it is. */
export type ThreadLine = { readonly message: string; readonly offset: number; readonly line: Line }

/** All lines of a thread at this width. Folded messages are one line, so long threads stay short. */
export function threadLines(
  thread: ThreadState,
  columns: number,
  now: number,
  colour: ColourCode | null = null,
): readonly ThreadLine[] {
  const lines: ThreadLine[] = []
  for (const { message, depth, branches, joins } of treeOf(thread.messages)) {
    const open = thread.open.has(message.id)
    const room = columns - branchWidth(depth, columns)
    const own = open
      ? [
          headerLine(message, room, now),
          ...replacesLines(message, room, now),
          ...takenBackLines(message, room, now),
          ...outcomeLines(message, room, now),
          ...contentLines(message, room, { colour, own: thread.coloured.has(message.id) }),
          ...detailLines(message, thread.details.get(message.id), room, now),
        ]
      : [foldedLine(message, thread.subject, room, now)]
    for (const [offset, line] of own.entries())
      lines.push({
        message: message.id,
        offset,
        line: branched(line, columns - room, branches, joins && offset === 0),
      })
  }
  if (thread.next !== null) {
    const message = thread.messages.at(-1)?.id ?? thread.anchor
    lines.push({
      message,
      offset: lines.length,
      line: fitLine([word('… more messages (G loads them)', 'dim')], columns),
    })
  }
  return lines
}

const deepest = 4

/** Room for the branch a message hangs on; a narrow pane keeps it for the text. */
function branchWidth(depth: number, columns: number): number {
  return columns < 50 ? 0 : Math.min(depth, deepest) * 2
}

/** Lines lead on beside a branch to the answers that follow it. */
function branched(line: Line, width: number, branches: readonly boolean[], joins: boolean): Line {
  if (width === 0) return line
  const shown = branches.slice(-width / 2)
  const rails = shown.map((more, at) => {
    const isOwn = at === shown.length - 1
    return isOwn && joins ? (more ? '├ ' : '└ ') : more ? '│ ' : '  '
  })
  return [word(rails.join(''), 'frame'), ...line]
}

/** The status of one's own copy. Before a sender the arrow of mail that one sent would read as "to". */
function markOf(message: FullMessageValue, now: number) {
  const label = statusLabel(message, now)
  return word(
    `${label === 'sent' ? ' ' : statusMark(label)} `,
    label === 'unread' ? 'accent' : label === 'failed' || label === 'dead' ? 'urgent' : 'plain',
  )
}

function headerLine(message: FullMessageValue, columns: number, now: number): Line {
  const age = calmAge(message.sentAt, now)
  const names = (short: boolean): Line => {
    const [to, from] = short
      ? [[...message.to, ...message.cc].map(shortRecipient), shortName(message.from)]
      : [[...message.to, ...message.cc], message.from]
    return [
      word(`${marks.unfolded} `, 'section'),
      markOf(message, now),
      span(sanitizeLine(senderOf({ ...message, from })), 'person'),
      word(` ${marks.to} `, 'dim'),
      span(sanitizeLine(addressList(to, 3)), 'plain'),
    ]
  }
  const seal = word(
    message.sealed
      ? ` ${marks.sealed} ${message.locked === undefined ? 'sealed' : 'sealed, not opened'} ·`
      : '',
    'accent',
  )
  const told: Line = [seal, word(` ${message.kind} · ${message.id} ${age}`, 'dim')]
  const full = names(false)
  if (columns >= fullNames && lineWidth(full) + lineWidth(told) <= columns) return ruled(full, told, columns)
  // Swarms give way first, then the id: sender and recipient are read before all else.
  const short = names(true)
  const fits = lineWidth(short) + lineWidth(told) <= columns || columns >= 60
  const brief: Line = [
    word(message.sealed ? ` ${marks.sealed}` : '', 'accent'),
    word(` ${message.kind} ${age}`, 'dim'),
  ]
  return ruled(short, fits ? told : brief, columns)
}

/** A rule between who writes and the rest parts the message from the one above. */
function ruled(left: Line, right: Line, columns: number): Line {
  const room = columns - lineWidth(left) - lineWidth(right) - 1
  return room < 2 ? ends(left, right, columns) : [...left, word(` ${'─'.repeat(room)}`, 'frame'), ...right]
}

/** The thread's subject is above it, so such a message shows its own words instead. */
function saidOf(message: FullMessageValue, subject: string): string {
  const isTold = bareSubject(message.subject) === bareSubject(subject)
  return isTold && message.preview !== '' ? bareText(message.preview) : bareTitle(message)
}

function foldedLine(message: FullMessageValue, subject: string, columns: number, now: number): Line {
  const isUnread = statusLabel(message, now) === 'unread'
  return ends(
    [
      word(`${marks.folded} `, 'dim'),
      markOf(message, now),
      span(
        sanitizeLine(senderOf({ ...message, from: nameIn(message.from, columns) })),
        isUnread ? 'bold' : 'person',
      ),
      word('  '),
      span(sanitizeLine(saidOf(message, subject)), 'dim'),
    ],
    [word(` ${calmAge(message.sentAt, now)}`, 'dim')],
    columns,
  )
}

function replacesLines(message: FullMessageValue, columns: number, now: number): readonly Line[] {
  const replaced = replacedWord(message, now)
  return replaced === '' ? [] : [fitLine([gutter, word(`replaces ${replaced}`, 'dim')], columns)]
}

/** Before the text: a reader must not take it for the last word. */
function takenBackLines(message: FullMessageValue, columns: number, now: number): readonly Line[] {
  if (message.takenBack === undefined) return []
  const { reason } = message.takenBack
  const said = `${takenBackWord(message, now)}${reason === null ? '' : `: ${reason}`}`
  return [fitLine([gutter, word(`${marks.retracted} `, 'bold'), span(sanitizeLine(said), 'bold')], columns)]
}

function detailLines(
  message: FullMessageValue,
  details: Details | undefined,
  columns: number,
  now: number,
): readonly Line[] {
  if (details === undefined) return []
  const receipts = details.receipts.map((receipt, at) => receiptLine(receipt, at === 0, now))
  const history = (details.history ?? []).map((event): Line => {
    const who = event.actor === event.from ? event.actor : `${event.actor} for ${event.from}`
    const whose = event.owner === event.actor || event.what === 'sent' ? '' : ` · ${event.owner}'s copy`
    return [
      word(`${calmAge(event.at, now).padStart(4)} `, 'dim'),
      span(sanitizeLine(`${event.what} by ${who}${whose}`)),
    ]
  })
  const shown: readonly Line[] = [
    ...receipts.slice(0, 8),
    ...(receipts.length > 8 ? [[word(`… ${receipts.length - 8} more recipients`, 'dim')]] : []),
    ...(details.history === null
      ? []
      : [sectionTitle(`history of ${message.id}`, Math.max(2, columns - 2)), ...history]),
  ]
  return shown.map((line) => fitLine([gutter, ...line], columns))
}

/** Where the cursor is among the lines; on a message's last line when the message got shorter. */
export function cursorIndex(thread: ThreadState, lines: readonly ThreadLine[]): number {
  const exact = lines.findLastIndex(
    ({ message, offset }) => message === thread.cursor.message && offset <= thread.cursor.offset,
  )
  return Math.max(0, exact)
}

export function topLine(thread: ThreadState, lines: readonly ThreadLine[], height: number): number {
  const top = cursorIndex(thread, lines) - Math.min(thread.line, height - 1)
  return Math.max(0, Math.min(top, lines.length - height))
}
