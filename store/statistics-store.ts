import type { EventWord } from '../src/domain/event.ts'
import type { Period, Statistics } from '../src/domain/statistics.ts'

/** One thing that an agent did, sent or got. */
export type Moment = {
  readonly at: number
  readonly what: EventWord | 'got'
  readonly message: number
  readonly subject: string
  readonly kind: string
  /** Its sender, or the owner of the copy that it was about. */
  readonly other: string
}

export type StatisticsStore = {
  /** The statistics of a period, from its messages and changes alone: at most the newest 200,000 of each. */
  read(period: Period): Promise<Statistics>
  /** An agent's sent mail, received mail and changes, newest first. The cursor holds one position for each of the three. */
  timeline(
    agent: string,
    page: { readonly limit: number; readonly after: string | null },
  ): Promise<{ readonly rows: readonly Moment[]; readonly next: string | null }>
}
