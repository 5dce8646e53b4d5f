import {
  deadlinePart,
  type Escalation,
  optionLines,
  reasonPart,
  type Severity,
  severities,
} from './escalation-payload.ts'
import type { JsonObject } from './json.ts'
import { fitSubject } from './message.ts'
import { parseDate } from './moment.ts'
import type { Priority } from './priority.ts'
import { type Agent, isLiving, isPerson, officers, type RosterEntry, rolesOf } from './roster.ts'

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
