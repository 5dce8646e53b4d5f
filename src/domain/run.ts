/** What came of a message that a program was started for. `unreadable`: none was, since its body is lost. */
export const runOutcomes = ['completed', 'failed', 'released', 'unreadable'] as const
export type RunOutcome = (typeof runOutcomes)[number]

/** How a program ended. */
export type Ended = {
  readonly exit: number | null
  /** What killed it. */
  readonly signal: string | null
  /** The last that it said on standard error. */
  readonly complaint: string
}

const longestReason = 1000

/** Why a message failed, for its sender: what the program complained of last, and how it ended. */
export function reasonOf({ exit, signal, complaint }: Ended, timeout: string | null): string {
  const how =
    timeout !== null
      ? `timed out after ${timeout}`
      : signal !== null
        ? `killed by ${signal}`
        : `exit code ${exit ?? '?'}`
  const said = complaint.trim()
  if (said === '') return how
  const tail = said.length > longestReason ? `… ${said.slice(-longestReason)}` : said
  return `${how}: ${tail}`
}
