import type { Nudge } from '../../../store/mail-store.ts'
import { iso } from '../../domain/moment.ts'
import type { Agent, UnreadCounts } from '../../domain/roster.ts'
import type { AgentValue, NudgeValue } from './schema.ts'

export function nudgeValue({ at, actor, principal, text, outcome }: Nudge): NudgeValue {
  return { at: iso(at), from: actor, actor: principal ?? actor, text, outcome }
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
