import type { Agent } from './roster.ts'

/** How the actor was found, as `whoami` reports it. `none`: in an agent's session that names no agent. */
export const actorSources = ['flag', 'environment', 'default', 'session', 'pane', 'person', 'none'] as const
export type ActorSource = (typeof actorSources)[number]

/** The actual actor: an agent, or a coding agent's session without an agent's name. */
export type Principal = Pick<Agent, 'address' | 'kind'>

/**
 * How a command works in an agent's session that names no agent: for nobody, or looking at the mail of the person at the
 * keyboard.
 */
export type Nameless = 'nobody' | 'person'
