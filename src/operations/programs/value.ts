import type { RunOutcome } from '../../domain/run.ts'

export type RanValue = {
  readonly message: string
  readonly from: string
  readonly outcome: RunOutcome
  readonly exit: number | null
  readonly signal: string | null
  readonly reason: string | null
  /** The answer that its output became. */
  readonly reply: string | null
  readonly milliseconds: number
}
