/**
 * The state of a store's upkeep. There is no daemon: the programs that run anyway do it. One process at a time has the turn and
 * continues the round where the last process stopped. If it dies, its turn ends with its lease.
 */
export type UpkeepTurn = {
  /** The process that has the turn, and the end of its lease. */
  readonly holder: string | null
  readonly until: number
  /** When a round last came to its end, and when the last one with everything in it did. */
  readonly finished: number
  readonly full: number
  /** When a command last did a slice. */
  readonly sliced: number
  /** The act at which the round continues, and the last agent that it handled. */
  readonly at: number
  readonly after: string | null
  /** How long the longest step of an act took, ms. */
  readonly costs: Readonly<Record<string, number>>
}

/** `command`: ends right after its answer. `runner`: stays for long. */
export type Keeper = 'command' | 'runner'

const roundEvery = { command: 5 * 60_000, runner: 60_000 } as const
/** Many commands in a row share the work. */
const sliceEvery = 1_000
export const leases = { command: 5_000, runner: 60_000 } as const

export function newTurn(now: number): UpkeepTurn {
  return { holder: null, until: 0, finished: now, full: now, sliced: 0, at: 0, after: null, costs: {} }
}

/** `null` for what no program of ours wrote. */
export function readTurn(text: string | null): UpkeepTurn | null {
  if (text === null) return null
  try {
    const read = JSON.parse(text) as Partial<UpkeepTurn>
    const sound = typeof read.finished === 'number' && typeof read.until === 'number'
    return sound ? { ...newTurn(0), ...read } : null
  } catch {
    return null
  }
}

/** Times of a clock that was ahead count as long past, or the store would wait for them. */
export function isDue(turn: UpkeepTurn, keeper: Keeper, now: number): boolean {
  if (isHeld(turn, now)) return false
  if (keeper === 'runner') return !isRecent(turn.full, roundEvery.runner, now)
  return !isRecent(turn.finished, roundEvery.command, now) && !isRecent(turn.sliced, sliceEvery, now)
}

/** How long a runner has nothing to do, ms, if no other process changes the turn. */
export function restUntilDue(turn: UpkeepTurn, now: number): number {
  if (isHeld(turn, now)) return turn.until - now
  return isDue(turn, 'runner', now) ? 0 : turn.full + roundEvery.runner - now
}

function isHeld({ holder, until }: UpkeepTurn, now: number): boolean {
  return holder !== null && isRecent(until - leases.runner, leases.runner, now)
}

function isRecent(then: number, span: number, now: number): boolean {
  return then <= now && now < then + span
}
