import type { Reservation } from '../src/domain/reservation.ts'
import type { AgentSession } from '../src/domain/session.ts'
import type { Author } from './page.ts'

/** A claim that stands, and the session that it was made in. */
export type HeldReservation = Reservation & {
  readonly sessionId: string | null
  /** The session's entry in the roster. */
  readonly session: AgentSession | null
}

export type NewReservations = Pick<Reservation, 'project' | 'shared' | 'until'> & {
  readonly paths: readonly string[]
}

/**
 * Advisory claims on paths. They stand while their time runs, their agent is alive, and their session has not ended. Every
 * change enters the journal of its actor.
 */
export type ReservationStore = {
  /**
   * Reserves all the paths for the actor in its session, or none of them: returns the conflicting claims of others,
   * at most 100; none if all is reserved. An earlier reservation of the actor under the same path is replaced.
   * @throws `conflict` the actor would have more than it may
   */
  reserve(author: Author, wanted: NewReservations): Promise<readonly HeldReservation[]>
  /** Ends claims of the actor: on these paths of a project, or (`null`) all. Answers what it ended. */
  release(
    author: Author,
    which: { readonly project: string; readonly paths: readonly string[] } | null,
  ): Promise<readonly Reservation[]>
  /** Ends the claims of an agent, or of one session of it. Answers how many there were. */
  end(author: Author, agent: string, session?: string | null): Promise<number>
  /** The claims that stand now, of one project or of all, by path and agent. */
  list(project: string | null, now: number): Promise<readonly HeldReservation[]>
}
