import { uptime } from 'node:os'

/** What a machine has to tell the time by, ms. */
export type TimeSources = {
  /** The time of day. Anybody may set it while programs run. */
  readonly day: () => number
  /** Runs on whatever the time of day is set to, the same for all threads of a process. On some systems it stands while the machine sleeps. */
  readonly steady: () => number
  /** Since the machine was started, its sleep included. It may be as coarse as a second. */
  readonly uptime: () => number
}

/** When another program heard a question, and when it answered: both by its own clock, ms since 1970. */
export type HeardAndSaid = { readonly heard: number; readonly said: number }

/** The clock of a program or server elsewhere, as this program knows it. */
export type FarClock = {
  /** Ms since 1970. Until the first `learn` it is this machine's time of day. */
  now(): number
  /** How far this machine's time of day is ahead, ms; negative where it is behind. What may be an error of the estimate is left out. */
  ahead(): number
  /** Counts ms from a moment of its own: what `learn` is told of. */
  elapsed(): number
  /** @param asked when the question left, by `elapsed`, as `answered` is when the answer came */
  learn(answer: HeardAndSaid, asked: number, answered: number): void
  /** The other end may have changed: its time should be asked again soon. */
  doubt(): void
  /** Its time was asked long ago, or is doubted. */
  isOld(): boolean
}

/** How much two clocks part in a time, at most: as fast as a system lets its clock be slowed or hurried. */
const mostDrift = 1 / 2_000
/** Times are told in whole ms. */
const grain = 1
/** An estimate that is lower than the one before by more than errors explain, and by this, ms: the far clock itself was set back. */
const setBack = 5_000
const [oldAfter, doubtedAfter] = [60_000, 10_000]
/** A longer exchange says too little. */
const longestExchange = 60_000

/** The far clock is the steady one and a difference, which is known as exactly as the best exchange tells it. */
type Estimate = { readonly difference: number; readonly error: number; readonly at: number }

/**
 * A clock that is told the time now and then and carries it on by itself. The time of day of this machine has no part in it. It never
 * runs backwards: where it turns out to be ahead it stands until the far clock has caught up. Only a far clock that was itself set back
 * is followed.
 */
export function openFarClock(sources: TimeSources = here): FarClock {
  const elapsed = openElapsed(sources)
  let known: Estimate | null = null
  let [latest, asked, isDoubted] = [Number.NEGATIVE_INFINITY, elapsed(), false]

  const errorOf = ({ error, at }: Estimate): number => error + (elapsed() - at) * mostDrift

  function take(estimate: Estimate): void {
    const back = latest - (estimate.difference + elapsed())
    const explained = estimate.error + (known === null ? 0 : errorOf(known))
    if (known === null || back > setBack + explained) latest = Number.NEGATIVE_INFINITY
    known = estimate
  }

  return {
    elapsed,
    now() {
      const now = known === null ? sources.day() : Math.round(known.difference + elapsed())
      latest = Math.max(latest, now)
      return latest
    },
    ahead() {
      if (known === null) return 0
      const ahead = sources.day() - (known.difference + elapsed())
      const certain = Math.round(Math.max(0, Math.abs(ahead) - errorOf(known)))
      return ahead < 0 ? 0 - certain : certain
    },
    learn({ heard, said }, from, to) {
      if (!isTime(heard) || !isTime(said) || to - from > longestExchange) return
      ;[asked, isDoubted] = [to, false]
      // It heard the question after it was asked, and told the time before it was answered.
      const [most, least] = [heard - from, said - to]
      const error = Math.max(0, (most - least) / 2) + grain
      const estimate = { difference: (most + least) / 2, error, at: to }
      if (known === null || error <= errorOf(known) || parted(estimate, known) > error + errorOf(known))
        take(estimate)
    },
    doubt() {
      isDoubted = true
    },
    isOld: () => elapsed() - asked > (isDoubted ? doubtedAfter : oldAfter),
  }
}

function parted(one: Estimate, other: Estimate): number {
  return Math.abs(one.difference - other.difference)
}

/** What a program elsewhere says may be anything. */
function isTime(told: unknown): told is number {
  return typeof told === 'number' && told >= 0 && told <= lastTime
}
const lastTime = Date.UTC(9999, 11, 31)

/** More than a steady clock and a time of day part by themselves, ms; and the shortest sleep that is counted. */
const [jump, shortestSleep] = [1_000, 2_000]

/** The steady clock, and the time that the machine slept. */
function openElapsed({ day, steady, uptime: up }: TimeSources): () => number {
  const began = { steady: steady(), up: up() }
  let [parts, slept] = [day() - began.steady, 0]
  return () => {
    const at = steady()
    const parting = day() - at
    // Somebody set the time of day, or the machine slept: only then did its uptime go on without the steady clock.
    if (Math.abs(parting - parts) > jump) {
      parts = parting
      const missing = up() - began.up - (at - began.steady)
      if (missing > shortestSleep) slept = Math.max(slept, missing)
    }
    return at + slept
  }
}

const here: TimeSources = {
  day: () => Date.now(),
  steady: () => Number(process.hrtime.bigint()) / 1e6,
  uptime() {
    try {
      return uptime() * 1_000
    } catch {
      // A sandbox may hide it.
      return Number.NaN
    }
  },
}
