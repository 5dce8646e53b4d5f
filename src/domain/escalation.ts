import { isJsonObject, type Json, type JsonObject } from './json.ts'
import type { Kind } from './kind.ts'
import { fitSubject } from './message.ts'
import { parseDate } from './moment.ts'
import type { Priority } from './priority.ts'
import { type Agent, isLiving, isPerson, officers, type RosterEntry, rolesOf } from './roster.ts'

/** Gas Town's four severities, most serious first. */
export const severities = ['critical', 'high', 'medium', 'low'] as const

export type Severity = (typeof severities)[number]

export type Escalation = {
  readonly id: string
  readonly reason: string | null
  readonly severity: Severity
  readonly options: readonly string[]
  /** The option that is taken if nobody has decided by the deadline, counted from 1. */
  readonly fallback: number | null
  /** ISO 8601. */
  readonly deadline: string | null
  /** The message that is escalated, by its short id. */
  readonly about: string | null
  /** How often it was sent on because nobody answered. */
  readonly again: number
}

const hour = 3_600_000
export const patience = 4 * hour
export const mostAgain = 2

/** The next higher severity; an unknown one counts as the highest. */
export function nextSeverity(severity: string): Severity {
  const at = (severities as readonly string[]).indexOf(severity)
  return severities[Math.max(0, at - 1)] ?? 'critical'
}

const priorityOfSeverity: Readonly<Record<Severity, Priority>> = {
  critical: 'urgent',
  high: 'high',
  medium: 'normal',
  low: 'low',
}

/** ADR-003 §5.1 sends whatever reaches a person with high priority at least. */
export function escalationPriority(severity: Severity, toPerson: boolean): Priority {
  const priority = priorityOfSeverity[severity]
  return toPerson && priority !== 'urgent' ? 'high' : priority
}

/** ADR-003 §5.1; a title that was escalated before loses its old mark. */
export function escalationSubject(title: string, toPerson: boolean): string {
  const bare = title.replace(/^(?:\s*(?:ceo )?escalation:\s*)+/iu, '').trim()
  return fitSubject(`${toPerson ? 'CEO Escalation' : 'Escalation'}: ${bare}`)
}

/** `escalation_id` and `reason` are ADR-003's; the others say the rest. */
export function escalationPayload(escalation: Escalation): JsonObject {
  const { id, reason, severity, options, fallback, deadline, about, again } = escalation
  const taken = fallback === null ? {} : { default_option: fallback }
  return { escalation_id: id, reason, severity, options, ...taken, deadline, about, again }
}

/**
 * What of a payload is still to be told beside a text, where that is an escalation: neither what its text says already, nor what it has not.
 * `null` where nothing is left.
 */
export function untoldPayload(kind: Kind, payload: Json, body: string): Json {
  const escalation = kind === 'escalation' ? asEscalation(payload) : null
  if (escalation === null || !isJsonObject(payload)) return payload
  const { reason, options, fallback, deadline } = escalation
  const isSaid = (part: string) => part !== '' && body.includes(part)
  const areOptionsSaid = isSaid(optionLines(options, fallback).join('\n'))
  const said: Readonly<Record<string, boolean>> = {
    reason: isSaid(reasonPart(reason)),
    options: areOptionsSaid,
    default_option: areOptionsSaid,
    deadline: isSaid(deadlinePart(deadline)),
  }
  const left = Object.entries(payload).filter(([name, value]) => said[name] !== true && !isNone(value))
  return left.length === 0 ? null : Object.fromEntries(left)
}

function isNone(value: Json): boolean {
  return value === null || value === 0 || (Array.isArray(value) && value.length === 0)
}

/** The escalation in a payload, ADR-003's or CCCC's, which has no id; `null` if there is none. */
export function asEscalation(payload: Json | undefined): Escalation | null {
  if (!isJsonObject(payload)) return null
  const isNamed = typeof payload['escalation_id'] === 'string'
  if (!isNamed && !Array.isArray(payload['options']) && typeof payload['deadline'] !== 'string') return null
  const text = (name: string) => (typeof payload[name] === 'string' ? payload[name] : null)
  const { again } = payload
  const options = optionsIn(payload)
  return {
    id: text('escalation_id') ?? '',
    reason: text('reason'),
    severity: severities.find((known) => known === payload['severity']) ?? 'medium',
    options,
    fallback: fallbackIn(payload, options),
    deadline: text('deadline'),
    about: text('about'),
    again: typeof again === 'number' && again >= 0 ? again : 0,
  }
}

function optionsIn({ options }: JsonObject): readonly string[] {
  return Array.isArray(options) ? options.filter((option) => typeof option === 'string') : []
}

