import type { RosterStore } from '../store/mail-store.ts'
import { MailError } from './domain/errors.ts'
import { type Agent, isPerson } from './domain/roster.ts'
import type { AgentSession } from './domain/session.ts'

/** What surrounds the program: processes above it, which no variable changes. */
export type Surroundings = {
  /** The sessions that recorded the process which this program runs in, most recently heard from first. */
  sessions(): Promise<readonly AgentSession[]>
  /** Whether an agent runs this. Where that is certain no other program is asked. */
  isAgent(): Promise<boolean>
  /** Whether a living process that is not above this program has a session of the agent. */
  livesElsewhere(agent: string): Promise<boolean>
}

type Question = {
  readonly roster: RosterStore
  readonly surroundings: Surroundings
  readonly looks?: boolean
}

/** The agents in whose session this program runs, whatever its variables say. */
export async function recordedAgents({ roster, surroundings, looks }: Question): Promise<readonly Agent[]> {
  if (looks === true) return []
  const names = new Set((await surroundings.sessions()).map(({ agent }) => agent))
  const agents = await Promise.all([...names].map((name) => roster.find(name)))
  return agents.filter((agent) => agent !== null && agent.state !== 'dead' && !isPerson(agent)) as Agent[]
}

/**
 * An agent whose session is known takes no name or session of another that lives elsewhere, unless it supervises that one.
 * @throws MailError `not-allowed`
 */
export async function requireUnclaimed(
  { surroundings }: Question,
  claimed: Agent,
  own: readonly Agent[],
): Promise<void> {
  const [first] = own
  if (first === undefined || isPerson(claimed)) return
  const isOwn = own.some(({ address }) => address === claimed.address || address === claimed.reportsTo)
  if (isOwn || !(await surroundings.livesElsewhere(claimed.address))) return
  throw new MailError(
    'not-allowed',
    `This is the session of ${first.address}, and ${claimed.address} has a living session of its own; nothing was done.`,
    `Act as ${first.address}. A person or a supervisor of ${claimed.address} may act as ${claimed.address}.`,
  )
}
