import { type FleetState, fleetStates } from './fleet.ts'

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
