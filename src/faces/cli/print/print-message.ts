import { untoldPayload } from '../../../domain/escalation-payload.ts'
import { asHandoff, emptyHandoff } from '../../../domain/handoff.ts'
import { toMarkdown } from '../../../domain/markdown.ts'
import { automaticFact } from '../../../domain/prompt/answer-hint.ts'
import { sanitize, sanitizeLine } from '../../../domain/sanitize.ts'
import { senderOf } from '../../../domain/sender.ts'
import type { FullMessageValue } from '../../../services/values.ts'
import type { Values } from '../../../values/schemas.ts'
import {
  age,
  deadWord,
  newerWord,
  outcomeWord,
  replacedWord,
  returnedWord,
  statusLabel,
  statusWord,
  takenBackWord,
} from '../../present.ts'
import type { Raw } from '../flags.ts'
import { cut, cutAll, type Printed, type Sheet } from '../sheet.ts'
import { type Fact, factLines } from './facts.ts'
import { more, printMoved } from './print-mail.ts'

const rule = 40

export function printMessages({ messages }: Values['messages'], sheet: Sheet, input: Raw): Printed {
  const markdown = input['format'] === 'md'
  const blocks = messages.map((message) => (markdown ? markdownOf(message) : blockOf(message, sheet)))
  const between = markdown ? ['', '---', ''] : ['', cut('─'.repeat(rule), sheet.width, sheet), '']
  return { lines: joined(blocks, between), notes: [] }
}

export function printMessage({ message }: Values['oneMessage'], sheet: Sheet): Printed {
  return { lines: blockOf(message, sheet), notes: [] }
}

/** What was ended, and then the item that was claimed in its place. */
export function printFinished(done: string): (value: Values['finished'], sheet: Sheet) => Printed {
  return (value, sheet) => {
    const ended = printMoved(done)(value, sheet)
    if (value.next == null) return ended
    return { lines: [...ended.lines, '', ...blockOf(value.next.message, sheet)], notes: ended.notes }
  }
}

export function printThread({ thread, subject, messages, next }: Values['thread'], sheet: Sheet): Printed {
  const title = `${thread}  ${sanitizeLine(subject)}`.trim()
  const blocks = messages.map((message) => {
    const label = statusLabel(message, sheet.now)
    const state = label === 'sent' ? '' : ` · ${statusWord(label)}`
    const to = sanitizeLine([...message.to, ...message.cc].join(', '))
    const head = `${message.id}  ${sanitizeLine(senderOf(message))} → ${to} · ${message.kind}${state}${message.sealed ? ' · sealed' : ''} · ${age(message.sentAt, sheet.now)}`
    return [
      sheet.ink('bold', cut(head, sheet.width, sheet)),
      ...outcomeLines(message, sheet),
      ...indented(message.body),
      ...factsOf(message, sheet),
    ]
  })
  return { lines: [cut(title, sheet.width, sheet), '', ...joined(blocks, [''])], notes: more(next) }
}

const mostOutcomes = 8

/** At the margin, where nothing that somebody wrote can stand. */
function outcomeLines({ outcomes = [] }: FullMessageValue, sheet: Sheet): readonly string[] {
  const lines = outcomes.slice(0, mostOutcomes).map((outcome) => {
    const when = outcome.at === null ? '' : ` (${age(outcome.at, sheet.now)} ago)`
    return cut(sanitizeLine(`→ ${outcome.owner}: ${outcomeWord(outcome)}${when}`), sheet.width, sheet)
  })
  const more = outcomes.length - lines.length
  return more > 0 ? [...lines, `→ ${more} more`] : lines
}

function joined(blocks: readonly (readonly string[])[], between: readonly string[]): readonly string[] {
  return blocks.flatMap((block, at) => (at === 0 ? block : [...between, ...block]))
}

/** Tabs do no harm in what is not drawn in columns; code in a message keeps them. */
function markdownOf(message: FullMessageValue): readonly string[] {
  const thread = message.thread === message.id ? null : message.thread
  // Its form is given, and names no principal; but imported mail must not pass for the sender's own.
  const { importedBy } = message
  const from = senderOf({ from: message.from, importedBy })
  const text = toMarkdown({ ...message, from, thread, sentAt: Date.parse(message.sentAt) })
  return text
    .split('\t')
    .map((piece) => sanitize(piece))
    .join('\t')
    .split('\n')
}

