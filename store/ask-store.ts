import type { AskKind, PersonAsked } from '../src/domain/asking.ts'
import type { AgentSession } from '../src/domain/session.ts'

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
