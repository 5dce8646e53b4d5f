import type { PersonAsked } from './asking.ts'
import { clockSkew } from './moment.ts'
import type { AgentKind } from './priority.ts'
import type { AgentState } from './roster.ts'

/**
 * The states of an agent, most serious first. `waiting`: it does nothing until a person answers.
 * `silent`: nobody has heard from it although it should have been heard from.
 */
export const fleetStates = ['waiting', 'silent', 'working', 'idle', 'ended'] as const
export type FleetState = (typeof fleetStates)[number]

/** The facts that decide the state of an agent. Times are milliseconds since 1970. */
export type FleetFacts = {
  readonly state: AgentState
  readonly kind: AgentKind
  readonly lastSeen: number | null
  readonly registeredAt: number
  readonly watched: boolean
  /** It reported that it waits for mail, and has not been heard from since. */
  readonly waitsForMail: boolean
  /** Pieces of work that it has taken, and answers that it owes. Unread mail alone makes nobody silent: it may be idle. */
  readonly works: number
  readonly owed: number
}

/** An agent with nothing expected of it is silent only after this many times the usual silence. */
const patience = 12

/**
 * `asks`: what it waits for a person for, `null` if it waits for nobody. `silentAfter`: how long an agent that has something
 * to do may be silent, ms.
 */
export function fleetStateOf(
  facts: FleetFacts,
  asks: PersonAsked | null,
  now: number,
  silentAfter: number,
): FleetState {
  if (facts.state !== 'alive') return 'ended'
  if (asks !== null) return 'waiting'
  if (isSilent(facts, now, silentAfter)) return 'silent'
  return facts.works > 0 ? 'working' : 'idle'
}

function isSilent(facts: FleetFacts, now: number, silentAfter: number): boolean {
  const { kind, lastSeen, registeredAt, watched, works, owed, waitsForMail } = facts
  if (kind !== 'agent') return false
  const silence = now - Math.max(heard(lastSeen ?? 0, now), heard(registeredAt, now))
  if (watched || works + owed > 0) return silence > silentAfter
  return !waitsForMail && silence > patience * silentAfter
}

function heard(at: number, now: number): number {
  return at <= now + clockSkew ? at : 0
}

/** The beginning of the day, by the clock on the wall. */
export function dayBegin(now: number): number {
  return new Date(now).setHours(0, 0, 0, 0)
}