/** Our headers start at the margin; foreign text is indented, so that it cannot imitate one. */
function blockOf(message: FullMessageValue, sheet: Sheet): readonly string[] {
  const label = statusLabel(message, sheet.now)
  const head: readonly Fact[] = [
    ['Subject', message.subject],
    ['From', senderOf(message)],
    ['Imported', importedLine(message)],
    ['Automatic', message.automatic ? automaticFact : ''],
    ['Replaces', replacedWord(message, sheet.now)],
    ['Newer', newerWord(message, sheet.now)],
    ['Retracted', takenBackLine(message, sheet.now)],
    ['To', message.to.join(', ')],
    ['Cc', message.cc.join(', ')],
    ['Sealed', sealedLine(message)],
    ['Kind', message.priority === 'normal' ? message.kind : `${message.kind}, ${message.priority}`],
    ['Sent', `${message.sentAt} (${age(message.sentAt, sheet.now)} ago)`],
    ['Id', idLine(message)],
    ['Status', label === 'sent' ? '' : statusLine(message, statusWord(label), sheet.now)],
    ['Task', message.task ?? ''],
    ['Swarm', message.swarm ?? ''],
    ['Tags', message.tags.join(', ')],
    ['Expires', message.expiresAt ?? ''],
  ]
  return [
    ...factLines(head, { column: 11, bold: 'Subject' }, sheet),
    ...(message.body === '' ? [] : ['', ...indented(message.body)]),
    ...factsOf(message, sheet),
  ]
}

/** With the reason, where one was given: a person reads this. */
function takenBackLine(message: FullMessageValue, now: number): string {
  const reason = message.takenBack?.reason ?? null
  return `${takenBackWord(message, now)}${reason === null ? '' : `: ${reason}`}`
}

function sealedLine({ sealed, locked }: FullMessageValue): string {
  if (sealed === undefined) return ''
  return locked === undefined ? 'yes, and opened with your key' : 'yes, and not opened'
}

function importedLine({ importedBy, importedFrom }: FullMessageValue): string {
  if (importedBy === undefined) return ''
  return `by ${importedBy} from ${importedFrom}; the sender is as stated in that file`
}

function idLine({ id, thread, replyTo }: FullMessageValue): string {
  if (thread === id) return id
  return replyTo === null ? `${id} in thread ${thread}` : `${id} in thread ${thread}, answers ${replyTo}`
}

function statusLine(message: FullMessageValue, word: string, now: number): string {
  const facts = [
    word,
    deadWord(message),
    returnedWord(message, now),
    message.pinned ? 'pinned' : '',
    message.acknowledgedAt === null ? '' : 'acknowledged',
    message.owes ? 'needs an answer' : '',
    message.lease === null ? '' : `taken by ${message.lease.by} until ${message.lease.until}`,
    message.snoozedUntil === null ? '' : `until ${message.snoozedUntil}`,
  ]
  const whose = message.owner === null ? '' : ` (${message.owner})`
  return facts.filter((fact) => fact !== '').join(', ') + whose
}

function indented(text: string): readonly string[] {
  const lines = sanitize(text.replace(/\n+$/u, '')).split('\n')
  return lines.map((line) => (line === '' ? '' : `  ${line}`))
}

/** The parts of a message apart from its body. */
function factsOf(message: FullMessageValue, sheet: Sheet): readonly string[] {
  const { attachments, context, fields, protocol } = message
  const payload = untoldPayload(message.kind, message.payload, message.body)
  const block = (title: string, lines: readonly string[]) =>
    lines.length === 0 ? [] : ['', sheet.ink('dim', `${title}:`), ...lines.flatMap(indented)]
  return [
    ...(fields === null
      ? []
      : block(protocol?.type ?? 'Fields', fieldLines(fields, protocol?.missing ?? []))),
    ...block('Attachments', cutAll(attachments.map(sanitizeLine), sheet)),
    ...(context === null ? [] : block('Context', contextLines(context))),
    ...(payload === null ? [] : block('Payload', JSON.stringify(payload, null, 2).split('\n'))),
  ]
}

/** A handoff's body already contains its main fields; this prints the others, and any other context. */
function contextLines(context: NonNullable<FullMessageValue['context']>): readonly string[] {
  const told = ['work_completed', 'current_state', 'next_steps', 'blockers']
  const handoff = asHandoff(context) !== null
  return Object.entries(context).flatMap(([key, value]) => {
    if (handoff && (told.includes(key) || isEmpty(value) || !(key in emptyHandoff))) return []
    if (!Array.isArray(value)) return [`${key}: ${typeof value === 'string' ? value : JSON.stringify(value)}`]
    return [`${key}:`, ...value.map((item) => `- ${typeof item === 'string' ? item : JSON.stringify(item)}`)]
  })
}

function isEmpty(value: unknown): boolean {
  return value === null || value === '' || (Array.isArray(value) && value.length === 0)
}

/** The fields of a protocol mail as a table, then the missing ones. */
function fieldLines(
  fields: NonNullable<FullMessageValue['fields']>,
  missing: readonly string[],
): readonly string[] {
  const names = [...Object.keys(fields), ...missing]
  const width = Math.min(24, Math.max(0, ...names.map((name) => name.length)))
  return [
    ...Object.entries(fields).map(
      ([name, value]) =>
        `${name.padEnd(width)}  ${String(value).replaceAll('\n', `\n${' '.repeat(width + 2)}`)}`,
    ),
    ...missing.map((name) => `${name.padEnd(width)}  (missing)`),
  ]
}
