import type { AgentKind } from '../src/domain/priority.ts'
import type { AgentState } from '../src/domain/roster.ts'

export type FleetStore = {
  /**
   * The state of every agent that is not retired (`retired`: of those too), by address: a supervisor's board. All
   * counts are exact, and come from indexes and counters: the cost follows the agents, not their mail. `failedSince`:
   * since when failures are counted.
   */
  survey(asked: {
    readonly now: number
    readonly failedSince: number
    readonly retired?: boolean
  }): Promise<readonly AgentSurvey[]>
  /**
   * The work in progress, the owed answers and the failures of each of these, in the order asked. `failedSince`: since when
   * failures are counted; `null`: not at all.
   */
  duties(addresses: readonly string[], failedSince: number | null): Promise<readonly AgentDuties[]>
  /** How much each agent sent and changed in each of `buckets` parts of a period; an agent that did nothing is left out. */
  pulse(period: {
    readonly since: number
    readonly until: number
    readonly buckets: number
  }): Promise<readonly AgentPulse[]>
}

export type AgentPulse = { readonly address: string; readonly parts: readonly number[] }

export type AgentDuties = {
  readonly works: number
  readonly owed: number
  /** Copies and items that it failed, and whose failure was not undone. */
  readonly failed: number
}

export type AgentSurvey = AgentDuties & {
  readonly address: string
  readonly kind: AgentKind
  readonly role: string | null
  readonly swarm: string | null
  readonly session: string | null
  readonly pane: string | null
  /** The tmux server of the pane. */
  readonly paneServer: string | null
  readonly state: AgentState
  readonly registeredAt: number
  readonly lastSeen: number | null
  readonly watched: boolean
  /** It reported that it waits for mail, and has not been heard from since. */
  readonly waitsForMail: boolean
  readonly unread: number
  /** When the unread mail that has waited longest arrived. */
  readonly oldest: number | null
  /** Of several pieces of work the one whose lease lasts longest: it was taken or renewed last. */
  readonly work: SurveyedWork | null
}

export type SurveyedWork = {
  readonly message: number
  readonly thread: number
  readonly task: string | null
  readonly subject: string
  /** The agent itself, or the queue that it was claimed from. */
  readonly owner: string
  readonly takenAt: number | null
  /** The end of the lease; `null` for work without one. */
  readonly until: number | null
}
