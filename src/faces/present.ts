import type { DeadReason } from '../domain/dead-reason.ts'
import type { Status } from '../domain/delivery.ts'
import { ageOf } from '../domain/moment.ts'
import type { Priority } from '../domain/priority.ts'
import type { AgentState } from '../domain/roster.ts'
import type { MessageValue } from '../operations/values.ts'

/** What every face calls a copy: its status, or the condition that hides it. */
export type StatusLabel = Status | 'snoozed' | 'dead' | 'expired' | 'sent'

const statusMarks: Readonly<Record<StatusLabel, string>> = {
  unread: '●',
  read: '○',
  processing: '◐',
  completed: '✓',
  failed: '✗',
  archived: '▫',
  snoozed: 'z',
  dead: '†',
  expired: '×',
  sent: '→',
}

const priorityMarks: Readonly<Record<Priority, string>> = { urgent: '!!', high: '!', normal: '', low: '·' }

const deadWords: Readonly<Record<DeadReason, string>> = {
  retired: 'agent retired',
  'session-ended': 'session ended',
  'expired-unseen': 'expired unseen',
  attempts: 'too many attempts',
  'held-expired': 'nobody came',
}

const agentMarks: Readonly<Record<AgentState, string>> = { alive: '●', frozen: '◌', dead: '✕' }

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
  return label === 'dead' ? 'dead letter' : label
}

/** Why a dead letter is one; nothing for other mail. */
export function deadWord({ deadReason }: Pick<MessageValue, 'deadReason'>): string {
  return deadReason === null ? '' : deadWords[deadReason]
}

/** One cell wide, told apart by shape as well as by colour. */
export function statusMark(label: StatusLabel): string {
  return statusMarks[label]
}

/** At most two cells; nothing for normal. */
export function priorityMark(priority: Priority): string {
  return priorityMarks[priority]
}

export function agentMark(state: AgentState): string {
  return agentMarks[state]
}

/** The subject, or the body's beginning where a message has none. */
export function titleOf(message: Pick<MessageValue, 'subject' | 'preview'>): string {
  return message.subject === '' ? message.preview : message.subject
}

const telling = ['subject', 'body', 'statement', 'done', 'template', 'attach'] as const

/** What a draft is about, by the first thing that was written of it; empty where nothing was. */
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
  if (addresses.length <= most) return addresses.join(', ')
  return `${addresses.slice(0, most).join(', ')} and ${addresses.length - most} more`
}

/** `1,234,567`: without the tables of languages, whose loading takes longer than a frame. */
export function grouped(amount: number): string {
  return String(amount).replace(/\B(?=(?:\d{3})+$)/gu, ',')
}

/** `1 message`, `2 messages`. */
export function counted(amount: number, noun: string): string {
  return `${amount} ${noun}${amount === 1 ? '' : 's'}`
}

/** What went wrong and what to do about it, in one line: two sentences, also where the first ends with a value. */
export function withHint(message: string, hint: string): string {
  return hint === '' ? message : `${message}${/[.:;!?]$/u.test(message) ? '' : '.'} ${hint}`
}
