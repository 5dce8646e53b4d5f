import { toMarkdown } from '../../../domain/markdown.ts'
import { answerHint, automaticFact, endHint } from '../../../domain/prompt/answer-hint.ts'
import { bytesOf } from '../../../domain/prompt/bytes.ts'
import { type Fence, fencedMail, fencedText, type Part } from '../../../domain/prompt/fence.ts'
import { partsOf } from '../../../domain/prompt/mail-parts.ts'
import { returnedWords } from '../../../domain/session.ts'
import type { FullMessageValue, OutcomeValue } from '../../../services/values.ts'
import type { Values } from '../../../values/schemas.ts'
import type { AskedValue } from '../../../values/swarms-schema.ts'
import {
  counted,
  deadWord,
  grouped,
  newerWord,
  replacedWord,
  statusLabel,
  statusWord,
  takenBackWord,
} from '../../present.ts'
import { longestBody } from '../../present-for-agents.ts'
import type { Raw } from '../flags.ts'
import { byLength, type Printed, plainInk, type Sheet } from '../sheet.ts'
import { type FencedPrinter, type FencedSheet, printed } from './fenced-sheet.ts'
import { printFencedDebate, printFencedDebateLog } from './print-fenced-debates.ts'
import { more, printMoved } from './print-mail.ts'

const printOne: FencedPrinter<Values['oneMessage']> = ({ message }, sheet, input) =>
  printed([messageText(message, sheet, input)], sheet)

/** Of what was ended an agent is told no words of others: they are fenced where it is given the next item. */
const printFinished =
  (done: string): FencedPrinter<Values['finished']> =>
  (value, sheet, input) => {
    if (value.next == null) return null
    const own: Sheet = {
      now: sheet.now,
      width: Number.POSITIVE_INFINITY,
      ink: plainInk,
      measure: byLength,
      titles: false,
    }
    const ended = printMoved(done)(value, own).lines.map(sheet.fence.own)
    return printed([...ended, messageText(value.next.message, sheet, input)], sheet)
  }

/** The commands that print more than one line of what others wrote, by their names in the catalogue. */
export const fencedPrinters: { readonly [name: string]: FencedPrinter<never> } = {
  read: ({ messages }: Values['messages'], sheet: FencedSheet, input: Raw) =>
    printed(
      messages.map((message) => messageText(message, sheet, input)),
      sheet,
    ),
  next: printOne,
  wait: printOne,
  claim: printOne,
  complete: printFinished('completed'),
  fail: printFinished('failed'),
  renew: printOne,
  release: printOne,
  thread: printThread,
  showDebate: printFencedDebate,
  debateLog: printFencedDebateLog,
  ask: printAsked,
}

function printThread({ thread, messages, next }: Values['thread'], sheet: FencedSheet, input: Raw): Printed {
  const { fence } = sheet
  const head = fence.own(`thread ${thread}, ${counted(messages.length, 'message')}, oldest first`)
  const blocks = messages.map((message) => messageText(message, sheet, input))
  return printed([head, ...blocks], sheet, more(next))
}

function messageText(message: FullMessageValue, { fence, reader, now }: FencedSheet, input: Raw): string {
  const { id, kind, priority, sentAt, bodyCut, bodyBytes = 0 } = message
  const whole = `print all of it with \`watchpost read ${id} --full\``
  const cut = bodyCut
    ? [`cut after ${grouped(bytesOf(message.body))} of ${grouped(bodyBytes)} bytes; ${whole}`]
    : []
  const frame = {
    ...message,
    traits: [kind, priority],
    sentAt: Date.parse(sentAt),
    facts: factsOf(message, { fence, reader, now }),
  }
  if (input['format'] === 'md') {
    const thread = message.thread === id ? null : message.thread
    const body = toMarkdown({ ...message, thread, sentAt: frame.sentAt })
    return fencedMail({ ...frame, title: '', body, parts: [], closing: cut }, fence, now)
  }
  const parts = [...protocolParts(message), ...partsOf(message, reader)]
  const short = input['full'] === true ? parts : parts.filter((part) => !isLong(part))
  const left = parts.filter((part) => !short.includes(part)).map(({ name }) => name)
  const closing = left.length === 0 ? cut : [...cut, `more: ${left.join(', ')}; ${whole}`]
  return fencedMail({ ...frame, title: message.subject, parts: short, closing }, fence, now)
}

