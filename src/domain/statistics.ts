import type { EventWord } from './event.ts'
import type { Kind } from './kind.ts'

/** The counted period: from `since` to `until` in `buckets` equal parts. Milliseconds since 1970. */
export type Period = { readonly since: number; readonly until: number; readonly buckets: number }

/** How long answers took, in milliseconds; `null` where there are none. */
export type AnswerTimes = {
  readonly count: number
  readonly median: number | null
  readonly p90: number | null
  readonly longest: number | null
}

/** One mailbox: an agent's, or a queue's under its `queue:` address. */
export type BoxStatistics = {
  readonly address: string
  readonly sent: number
  readonly received: number
  readonly answers: AnswerTimes
  readonly unread: number
  /** When the oldest unread message came. */
  readonly oldest: number | null
  /** Unread at the end of each part of the period. */
  readonly backlog: readonly number[]
}

export type Statistics = {
  /** False if only the newest part of the period was counted. */
  readonly whole: boolean
  readonly sent: number
  readonly flow: readonly number[]
  readonly kinds: readonly (readonly [Kind, number])[]
  readonly deeds: readonly (readonly [EventWord, number])[]
  readonly answers: AnswerTimes
  /** By address. */
  readonly boxes: readonly BoxStatistics[]
}

type Box = { sent: number; received: number; readonly times: number[]; readonly growth: number[] }

/** Counts one period as its messages and events go by, each once. */
export function openTally(period: Period) {
  const flow = zeros(period.buckets)
  const kinds = new Map<Kind, number>()
  const deeds = new Map<EventWord, number>()
  const boxes = new Map<string, Box>()
  const times: number[] = []
  let sent = 0
  const boxOf = (address: string): Box => {
    let box = boxes.get(address)
    if (box === undefined) {
      box = { sent: 0, received: 0, times: [], growth: zeros(period.buckets) }
      boxes.set(address, box)
    }
    return box
  }
  const grow = (address: string, at: number, by: number): void =>
    add(boxOf(address).growth, bucketOf(period, at), by)

  return {
    message(from: string, kind: Kind, to: readonly string[], at: number): void {
      const bucket = bucketOf(period, at)
      sent += 1
      add(flow, bucket, 1)
      kinds.set(kind, (kinds.get(kind) ?? 0) + 1)
      boxOf(from).sent += 1
      for (const address of to) {
        const box = boxOf(address)
        box.received += 1
        add(box.growth, bucket, 1)
      }
    },
    /** Records the time of a first answer. */
    answer(who: string, took: number): void {
      times.push(took)
      boxOf(who).times.push(took)
    },
    deed(what: EventWord): void {
      deeds.set(what, (deeds.get(what) ?? 0) + 1)
    },
    /** A copy became unread (1) or stopped being so (-1). */
    waiting: grow,
    result(whole: boolean, now: (address: string) => Pick<BoxStatistics, 'unread' | 'oldest'>): Statistics {
      const inOrder = [...boxes].sort(([one], [other]) => (one < other ? -1 : 1))
      const all = inOrder.map(([address, box]): BoxStatistics => {
        const { unread, oldest } = now(address)
        const { sent, received, times, growth } = box
        return {
          address,
          sent,
          received,
          answers: answerTimes(times),
          unread,
          oldest,
          backlog: backlog(unread, growth),
        }
      })
      const counts = { kinds: [...kinds], deeds: [...deeds] }
      return { whole, sent, flow, ...counts, answers: answerTimes(times), boxes: all }
    },
    /** Adds a box even without activity. */
    also: (address: string): void => void boxOf(address),
  }
}

function zeros(length: number): number[] {
  return new Array<number>(length).fill(0)
}

function add(counts: number[], at: number, by: number): void {
  counts[at] = (counts[at] ?? 0) + by
}

/** Times outside the period count in the nearest part. */
export function bucketOf({ since, until, buckets }: Period, at: number): number {
  const place = Math.floor(((at - since) / (until - since)) * buckets)
  return Math.min(Math.max(place, 0), buckets - 1)
}

/** Computed backwards from the current backlog. Expiry is not logged, so the result is kept at 0 or above. */
export function backlog(now: number, growth: readonly number[]): readonly number[] {
  const counts: number[] = []
  let waiting = now
  for (const grown of growth.toReversed()) {
    counts.unshift(Math.max(0, waiting))
    waiting -= grown
  }
  return counts
}

export function answerTimes(times: readonly number[]): AnswerTimes {
  const sorted = times.toSorted((one, other) => one - other)
  const at = (share: number): number | null =>
    sorted[Math.max(0, Math.ceil(sorted.length * share) - 1)] ?? null
  return { count: sorted.length, median: at(0.5), p90: at(0.9), longest: sorted.at(-1) ?? null }
}
