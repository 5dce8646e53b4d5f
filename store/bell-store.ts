import type { BellWay, Silence, WakePolicy } from '../src/domain/bell.ts'
import type { Priority } from '../src/domain/priority.ts'

/** A bell that was rung, or was to be, for an agent that had mail and did nothing about it. Times are milliseconds since 1970. */
export type Bell = {
  readonly id: number
  readonly agent: string
  /** The session that it was rung in, where one is known. */
  readonly session: string | null
  readonly at: number
  readonly way: BellWay
  /** The most pressing mail that it was rung for. */
  readonly message: number
  readonly thread: number
  readonly priority: Priority
  /** `rung`, or why nobody heard it; `null` while it is being rung. */
  readonly outcome: string | null
  /** When the agent turned to its mail afterwards. */
  readonly answeredAt: number | null
}

export type BellStore = {
  /**
   * Which of these agents (of all: `null`) have a session or a pane that a bell could reach, and mail that it should be
   * rung for by their own policy, or by `wake` where they have none.
   */
  due(
    agents: readonly string[] | null,
    wake: WakePolicy,
    now: number,
  ): Promise<readonly { readonly agent: string; readonly since: number }[]>
  /** Since when an agent should be rung for, or why it should not. */
  judge(agent: string, wake: WakePolicy, now: number): Promise<{ readonly since: number } | Silence>
  /**
   * Claims the bell for the caller, who then rings it. Of several callers at the same moment, one gets it and settles it; one
   * that is not settled counts as failed after `longestRing`.
   */
  claim(
    agent: string,
    by: { readonly session: string | null; readonly way: BellWay },
    wake: WakePolicy,
    now: number,
  ): Promise<Bell | Silence>
  /** The unread mail of the bell's owner now; `null` if the mail that it was rung for has been dealt with since. */
  standing(bell: number, now: number): Promise<{ readonly total: number; readonly urgent: number } | null>
  /**
   * Notes how it went, by which way and in which session in the end, and in the history of the message. Once; a later one
   * is ignored. `silent`: nothing was rung, since the mail was dealt with: the bell is forgotten.
   */
  settle(
    bell: number,
    end: { readonly outcome: string; readonly way: BellWay; readonly session: string | null } | 'silent',
    at: number,
  ): Promise<void>
  /** The last bells of an agent, newest first. */
  list(agent: string, most: number): Promise<readonly Bell[]>
  /** The last bell of each agent that was rung before then and that it has not answered, the oldest first. */
  unanswered(before: number, now: number, most: number): Promise<readonly Bell[]>
  /** The best way to each of these agents that its open sessions have noted, or its pane; in the order asked. */
  ways(agents: readonly string[]): Promise<readonly (BellWay | null)[]>
}
