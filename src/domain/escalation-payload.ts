import { isJsonObject, type Json, type JsonObject } from './json.ts'
import { type Kind, kindRules } from './kind.ts'
import { own } from './own.ts'

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

/** What of a payload is still to be told beside a text, which says some of it already. `null` where nothing is left. */
export function untoldPayload(kind: Kind, payload: Json, body: string): Json {
  if (!isJsonObject(payload)) return payload
  const escalation = kind === 'escalation' ? asEscalation(payload) : null
  if (escalation === null) {
    const left = leftOf(payload, (name, value) => isInText(name, value, body))
    // The fields of a debate are its message; other data is shown whole, or not at all.
    return left === null || kindRules[kind].family === 'debate' ? left : payload
  }
  const { reason, options, fallback, deadline } = escalation
  const isSaid = (part: string) => part !== '' && body.includes(part)
  const areOptionsSaid = isSaid(optionLines(options, fallback).join('\n'))
  const said: Readonly<Record<string, boolean>> = {
    reason: isSaid(reasonPart(reason)),
    options: areOptionsSaid,
    default_option: areOptionsSaid,
    deadline: isSaid(deadlinePart(deadline)),
  }
  return leftOf(payload, (name, value) => own(said, name) === true || isNone(value))
}

function leftOf(payload: JsonObject, isTold: (name: string, value: Json) => boolean): Json {
  const left = Object.entries(payload).filter(([name, value]) => !isTold(name, value))
  return left.length === 0 && Object.keys(payload).length > 0 ? null : Object.fromEntries(left)
}

/** A statement begins the text; anything else stands below its name, as `**Rationale:**`. */
function isInText(name: string, value: Json, body: string): boolean {
  const words = wordsIn(value)
  if (words === null || words.length === 0 || !words.every((word) => body.includes(word))) return false
  return body.includes(`**${titleOf(name)}:**`) || (typeof value === 'string' && body.startsWith(value))
}

/** `null` where not all of it is words. */
function wordsIn(value: Json): readonly string[] | null {
  if (typeof value === 'string') return value.trim() === '' ? null : value.split('\n')
  if (typeof value !== 'object' || value === null) return null
  const parts = Object.values(value).map(wordsIn)
  return parts.includes(null) ? null : parts.flatMap((part) => part ?? [])
}

function titleOf(name: string): string {
  const words = name.replaceAll('_', ' ')
  return words.charAt(0).toUpperCase() + words.slice(1)
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

/** How the text of an escalation says its reason; empty if it has none. */
export const reasonPart = (reason: string | null) => (reason === null ? '' : `**Reason:** ${reason}`)
export const deadlinePart = (deadline: string | null) =>
  deadline === null ? '' : `**Deadline:** ${deadline}`

/** The options with their numbers; the default says what it is. */
export function optionLines(options: readonly string[], fallback: number | null): readonly string[] {
  return options.map(
    (option, at) => `${at + 1}. ${option}${at + 1 === fallback ? ' (taken at the deadline)' : ''}`,
  )
}
