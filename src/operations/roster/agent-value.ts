import type { Nudge } from '../../../store/mail-store.ts'
import { iso } from '../../domain/moment.ts'
import type { Agent, UnreadCounts } from '../../domain/roster.ts'

export type NudgeValue = {
  readonly at: string
  readonly from: string
  /** Who really acted, where that is another. */
  readonly actor: string
  readonly text: string
  /** `typed`, or why not. */
  readonly outcome: string
}

export function nudgeValue({ at, actor, principal, text, outcome }: Nudge): NudgeValue {
  return { at: iso(at), from: actor, actor: principal ?? actor, text, outcome }
}

export type AgentValue = {
  readonly address: string
  readonly longForm: string | null
  readonly kind: Agent['kind']
  readonly role: string | null
  readonly swarm: string | null
  readonly tags: readonly string[]
  readonly session: string | null
  readonly state: Agent['state']
  readonly lastSeen: string | null
  readonly pane: string | null
  readonly reportsTo: string | null
  readonly canComplete: boolean
  readonly watched: boolean
  readonly talksTo: readonly string[]
  /** The name that it could be mistaken for: set where an import found both. */
  readonly lookalike: string | null
  readonly unread: UnreadCounts
  /** The last lines that were typed into its terminal, or were to be; only where one agent is shown. */
  readonly nudges?: readonly NudgeValue[]
  /** Since when it waits for mail and for what, by its own word. */
  readonly waiting: { readonly since: string; readonly reason: string } | null
}

export function agentValue(agent: Agent, unread: UnreadCounts): AgentValue {
  const {
    address,
    longForm,
    kind,
    role,
    swarm,
    tags,
    session,
    state,
    pane,
    reportsTo,
    canComplete,
    watched,
    talksTo,
  } = agent
  return {
    address,
    longForm,
    kind,
    role,
    swarm,
    tags,
    session,
    state,
    lastSeen: iso(agent.lastSeen),
    pane,
    reportsTo,
    canComplete,
    watched,
    talksTo,
    lookalike: agent.lookalike ?? null,
    unread,
    waiting: agent.waiting === undefined ? null : { ...agent.waiting, since: iso(agent.waiting.since) },
  }
}
