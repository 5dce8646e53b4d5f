import { isJsonObject, type Json, type JsonObject } from './json.ts'
import { fitSubject } from './message.ts'
import type { Priority } from './priority.ts'
import { type Agent, isLiving, rolesOf } from './roster.ts'

/** Gas Town's four severities, most serious first. */
export const severities = ['critical', 'high', 'medium', 'low'] as const

export type Severity = (typeof severities)[number]

export type Escalation = {
  readonly id: string
  readonly reason: string | null
  readonly severity: Severity
  readonly options: readonly string[]
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
  const { id, reason, severity, options, deadline, about, again } = escalation
  return { escalation_id: id, reason, severity, options, deadline, about, again }
}

/** The escalation in a payload; `null` if there is none. */
export function asEscalation(payload: Json | undefined): Escalation | null {
  if (!isJsonObject(payload) || typeof payload['escalation_id'] !== 'string') return null
  const text = (name: string) => (typeof payload[name] === 'string' ? payload[name] : null)
  const { options, again } = payload
  return {
    id: payload['escalation_id'],
    reason: text('reason'),
    severity: severities.find((known) => known === payload['severity']) ?? 'medium',
    options: Array.isArray(options) ? options.filter((option) => typeof option === 'string') : [],
    deadline: text('deadline'),
    about: text('about'),
    again: typeof again === 'number' && again >= 0 ? again : 0,
  }
}

/** The message, then the question, options and deadline. */
export function escalationBody(text: string, escalation: Escalation): string {
  const { reason, options, deadline } = escalation
  const parts = [
    text,
    reason === null ? '' : `**Reason:** ${reason}`,
    options.length === 0
      ? ''
      : ['**Options:**', ...options.map((option, at) => `${at + 1}. ${option}`)].join('\n'),
    deadline === null ? '' : `**Deadline:** ${deadline}`,
  ]
  return parts.filter((part) => part !== '').join('\n\n')
}

/** Unanswered for four hours, and not sent on twice already. */
export function isDueAgain({ again }: Escalation, sentAt: number, now: number): boolean {
  return again < mostAgain && now - sentAt >= patience
}

export function escalatedAgain(escalation: Escalation): Escalation {
  return { ...escalation, severity: nextSeverity(escalation.severity), again: escalation.again + 1 }
}

/** Supervisors of agents that report to nobody, by address: a role is anybody's to claim. */
export const officers: readonly string[] = ['coo', 'mayor/']

/** The names and roles to ask the roster for before a target can be chosen. */
export function targetQuestion({ reportsTo }: Pick<Agent, 'reportsTo'>) {
  return {
    names: [...officers, ...(reportsTo === null ? [] : [reportsTo])],
    roles: ['coo', 'mayor'],
    people: true,
  }
}

/** The next decider: the supervisor, else the chief operating officer or the mayor, else the people. */
export function escalationTargets(
  from: Pick<Agent, 'address' | 'reportsTo'>,
  known: readonly Agent[],
): readonly Agent[] {
  const others = known.filter((agent) => isLiving(agent) && agent.address !== from.address)
  const supervisor = others.find(({ address }) => address === from.reportsTo)
  if (supervisor !== undefined) return [supervisor]
  const named = officers.flatMap((officer) => others.filter(({ address }) => address === officer))
  const holding = others.filter((agent) => rolesOf(agent).some((role) => role === 'coo' || role === 'mayor'))
  const [officer] = [...named, ...holding]
  return officer === undefined ? others.filter(isPerson) : [officer]
}

export function isPerson({ kind }: Pick<Agent, 'kind'>): boolean {
  return kind === 'user' || kind === 'admin'
}
