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

/** The groups of the board, what needs a person first. */
export const fleetGroups = ['waiting', 'failing', 'working', 'silent', 'idle', 'ended'] as const
export type FleetGroup = (typeof fleetGroups)[number]

/** One failure a day happens to everybody. */
const failsAgain = 2

/** The group of an agent on the board: its state, unless it failed again and again today. */
export function fleetGroupOf({ state, failedToday }: Pick<FleetEntry, 'state' | 'failedToday'>): FleetGroup {
  const isAtWork = state === 'working' || state === 'silent' || state === 'idle'
  return isAtWork && failedToday >= failsAgain ? 'failing' : state
}

/**
 * Where agents of one group stand: those that have waited or been silent longest first, the others by name, because signs of
 * life must not move them.
 */
export function fleetSince({
  asks,
  state,
  lastSeen,
}: {
  readonly asks: { readonly since: string } | null
  readonly state: FleetState
  readonly lastSeen: string | null
}): string {
  return asks?.since ?? (state === 'silent' ? (lastSeen ?? '') : '')
}

/** The sort orders of the fleet board. Each puts first what a supervisor would look at first. */
export const fleetOrders = ['state', 'name', 'seen', 'unread', 'oldest', 'owed', 'failed', 'lease'] as const
export type FleetOrder = (typeof fleetOrders)[number]

/** The part of a row that orders and finds it. Times are ISO 8601, which sorts as text. */
export type FleetEntry = {
  readonly agent: string
  readonly state: FleetState
  readonly role: string | null
  readonly swarm: string | null
  readonly work: {
    readonly task: string | null
    readonly queue: string | null
    readonly subject: string
    readonly until: string | null
  } | null
  readonly lastSeen: string | null
  readonly unread: number
  readonly oldest: string | null
  readonly owed: number
  readonly failedToday: number
}

/** A row's position in an order. Rows in the same position are sorted by name, so that no refresh swaps them. */
export type FleetPlace = { readonly agent: string; readonly place: number | string }

export function byFleetPlace(one: FleetPlace, other: FleetPlace): number {
  if (one.place !== other.place) return one.place < other.place ? -1 : 1
  return one.agent < other.agent ? -1 : one.agent > other.agent ? 1 : 0
}

export function sortFleet<T extends FleetEntry>(rows: readonly T[], order: FleetOrder): readonly T[] {
  return rows
    .map((row) => ({ row, agent: row.agent, place: fleetPlace(row, order) }))
    .sort(byFleetPlace)
    .map(({ row }) => row)
}

/** Behind every time. */
const never = '~'

export function fleetPlace(row: FleetEntry, order: FleetOrder): number | string {
  switch (order) {
    case 'state':
      return fleetStates.indexOf(row.state)
    case 'name':
      return 0
    case 'seen':
      return row.lastSeen ?? ''
    case 'unread':
      return -row.unread
    case 'oldest':
      return row.oldest ?? never
    case 'owed':
      return -row.owed
    case 'failed':
      return -row.failedToday
    case 'lease':
      return row.work?.until ?? never
  }
}

/** Whether every word of a filter occurs in what the board shows of an agent. A state is found by its name. */
export function matchesFleet({ agent, state, role, swarm, work }: FleetEntry, filter: string): boolean {
  const words = filter.toLowerCase().split(/\s+/u)
  const { queue = null, task = null, subject = '' } = work ?? {}
  const shown = [agent, state, role ?? '', swarm ?? '', queue ?? '', task ?? '', subject]
    .join('\n')
    .toLowerCase()
  return words.every((word) => shown.includes(word))
}

type GroupCounts = { readonly [G in FleetGroup]: number }

/** The heads of the board. */
export function countGroups(rows: readonly Pick<FleetEntry, 'state' | 'failedToday'>[]): GroupCounts {
  const counts = { waiting: 0, failing: 0, working: 0, silent: 0, idle: 0, ended: 0 }
  for (const row of rows) counts[fleetGroupOf(row)] += 1
  return counts
}

export type FleetCounts = { readonly [S in FleetState]: number }

export function countFleet(rows: readonly Pick<FleetEntry, 'state'>[]): FleetCounts {
  const counts = { waiting: 0, silent: 0, working: 0, idle: 0, ended: 0 }
  for (const { state } of rows) counts[state] += 1
  return counts
}

/** The beginning of the day, by the clock on the wall. */
export function dayBegin(now: number): number {
  return new Date(now).setHours(0, 0, 0, 0)
}
