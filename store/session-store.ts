import type { Letter } from '../src/domain/message.ts'
import type { AgentSession, Work } from '../src/domain/session.ts'
import type { Doer } from './page.ts'

/** Sessions of agents, and the work that each of them has taken. */
export type SessionStore = {
  find(agent: string, id: string): Promise<AgentSession | null>
  /** At most so many sessions of an agent, the last heard of first. */
  list(agent: string, most: number): Promise<readonly AgentSession[]>
  /**
   * Notes that a session is there; one that had ended is back. Without `process` the recorded one stays. `false` for an
   * agent whom the roster does not know.
   */
  beat(agent: string, id: string, process: string | null | undefined, at: number): Promise<boolean>
  /** Notes that a session ended. Its work stays as it is until `takeBack`. */
  end(agent: string, id: string, at: number): Promise<void>
  /** At most so many pieces of work that an agent, or anybody, has taken or is being handed: its own mail and claims. */
  work(agent: string | null, most: number): Promise<readonly Work[]>
  /**
   * Makes work unread again, or gives it back to its queue, where it is still at that attempt; a hold is released. Answers
   * what this call took back.
   */
  takeBack(doer: Doer, work: readonly Work[], at: number): Promise<readonly Work[]>
  /** At most so many copies of agents' own mail that came back and that nobody was shown since. */
  returned(most: number): Promise<readonly Letter[]>
  /**
   * What an agent has open that this session was never shown: read and owed, or in progress; the most pressing first.
   * Without a session, what any named session was shown. `session` of a row: which one was shown it last.
   */
  leftOpen(agent: string, session: string | null, most: number): Promise<readonly LeftOpen[]>
  /** Notes that a session was shown what earlier ones left open; `false` when it had been, or is not known. */
  brief(agent: string, session: string, at: number): Promise<boolean>
  /** Whether a session was shown what earlier ones left open. */
  isBriefed(agent: string, session: string): Promise<boolean>
}

export type LeftOpen = Letter & { readonly session: string | null; readonly life: AgentSession | null }