/** The number or the text of an option, or an option that says that it is the default. */
function fallbackIn(payload: JsonObject, options: readonly string[]): number | null {
  const named = payload['default_option'] ?? payload['default']
  const at =
    typeof named === 'number'
      ? named - 1
      : typeof named === 'string'
        ? options.indexOf(named)
        : options.findIndex((option) => /\(default\)\s*$/iu.test(option))
  return options[at] === undefined ? null : at + 1
}

/** The deadline in milliseconds since 1970; `null` if there is none, or none that can be read. */
export function deadlineOf({ deadline }: Pick<Escalation, 'deadline'>): number | null {
  const at = parseDate(deadline ?? '')
  return Number.isNaN(at) ? null : at
}

/** The payload that a decision by an option stores with the answer. */
export function choicePayload({ id }: Pick<Escalation, 'id'>, option: number, choice: string): JsonObject {
  return { ...(id === '' ? {} : { escalation_id: id }), option, choice }
}

/** A decision by an option, and what its author adds. */
export function choiceBody(choice: string, more: string): string {
  return more.trim() === '' ? `Decision: ${choice}` : `Decision: ${choice}\n\n${more}`
}

const reasonPart = (reason: string | null) => (reason === null ? '' : `**Reason:** ${reason}`)
const deadlinePart = (deadline: string | null) => (deadline === null ? '' : `**Deadline:** ${deadline}`)

/** The message, then the question, options and deadline. */
export function escalationBody(text: string, escalation: Escalation): string {
  const { reason, options, fallback, deadline } = escalation
  const parts = [
    text,
    reasonPart(reason),
    options.length === 0 ? '' : ['**Options:**', ...optionLines(options, fallback)].join('\n'),
    deadlinePart(deadline),
  ]
  return parts.filter((part) => part !== '').join('\n\n')
}

/** The options with their numbers; the default says what it is. */
export function optionLines(options: readonly string[], fallback: number | null): readonly string[] {
  return options.map(
    (option, at) => `${at + 1}. ${option}${at + 1 === fallback ? ' (taken at the deadline)' : ''}`,
  )
}

/** A deadline is reported when it passes, and once more after this. */
export const pastDeadline = 3_600_000

/** The key of the notice that a deadline passed, and of the one after it. */
export const deadlineKey = (message: number, past: boolean): string =>
  `${past ? 'deadline-past' : 'deadline'}:${message}`

/** Unanswered for four hours, and not sent on twice already. */
export function isDueAgain({ again }: Escalation, sentAt: number, now: number): boolean {
  return again < mostAgain && now - sentAt >= patience
}

export function escalatedAgain(escalation: Escalation): Escalation {
  return { ...escalation, severity: nextSeverity(escalation.severity), again: escalation.again + 1 }
}

/** The foreman leads the peers of a debate (CCCC). It decides before the officers, but has no authority over agents. */
const foreman = 'foreman'

/** The names and roles to ask the roster for before a target can be chosen. */
export function targetQuestion({ reportsTo }: Pick<Agent, 'reportsTo'>) {
  return {
    names: [foreman, ...officers, ...(reportsTo === null ? [] : [reportsTo])],
    roles: [foreman, 'coo', 'mayor'],
    people: true,
  }
}

/** The next decider: the supervisor, else the foreman, the chief operating officer or the mayor, else the people. */
export function escalationTargets(
  from: Pick<Agent, 'address' | 'reportsTo'>,
  known: readonly RosterEntry[],
): readonly RosterEntry[] {
  const others = known.filter((agent) => isLiving(agent) && agent.address !== from.address)
  const supervisor = others.find(({ address }) => address === from.reportsTo)
  if (supervisor !== undefined) return [supervisor]
  const self = known.find(({ address }) => address === from.address)
  const isAbove = (agent: Pick<Agent, 'address'>, names: readonly string[], roles: readonly string[]) =>
    names.includes(agent.address) ||
    ('role' in agent && rolesOf(agent as RosterEntry).some((role) => roles.includes(role)))
  const leads = [foreman, ...officers]
  // From the foreman or an officer nothing goes down to a foreman.
  const isLead = isAbove(self ?? from, leads, [foreman, 'coo', 'mayor'])
  const foremen = isLead ? [] : others.filter((agent) => isAbove(agent, [foreman], [foreman]))
  const named = officers.flatMap((officer) => others.filter(({ address }) => address === officer))
  const holding = others.filter((agent) => rolesOf(agent).some((role) => role === 'coo' || role === 'mayor'))
  const [decider] = [...foremen, ...named, ...holding]
  return decider === undefined ? others.filter(isPerson) : [decider]
}
