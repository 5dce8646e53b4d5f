import type { AgentSession, SessionLife } from '../../domain/session.ts'
import type { Context } from '../context.ts'

/** Checks whether sessions are alive, looking at each process once. */
export function livesOf({ processes }: Context): (session: AgentSession | null) => Promise<SessionLife> {
  const known = new Map<string, Promise<SessionLife>>()
  return async (session) => {
    if (session === null) return 'unknown'
    if (session.endedAt !== null) return 'ended'
    if (session.process === null || processes === undefined) return 'unknown'
    const life = known.get(session.process) ?? lifeOf(processes, session.process)
    known.set(session.process, life)
    return life
  }
}

export async function lifeOf(
  processes: NonNullable<Context['processes']>,
  process: string,
): Promise<SessionLife> {
  if (await processes.hasEnded(process)) return 'ended'
  return (await processes.isAlive(process)) ? 'alive' : 'unknown'
}
