import type { Decision, PermissionRequest } from '../src/domain/approval.ts'
import type { AskKind, PersonAsked } from '../src/domain/asking.ts'
import type { BellWay, Silence, WakePolicy } from '../src/domain/bell.ts'
import type { Letter } from '../src/domain/message.ts'
import type { Priority } from '../src/domain/priority.ts'
import type { AgentSession, Work } from '../src/domain/session.ts'
import type { Doer } from './page.ts'

/** Sessions of agents, and the work that each of them has taken. */
export type SessionStore = {
  find(agent: string, id: string): Promise<AgentSession | null>
  /** Sessions of an agent, most recently heard from first, up to a limit. */
  list(agent: string, most: number): Promise<readonly AgentSession[]>
  /** Sessions of any agent that were recorded in one of these processes, most recently heard from first. */
  inProcesses(processes: readonly string[]): Promise<readonly AgentSession[]>
  /**
   * Notes that a session is there; one that had ended is back. Without `process` the recorded one stays. `bySelf`: the
   * agent itself was heard from, not somebody in its name. `false` for an agent that the roster does not know.
   */
  beat(
    agent: string,
    id: string,
    process: string | null | undefined,
    at: number,
    bySelf?: boolean,
  ): Promise<boolean>
  /** Notes how a bell reaches a session that is known; `null`: it cannot be reached. */
  reach(agent: string, id: string, way: BellWay | null): Promise<void>
  /** Notes that a session ended. Its work stays as it is until `takeBack`. */
  end(agent: string, id: string, at: number): Promise<void>
  /** Work that one agent, or any, has taken or is receiving: its own mail and claims, up to a limit. */
  work(agent: string | null, most: number): Promise<readonly Work[]>
  /**
   * Makes work unread again, or gives it back to its queue, where it is still at that attempt; a hold is released. Answers
   * what this call took back.
   */
  takeBack(doer: Doer, work: readonly Work[], at: number): Promise<readonly Work[]>
  /** Returned copies of agents' own mail that have not been shown since, up to a limit. */
  returned(most: number): Promise<readonly Letter[]>
  /**
   * Open mail that this session was never shown: read and owed, or in progress; most urgent first. Without a session,
   * mail that any named session left open.
   */
  leftOpen(agent: string, session: string | null, most: number): Promise<readonly LeftOpen[]>
  /** Notes that a session was shown what earlier ones left open; `false` when it had been, or is not known. */
  brief(agent: string, session: string, at: number): Promise<boolean>
  /** Whether a session was shown what earlier ones left open. */
  isBriefed(agent: string, session: string): Promise<boolean>
  /**
   * Sessions in known processes that began before then, have not ended, and were never shown what earlier ones left open, where
   * no other session of the agent was that is of the same process or was heard of since. Most recently heard from first, up to a limit.
   */
  unbriefed(before: number, most: number): Promise<readonly AgentSession[]>
}

export type LeftOpen = Letter & { readonly session: string | null; readonly life: AgentSession | null }

/** A session, or a helper within it, that waits for a person. */
export type Asking = PersonAsked & {
  readonly agent: string
  /** `null`: its coding agent did not name it. */
  readonly sessionId: string | null
  /** The session's entry in the roster. */
  readonly session: AgentSession | null
  /** The helper (subagent) that waits; `null` for the agent itself. */
  readonly helper: string | null
}

/** Which waits of an agent: of one session, and within it of one helper; `null` is the agent itself. */
export type AskScope = { readonly session?: string | null; readonly helper?: string | null }

/** Sessions of agents that wait for a person. */
export type AskStore = {
  /**
   * Notes that a session waits. A notice may repeat a known wait: it changes nothing if the session already waits for
   * something as pressing. `false`: nothing was noted, or the roster does not know the agent.
   */
  note(asked: {
    readonly agent: string
    readonly session: string | null
    readonly helper: string | null
    readonly kind: AskKind
    readonly reason: string
    readonly isNotice: boolean
    readonly at: number
  }): Promise<boolean>
  /** They go on, or are gone. Answers how many had waited. */
  clear(agent: string, scope?: AskScope): Promise<number>
  /** Waiting sessions of agents that are alive, of one agent or of all: most pressing first, then longest. */
  list(agent?: string): Promise<readonly Asking[]>
}

/** A request, and what became of it. */
export type StoredRequest = PermissionRequest & {
  readonly helper: string | null
  /** The process of the hook that waits, where it is known. */
  readonly process: string | null
  /** When its hook took a decision, or stopped waiting for one. */
  readonly takenAt: number | null
  readonly closedAt: number | null
}

/** A person's decision, or an attempt at one. */
export type Approval = {
  readonly at: number
  readonly agent: string
  readonly request: string
  readonly verdict: string
  /** The agent named as decider, and the real actor if that is another. */
  readonly by: string
  readonly principal: string | null
  /** `given`, or why it was refused. */
  readonly outcome: string
}

export type NewApproval = Approval & { readonly digest: string; readonly signature: string | null }

/** Requests of coding agents whose hooks wait for a person. Nothing here decides: a hook believes a signature alone. */
export type RequestStore = {
  /** A hook begins to wait. */
  open(request: Omit<StoredRequest, 'takenAt' | 'closedAt'>): Promise<void>
  find(id: string): Promise<StoredRequest | null>
  /** The request of a wait that began at that moment; `null` if its hook asked for no decision. */
  of(asked: {
    readonly agent: string
    readonly session: string | null
    readonly helper: string | null
    readonly since: number
  }): Promise<StoredRequest | null>
  /** Notes a decision, or a refused one. Both stay. */
  note(approval: NewApproval): Promise<void>
  /** The decisions that were given for a request, in their order. */
  decisions(id: string): Promise<readonly Decision[]>
  /** The hook takes a decision: `true` once for each request, and never after it was closed. */
  take(id: string, at: number): Promise<boolean>
  /** The hook waits no longer. */
  close(id: string, at: number): Promise<void>
  /** The last decisions about an agent's requests, newest first. */
  approvals(agent: string, most: number): Promise<readonly Approval[]>
}

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
