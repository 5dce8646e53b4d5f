import type { BellWay } from './bell.ts'
import { leaseTime, type Returned } from './delivery.ts'
import { ageOf } from './moment.ts'

/** One conversation of a coding agent, one runner, or one tool client. Times are milliseconds since 1970. */
export type AgentSession = {
  readonly agent: string
  readonly id: string
  readonly startedAt: number
  /** The last sign of life. */
  readonly beatAt: number
  /** When it said that it ended. */
  readonly endedAt: number | null
  /** The opaque name of the process that it lives in, where that is known. */
  readonly process: string | null
  /** How a bell reaches it. */
  readonly way: BellWay | null
}

/** `unknown`: it did not report its end, and its process cannot be checked from here. */
export const sessionLives = ['alive', 'ended', 'unknown'] as const
export type SessionLife = (typeof sessionLives)[number]

/** One copy that an agent has taken or is receiving now. */
export type Work = {
  readonly owner: string
  readonly message: number
  readonly attempt: number
  /** The agent that took it: the owner, or the claimant from a queue. */
  readonly holder: string
  /** `null`: it was taken by a command that knew no session. */
  readonly session: AgentSession | null
  /** The name of the session, even if nothing else is known about it. */
  readonly sessionId: string | null
  /** A hold lasts while mail is printed; a lease while it is worked on. */
  readonly kind: 'hold' | 'lease'
  readonly takenAt: number
  readonly until: number | null
}

/**
 * Whether another session of the same agent may take over this work. Silence does not prove that a living process
 * stopped; if the process cannot be checked, the lease and the same time again must pass.
 */
export function isAbandoned(work: Work, life: SessionLife, now: number): boolean {
  if (life !== 'unknown') return life === 'ended'
  if (work.kind === 'hold') return false
  // A time in the future was recorded by a wrong clock: it proves no life.
  const times = [work.takenAt, work.session?.beatAt ?? 0].filter((at) => at <= now)
  const lease = isRunner(work.sessionId) ? runLease : leaseTime
  return (work.until ?? 0) + lease <= now && Math.max(0, ...times) + 2 * lease <= now
}

/** A runner renews its leases three times in this time, so that little is lost where nobody can look at its process. */
export const runLease = 120_000

/** A runner keeps its lease for as long as its program lives: work of no other session shows that it goes on. */
export const runnerPrefix = 'run:'
const ownNames = { run: runnerPrefix, mcp: 'mcp:' } as const

/** The session name of a runner or a tool client: no other process has it. */
export function ownSession(face: keyof typeof ownNames, agent: string, process: string): string {
  return `${ownNames[face]}${agent}#${process}`
}

/** Whether a hold is that of a tool client of the agent. */
export function isOfToolClient(heldBy: string | null, agent: string): boolean {
  return heldBy?.startsWith(`${ownNames.mcp}${agent}#`) ?? false
}

export function isRunner(session: string | null): session is string {
  return session?.startsWith(ownNames.run) ?? false
}

/** Whether a session is a conversation, in which an agent's hooks and commands run. */
export function isConversation(session: string | null): session is string {
  return session !== null && !Object.values(ownNames).some((prefix) => session.startsWith(prefix))
}

/** The note about returned work. */
export function returnedWords({ by, takenAt }: Returned, reader: string, now: number): string {
  const who = by === reader ? 'your earlier session' : by
  return `taken by ${who} ${ageOf(takenAt, now)} ago`
}
