import type { BellWay } from '../src/domain/bell.ts'
import type { Letter } from '../src/domain/message.ts'
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
