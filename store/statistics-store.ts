import type { EventWord } from '../src/domain/event.ts'
import type { Period, Statistics } from '../src/domain/statistics.ts'

/** One thing that an agent did, sent or got. */
export type Moment = {
  readonly at: number
  readonly what: EventWord | 'got'
  readonly message: number
  readonly subject: string
  readonly kind: string
  /** Who it came from, or whose copy it was about. */
  readonly other: string
}

export type StatisticsStore = {
  /** What happened in a period, by walks over its messages and deeds alone: at most the newest 200,000 of each. */
  read(period: Period): Promise<Statistics>
  /** What an agent sent, got and did, newest first. The cursor stands for three places: of what was sent, got and done. */
  timeline(
    agent: string,
    page: { readonly limit: number; readonly after: string | null },
  ): Promise<{ readonly rows: readonly Moment[]; readonly next: string | null }>
}
