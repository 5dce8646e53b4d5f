import type { DeadReason } from '../domain/dead-reason.ts'
import type { Status } from '../domain/delivery.ts'
import { firstFew } from '../domain/first-few.ts'
import { ageOf } from '../domain/moment.ts'
import { newerWords } from '../domain/newer.ts'
import type { Priority } from '../domain/priority.ts'
import { replacedWords, takenBackWords } from '../domain/retraction-words.ts'
import { returnedWords } from '../domain/session.ts'
import type { FullMessageValue, MessageValue, OutcomeValue } from '../services/values.ts'
import { marks } from './present-glyphs.ts'

/** The name of a copy's state in every face: its status, or the condition that hides it. */
export type StatusLabel = Status | 'snoozed' | 'dead' | 'expired' | 'retracted' | 'withheld' | 'sent'

const statusMarks: Readonly<Record<StatusLabel, string>> = {
  unread: marks.unread,
  read: marks.read,
  processing: marks.inProgress,
  completed: marks.done,
  failed: marks.failed,
  archived: marks.archived,
  snoozed: marks.snoozed,
  dead: marks.dead,
  expired: marks.expired,
  retracted: marks.retracted,
  withheld: marks.withheld,
  sent: marks.to,
}

const priorityMarks: Readonly<Record<Priority, string>> = {
  urgent: marks.urgent,
  high: marks.pressing,
  normal: '',
  low: marks.low,
}

const deadWords: Readonly<Record<DeadReason, string>> = {
  retired: 'agent retired',
  'session-ended': 'session ended',
  'tag-lost': 'tag lost',
  'expired-unseen': 'expired unseen',
  attempts: 'too many attempts',
  'given-up': 'given up',
  'held-expired': 'never registered',
}

/** `2m`, `3h`: how long ago. Times are milliseconds or ISO 8601, as values carry them. */
export function age(then: number | string, now: number): string {
  return ageOf(typeof then === 'string' ? Date.parse(then) : then, now)
}

export function statusLabel(
  message: Pick<MessageValue, 'status' | 'condition' | 'snoozedUntil'>,
  now: number,
): StatusLabel {
  if (message.condition !== null) return message.condition
  if (message.snoozedUntil !== null && Date.parse(message.snoozedUntil) > now) return 'snoozed'
  return message.status ?? 'sent'
}

/** The label as people read it. */
export function statusWord(label: StatusLabel): string {
  if (label === 'retracted') return 'taken back'
  if (label === 'withheld') return 'held back'
  return label === 'dead' ? 'dead letter' : label
}

/** Why a dead letter is one; nothing for other mail. */
export function deadWord({ deadReason }: Pick<MessageValue, 'deadReason'>): string {
  return deadReason === null ? '' : deadWords[deadReason]
}

/** The outcome of a request with one recipient, in a few words. Sanitize the whole, because the reason is foreign text. */
export function outcomeWord({ state, owner, by, reason }: OutcomeValue): string {
  const why = reason === null ? '' : `: ${reason}`
  const who = by ?? owner
  if (state === 'failed') return `failed${why}`
  if (state === 'completed') return `completed by ${who}`
  if (state === 'ignored') return `will not answer${why}`
  return outcomeWords[state]
}

const outcomeWords = {
  waiting: 'unread',
  read: 'read',
  working: 'in progress',
  answered: 'answered',
  dead: 'never read',
  expired: 'expired',
  retracted: 'taken back unread',
  withheld: 'held back',
} as const

/** The outcomes of all recipients in one line, the most serious first: `critic failed: no tests, 2 answered`. */
export function outcomeSummary(outcomes: readonly OutcomeValue[] = []): string {
  const [first, ...others] = outcomes
  if (first === undefined) return ''
  if (others.length === 0) return outcomeWord(first)
  const amounts = new Map<string, number>()
  for (const { state } of first.state === 'failed' ? others : outcomes)
    amounts.set(state, (amounts.get(state) ?? 0) + 1)
  const counts = [...amounts].map(
    ([state, amount]) => `${amount} ${state === 'working' ? 'in progress' : state}`,
  )
  return [...(first.state === 'failed' ? [`${first.owner} ${outcomeWord(first)}`] : []), ...counts].join(', ')
}

/** Newer mail beside a message that is read; nothing where it is the newest. */
export function newerWord({ newer }: Pick<FullMessageValue, 'newer'>, now: number): string {
  return newer === undefined ? '' : newerWords({ ...newer, at: Date.parse(newer.at) }, now)
}

/** What a message replaces, and when its reader read that; nothing for other mail. */
export function replacedWord(
  { replaces, replacedReadAt }: Pick<FullMessageValue, 'replaces' | 'replacedReadAt'>,
  now: number,
): string {
  const readAt = replacedReadAt === undefined ? null : Date.parse(replacedReadAt)
  return replaces === undefined ? '' : replacedWords(replaces, readAt, now)
}

/** What became of a message that its sender took back; nothing for other mail. */
export function takenBackWord({ takenBack }: Pick<MessageValue, 'takenBack'>, now: number): string {
  return takenBack === undefined ? '' : takenBackWords({ ...takenBack, at: Date.parse(takenBack.at) }, now)
}

/** The agent that had taken returned work; nothing for other mail. */
export function returnedWord(
  { returned, owner }: Pick<MessageValue, 'returned' | 'owner'>,
  now: number,
): string {
  if (returned === undefined) return ''
  return returnedWords({ ...returned, takenAt: Date.parse(returned.takenAt) }, owner ?? '', now)
}

/** One cell wide. Shape and colour both distinguish it. */
export function statusMark(label: StatusLabel): string {
  return statusMarks[label]
}

/** At most two cells; nothing for normal. */
export function priorityMark(priority: Priority): string {
  return priorityMarks[priority]
}

const telling = ['subject', 'body', 'statement', 'done', 'template', 'attach'] as const

/** The title of a draft: its first field with text; empty if there is none. */
export function draftTitle(fields: { readonly [name: string]: unknown }): string {
  const said = (name: string) =>
    [fields[name] ?? []]
      .flat()
      .filter((text) => typeof text === 'string')
      .join(', ')
  const name = telling.find((one) => said(one).trim() !== '')
  if (name === undefined) return ''
  return (name === 'template' ? `${said(name)} ${said('field')}` : said(name)).trim().slice(0, 200)
}

/** `a, b and 3 more`: as many addresses as may be shown. */
export function addressList(addresses: readonly string[], most = 3): string {
  return firstFew(addresses, most)
}

/** `1,234,567`: without the tables of languages, whose loading takes longer than a frame. */
export function grouped(amount: number): string {
  return String(amount).replace(/\B(?=(?:\d{3})+$)/gu, ',')
}

/** `1 message`, `2 messages`. */
export function counted(amount: number, noun: string): string {
  return `${amount} ${noun}${amount === 1 ? '' : 's'}`
}