function isLong({ items }: Part): boolean {
  return items.reduce((sum, item) => sum + bytesOf(item), 0) > longestBody
}

/** How a copy stands, on the marked line; names in it are quoted unless they are bare words. */
function factsOf(message: FullMessageValue, { fence, reader, now }: FencedSheet): readonly string[] {
  const { id, thread, replyTo, kind, lease, owner, snoozedUntil, expiresAt, swarm, outcomes = [] } = message
  const label = statusLabel(message, now)
  const answers = replyTo === null ? '' : `, answers ${replyTo}`
  return [
    label === 'sent' ? '' : statusWord(label),
    deadWord(message),
    returnedFact(message, fence, now),
    message.sealed ? (message.locked === undefined ? 'sealed' : 'sealed, not opened') : '',
    message.automatic ? automaticFact : '',
    replacesFact(message, now),
    newerFact(message, fence, now),
    takenBackFact(message, fence, now),
    message.pinned ? 'pinned' : '',
    message.acknowledgedAt === null ? '' : 'acknowledged',
    lease === null ? '' : `taken by ${fence.word(lease.by)} until ${lease.until}`,
    snoozedUntil === null ? '' : `snoozed until ${snoozedUntil}`,
    owner === null || owner === reader ? '' : `copy of ${fence.word(owner)}`,
    thread === id ? '' : `in thread ${thread}${answers}`,
    `sent ${message.sentAt}`,
    expiresAt === null ? '' : `expires ${expiresAt}`,
    ...outcomes.slice(0, mostOutcomes).map((outcome) => outcomeFact(outcome, fence)),
    swarm === null ? '' : `swarm ${fence.word(swarm)}`,
    message.owes && message.endsBy !== 'result' ? answerHint(id, kind) : '',
    message.endsBy === undefined ? '' : endHint(message.endsBy, message, 'commands'),
  ].filter((fact) => fact !== '')
}

function replacesFact(message: FullMessageValue, now: number): string {
  const replaced = replacedWord(message, now)
  return replaced === '' ? '' : `replaces ${replaced}`
}

function newerFact({ newer }: FullMessageValue, fence: Fence, now: number): string {
  return newer === undefined ? '' : newerWord({ newer: { ...newer, from: fence.word(newer.from) } }, now)
}

function takenBackFact(message: FullMessageValue, fence: Fence, now: number): string {
  const { takenBack } = message
  return takenBack === undefined
    ? ''
    : takenBackWord({ takenBack: { ...takenBack, by: fence.word(takenBack.by) } }, now)
}

function returnedFact({ returned, owner }: FullMessageValue, fence: Fence, now: number): string {
  if (returned === undefined) return ''
  const by = returned.by === owner ? returned.by : fence.word(returned.by)
  return returnedWords({ ...returned, by, takenAt: Date.parse(returned.takenAt) }, owner ?? '', now)
}

const mostOutcomes = 8

/** Without the reason: it is a notice of its own in the thread, where it is quoted. */
function outcomeFact({ owner, state, by }: OutcomeValue, fence: Fence): string {
  const who = by === null || by === owner ? '' : ` by ${fence.word(by)}`
  return `${fence.word(owner)}: ${state}${who}`
}

/** The fields of a protocol mail, and the missing ones. */
function protocolParts({ fields, protocol }: FullMessageValue): readonly Part[] {
  if (fields === null) return []
  const lines = Object.entries(fields).map(([name, value]) => `${name}: ${String(value)}`)
  return [
    ...(lines.length === 0 ? [] : [{ name: 'fields', items: lines }]),
    ...(protocol?.missing.length ? [{ name: 'missing fields', items: protocol.missing }] : []),
  ]
}

function printAsked({ event, task, text, response }: AskedValue, sheet: FencedSheet): Printed {
  const { fence } = sheet
  if (response === null)
    return { lines: [], notes: [fence.line(`${event}${task === null ? '' : ` in ${task}`}: ${text}`)] }
  const notes = task === null ? [] : [`task ${fence.word(task)}`]
  return printed([fencedText('answer', text, fence)], sheet, notes)
}
