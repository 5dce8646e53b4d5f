import * as z from 'zod/mini'
import { actorSources } from '../domain/acting.ts'
import { wakePolicies } from '../domain/bell.ts'
import { fleetStates } from '../domain/fleet.ts'
import { agentKinds } from '../domain/priority.ts'
import { agentStates } from '../domain/roster.ts'
import { approval } from './approvals-schema.ts'
import { bell, way } from './bells-schema.ts'
import { unreadCounts } from './mail-schema.ts'
import { reservation } from './reservations-schema.ts'
import { count, nextPage, time, type Value } from './schema-parts.ts'
import { asked, session } from './sessions-schema.ts'

export const agent = z.object({
  address: z.string(),
  longForm: z.nullable(z.string()),
  kind: z.enum(agentKinds),
  role: z.nullable(z.string()),
  swarm: z.nullable(z.string()),
  tags: z.array(z.string()),
  session: z.nullable(z.string()),
  state: z.enum(agentStates),
  /** Its state, as `watchpost fleet` shows it. */
  activity: z.enum(fleetStates),
  /** Messages and items that it failed since midnight, local time. */
  failedToday: count,
  asks: z.nullable(asked),
  lastSeen: z.nullable(time),
  pane: z.nullable(z.string()),
  reportsTo: z.nullable(z.string()),
  canComplete: z.boolean(),
  watched: z.boolean(),
  /** Which mail rings its bell; `null`: as the settings say. */
  wake: z.nullable(z.enum(wakePolicies)),
  /** The best way by which a bell reaches it; `null`: none is known. */
  bell: way,
  talksTo: z.array(z.string()),
  /** The name that it could be mistaken for; set if an import found both. */
  lookalike: z.nullable(z.string()),
  unread: unreadCounts,
  /** Since when it waits for mail and for what, as it reported. */
  waiting: z.nullable(z.object({ since: time, reason: z.string() })),
})
export type AgentValue = Value<typeof agent>
export const agents = z.object({ agents: z.array(agent), next: nextPage })

/** A line that was typed into the agent's terminal, or was meant to be. */
const nudge = z.object({
  at: time,
  from: z.string(),
  /** The actual actor, if that is not `from`. */
  actor: z.string(),
  text: z.string(),
  /** `typed`, or why not. */
  outcome: z.string(),
})
export type NudgeValue = Value<typeof nudge>

/** One agent, with the last nudges, bells and decisions, its sessions and what each of them works on. */
export const shownAgent = z.extend(agent, {
  nudges: z.array(nudge),
  bells: z.array(bell),
  approvals: z.array(approval),
  reservations: z.array(reservation),
  sessions: z.array(session),
})

export const whoami = z.object({
  address: z.nullable(z.string()),
  /** What that is; `null` for nobody. */
  kind: z.nullable(z.enum(agentKinds)),
  actor: z.string(),
  how: z.enum(actorSources),
  session: z.nullable(z.string()),
})
/** The content of its terminal: text of any program, not of Watchpost. */
export const peeked = z.object({ agent: z.string(), pane: z.string(), lines: z.array(z.string()) })
export const nudged = z.object({ pane: z.string() })
export const primed = z.object({ text: z.string() })
