import type { AgentDuties, Approval, Bell, Nudge } from '../../../store/mail-store.ts'
import type { PersonAsked } from '../../domain/asking.ts'
import type { BellWay } from '../../domain/bell.ts'
import { type FleetState, fleetStateOf } from '../../domain/fleet.ts'
import { shortId } from '../../domain/id.ts'
import { iso } from '../../domain/moment.ts'
import type { Agent, UnreadCounts } from '../../domain/roster.ts'
import type { ApprovalValue } from '../../values/approvals-schema.ts'
import type { BellValue } from '../../values/bells-schema.ts'
import type { AgentValue, NudgeValue } from '../../values/roster-schema.ts'
import type { Context } from '../context.ts'
import { askedValue } from '../sessions/asked-value.ts'

export function nudgeValue({ at, actor, principal, text, outcome }: Nudge): NudgeValue {
  return { at: iso(at), from: actor, actor: principal ?? actor, text, outcome }
}

export function approvalValue({ at, request, verdict, by, principal, outcome }: Approval): ApprovalValue {
  return { at: iso(at), request, verdict, by, actor: principal ?? by, outcome }
}

/** The state of an agent on the board of the fleet. */
export function activityOf(
  agent: Agent,
  { works, owed, asks }: Pick<AgentDuties, 'works' | 'owed'> & { readonly asks: PersonAsked | null },
  { now, settings }: Pick<Context, 'now' | 'settings'>,
): FleetState {
  const { state, kind, lastSeen, registeredAt, watched } = agent
  const waitsForMail = agent.waiting !== undefined
  // Without spreads: rosters of thousands are asked for after every change.
  const facts = {
    state,
    kind,
    lastSeen,
    registeredAt,
    watched,
    waitsForMail,
    works,
    owed,
  }
  return fleetStateOf(facts, asks, now(), settings.patrol.silentAfter)
}

export function bellValue({ at, way, session, message, outcome, answeredAt }: Bell): BellValue {
  return { at: iso(at), way, session, message: shortId(message), outcome, answeredAt: iso(answeredAt) }
}

type AgentFacts = {
  readonly activity: FleetState
  readonly failedToday: number
  readonly asks: PersonAsked | null
  readonly bell: BellWay | null
}

export function agentValue(
  agent: Agent,
  unread: UnreadCounts,
  { activity, failedToday, asks, bell }: AgentFacts,
): AgentValue {
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
    wake,
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
    activity,
    failedToday,
    asks: asks === null ? null : askedValue(asks),
    lastSeen: iso(agent.lastSeen),
    pane,
    reportsTo,
    canComplete,
    watched,
    wake,
    bell,
    talksTo,
    lookalike: agent.lookalike ?? null,
    unread,
    waiting: agent.waiting === undefined ? null : { ...agent.waiting, since: iso(agent.waiting.since) },
  }
}
