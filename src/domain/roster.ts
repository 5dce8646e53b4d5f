import type { WakePolicy } from './bell.ts'
import type { AgentKind } from './priority.ts'

/** Registering and beating make alive, the end of a session freezes, only retiring makes dead. Silence never does. */
export const agentStates = ['alive', 'frozen', 'dead'] as const

export type AgentState = (typeof agentStates)[number]

/** Anyone with an address. Times are milliseconds since 1970. */
export type Agent = {
  readonly address: string
  /** The address as it was registered, where the normal form is shorter (`rig/crew/max` for `rig/max`). */
  readonly longForm: string | null
  readonly kind: AgentKind
  readonly role: string | null
  readonly swarm: string | null
  readonly tags: readonly string[]
  readonly session: string | null
  readonly pane: string | null
  /** The tmux server that the pane is of: socket and process id, as in `TMUX`. */
  readonly paneServer: string | null
  readonly state: AgentState
  readonly registeredAt: number
  readonly lastSeen: number | null
  readonly reportsTo: string | null
  readonly canComplete: boolean
  readonly watched: boolean
  /** Which mail rings its bell; `null`: as the settings say. */
  readonly wake: WakePolicy | null
  /** Patterns of those it may write to; empty is everyone (MAIL `comm_targets`). */
  readonly talksTo: readonly string[]
  /** How many messages it should send in an hour; `null` is its role's default. */
  readonly budget: number | null
  /** The name that it could be mistaken for, or the other role that another system gave its mailbox to. */
  readonly lookalike?: string
  /** It reported that it waits for mail (MAIL `await_message`), and has not been heard from since. */
  readonly waiting?: { readonly since: number; readonly reason: string }
}

/** An agent without its signs of life, which change while the version of the roster does not. */
export type RosterEntry = Omit<Agent, 'lastSeen' | 'waiting'>

export function isLiving(agent: Pick<Agent, 'state'>): boolean {
  return agent.state !== 'dead'
}

/** The roles an agent holds: its own, and each `role:x` tag. */
export function rolesOf(agent: Pick<Agent, 'role' | 'tags'>): readonly string[] {
  const tagged = agent.tags.filter((tag) => tag.startsWith('role:')).map((tag) => tag.slice('role:'.length))
  return agent.role === null ? tagged : [...new Set([agent.role, ...tagged])]
}

/** An agent belongs to the swarm in its `swarm` field, otherwise to the one that its address begins with. */
export function swarmOf(agent: Pick<Agent, 'swarm' | 'address'>): string | null {
  if (agent.swarm !== null) return agent.swarm
  const slash = agent.address.indexOf('/')
  return slash > 0 && slash < agent.address.length - 1 ? agent.address.slice(0, slash) : null
}

/**
 * The swarm of a new registration. An agent without one joins the store's swarm. People belong to no swarm unless they
 * say so.
 */
export function ownSwarm(
  known: Pick<Agent, 'swarm' | 'address' | 'kind'> | null,
  { address, kind = known?.kind }: { readonly address: string; readonly kind?: Agent['kind'] | undefined },
  own: string | null,
): { readonly swarm?: string } {
  if (own === null || kind === 'user' || kind === 'admin') return {}
  return swarmOf(known ?? { swarm: null, address }) === null ? { swarm: own } : {}
}

/**
 * Whether a longer form names another role than the one that holds their common normal form. A town's mayor and deacon
 * have no longer form; elsewhere a plain spelling may mean any role.
 */
export function isAnotherRole(
  holder: Pick<Agent, 'address' | 'longForm' | 'state'>,
  longForm: string | null,
): boolean {
  if (longForm === null || holder.state === 'dead' || longForm === holder.longForm) return false
  return holder.longForm !== null || holder.address.endsWith('/')
}

/** Unread mail by priority. */
export type UnreadCounts = {
  readonly urgent: number
  readonly high: number
  readonly normal: number
  readonly low: number
  readonly total: number
}

export const noUnread: UnreadCounts = { urgent: 0, high: 0, normal: 0, low: 0, total: 0 }

/** An actor that is not on the roster. */
export function unlisted(address: string, longForm: string | null, kind: Agent['kind'], now: number): Agent {
  return {
    address,
    longForm,
    kind,
    role: null,
    swarm: null,
    tags: [],
    session: null,
    pane: null,
    paneServer: null,
    state: 'alive',
    registeredAt: now,
    lastSeen: null,
    reportsTo: null,
    canComplete: false,
    watched: false,
    wake: null,
    talksTo: [],
    budget: null,
  }
}

/** Supervisors of agents that report to nobody, by address: a role is anybody's to claim. */
export const officers: readonly string[] = ['coo', 'mayor/']

export function isPerson({ kind }: Pick<Agent, 'kind'>): boolean {
  return kind === 'user' || kind === 'admin'
}
