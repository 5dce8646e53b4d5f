/**
 * What became of an item for one program. `gathered`: it waits for a digest. `sending`: a process has claimed it. `waiting`: the
 * program failed, and is tried again. `sent`, `seen` at a screen, and `failed` for good are ends.
 */
export const alertStates = ['gathered', 'sending', 'waiting', 'sent', 'seen', 'failed'] as const
export type AlertState = (typeof alertStates)[number]

export type AlertRow = {
  readonly item: string
  readonly state: AlertState
  /** When it was first found. */
  readonly notedAt: number
  /** When it came into this state. */
  readonly at: number
  /** When a claim ends, or the next attempt is due. */
  readonly dueAt: number
  readonly attempts: number
  /** A program was started for it: of a digest that is the first item. */
  readonly leads: boolean
}

export type AlertMoment = {
  readonly now: number
  /** Nothing goes out now: quiet hours, or the person is at a screen. */
  readonly hold: boolean
  /** What was found before this time was on a screen of the person's; `null`: no screen is open. */
  readonly seenUpto: number | null
  /** How often a program is started within an hour. */
  readonly mostAnHour: number
}

export type AlertPlan = {
  readonly seen: readonly string[]
  /** Found now, for a digest later. */
  readonly gather: readonly string[]
  readonly send: readonly string[]
  /** They go out as one digest. */
  readonly together: boolean
  /** What was tried often enough. */
  readonly giveUp: readonly string[]
}

const hour = 3_600_000
const waits = [60_000, 5 * 60_000, 15 * 60_000, hour] as const
export const mostAttempts = waits.length + 1
/** A clock that was ahead leaves later times than this behind. */
export const longestWait = 2 * hour

/** How long until a program that failed so often is tried again; `null`: not again. */
export function waitAfter(attempts: number): number | null {
  return waits[attempts - 1] ?? null
}

/** What to do with the items that are in Attention now. `rows`: what is known of them, and of others before. */
export function planAlerts(
  rows: readonly AlertRow[],
  items: readonly string[],
  { now, hold, seenUpto, mostAnHour }: AlertMoment,
): AlertPlan {
  const known = new Map(rows.map((row) => [row.item, row]))
  const present = items.flatMap((item) => known.get(item) ?? [])
  const fresh = items.filter((item) => !known.has(item))
  const open = present.filter(({ state }) => state === 'gathered' || state === 'waiting')
  const wasShown = ({ notedAt }: AlertRow) => seenUpto !== null && notedAt <= seenUpto
  const seen = open.filter(wasShown).map(({ item }) => item)
  const left = mostAnHour - rows.filter((row) => wasSent(row, now)).length
  if (hold || left <= 0) return { seen, gather: fresh, send: [], together: false, giveUp: [] }
  const abandoned = present.filter((row) => row.state === 'sending' && isDue(row, now))
  const giveUp = abandoned.filter(({ attempts }) => attempts >= mostAttempts).map(({ item }) => item)
  const again = [
    ...open.filter((row) => !wasShown(row) && (row.state === 'gathered' || isDue(row, now))),
    ...abandoned.filter(({ attempts }) => attempts < mostAttempts),
  ].map(({ item }) => item)
  const due = new Set([...fresh, ...again])
  const send = items.filter((item) => due.has(item))
  return {
    seen,
    gather: [],
    send,
    giveUp,
    together: send.length > 1 && (again.length > 0 || send.length > left),
  }
}

/** A failed start reached nobody. */
function wasSent({ state, leads, at }: AlertRow, now: number): boolean {
  return leads && (state === 'sent' || state === 'sending') && at > now - hour && at <= now
}

function isDue({ dueAt }: AlertRow, now: number): boolean {
  return dueAt <= now || dueAt > now + longestWait
}

/** Something that has left Attention is forgotten after a while, and tells again when it comes back. */
export function isForgotten({ state, at }: AlertRow, now: number): boolean {
  // What was sent counts for an hour; failures are shown for a day.
  return at <= now - (state === 'failed' || state === 'waiting' ? 24 * hour : hour) || at > now + longestWait
}
