import { wholeEnd } from './whole-text.ts'

/**
 * The outcome of a message that a program was started for. `unreadable`: no program was started, because the body is
 * lost.
 */
export const runOutcomes = ['completed', 'failed', 'released', 'unreadable'] as const
export type RunOutcome = (typeof runOutcomes)[number]

/** How a program ended. */
export type Ended = {
  readonly exit: number | null
  /** The signal that killed it. */
  readonly signal: string | null
  /** The end of its standard error. */
  readonly complaint: string
}

const longestReason = 1000

/** The reason of a failure, for the sender: the program's last complaint, and how it ended. */
export function reasonOf(ended: Ended, timeout: string | null, how = howItEnded(ended, timeout)): string {
  const { complaint } = ended
  const said = complaint.trim()
  if (said === '') return how
  const tail = said.length > longestReason ? `… ${wholeEnd(said, longestReason)}` : said
  return `${how}: ${tail}`
}

function howItEnded({ exit, signal }: Ended, timeout: string | null): string {
  if (timeout !== null) return `timed out after ${timeout}`
  return signal !== null ? `killed by ${signal}` : `exit code ${exit ?? '?'}`
}
