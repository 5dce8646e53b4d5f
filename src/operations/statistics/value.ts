import type { EventWord } from '../../domain/event.ts'
import type { Kind } from '../../domain/kind.ts'
import type { AnswerTimes, BoxStatistics } from '../../domain/statistics.ts'

/** Lengths of time are seconds. */
export type AnswersValue = {
  readonly count: number
  readonly median: number | null
  readonly p90: number | null
  readonly longest: number | null
}

export type BoxStatsValue = {
  readonly address: string
  readonly sent: number
  readonly received: number
  readonly answers: AnswersValue
  readonly unread: number
  /** How long the oldest unread message waits. */
  readonly oldest: number | null
  /** Unread at the end of each part of the period. */
  readonly backlog: readonly number[]
}

export type StatsValue = {
  readonly since: string
  readonly until: string
  /** The length of each part. */
  readonly bucket: number
  /** False where more happened than was looked at: only the newest was counted. */
  readonly whole: boolean
  readonly messages: { readonly count: number; readonly perHour: number; readonly flow: readonly number[] }
  readonly kinds: readonly { readonly kind: Kind; readonly count: number }[]
  readonly deeds: readonly { readonly what: EventWord; readonly count: number }[]
  /** Counters to claims; `null` without a claim. */
  readonly debate: { readonly claims: number; readonly counters: number; readonly ratio: number | null }
  readonly answers: AnswersValue
  readonly agents: readonly BoxStatsValue[]
  readonly queues: readonly BoxStatsValue[]
}

const seconds = (time: number | null): number | null => (time === null ? null : time / 1000)

export function answersValue({ count, median, p90, longest }: AnswerTimes): AnswersValue {
  return { count, median: seconds(median), p90: seconds(p90), longest: seconds(longest) }
}

export function boxValue(box: BoxStatistics, now: number): BoxStatsValue {
  const { answers, oldest } = box
  return { ...box, answers: answersValue(answers), oldest: oldest === null ? null : seconds(now - oldest) }
}
