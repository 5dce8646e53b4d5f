import * as z from 'zod/mini'
import { fleetStates } from '../domain/fleet.ts'
import { way } from './bells-schema.ts'
import { count, messageId, nextPage, time, type Value } from './schema-parts.ts'
import { asked } from './sessions-schema.ts'

/** A terminal inbox that is open. */
export const presence = z.object({
  terminal: z.string(),
  who: z.string(),
  /** The thread that it shows. */
  thread: z.nullable(messageId),
  /** The subject of that thread. */
  subject: z.nullable(z.string()),
  replying: z.boolean(),
  /** The agent that the person acts as. */
  acting: z.nullable(z.string()),
  seenAt: time,
})
export type PresenceValue = Value<typeof presence>
export const presences = z.object({ presence: z.array(presence) })
/** A terminal that has just said that it is open, and the others. */
export const present = z.extend(presence, { others: z.array(presence) })
export const left = z.object({ terminal: z.string() })

/** The supervisor of a thread, and who assigned it when. */
export const assignment = z.object({ thread: messageId, supervisor: z.string(), by: z.string(), at: time })
export type AssignmentValue = Value<typeof assignment>
export const assigned = z.extend(assignment, { previous: z.nullable(z.string()) })

/** One agent on the board of the fleet. */
const fleetRow = z.object({
  agent: z.string(),
  state: z.enum(fleetStates),
  asks: z.nullable(asked),
  role: z.nullable(z.string()),
  swarm: z.nullable(z.string()),
  /** The work that it took or renewed last, since when, and when its lease ends. */
  work: z.nullable(
    z.object({
      message: messageId,
      thread: messageId,
      subject: z.string(),
      task: z.nullable(z.string()),
      /** The queue that it was claimed from. */
      queue: z.nullable(z.string()),
      since: z.nullable(time),
      until: z.nullable(time),
    }),
  ),
  /** How many pieces of work it has in progress. */
  works: count,
  lastSeen: z.nullable(time),
  unread: count,
  /** When its longest waiting unread mail arrived. */
  oldest: z.nullable(time),
  /** Answers that it owes. */
  owed: count,
  /** Messages and items that it failed since midnight, local time. */
  failedToday: count,
  session: z.nullable(z.string()),
  pane: z.nullable(z.string()),
  /** The best way by which a bell reaches it; `null`: none is known. */
  bell: way,
  /** How many paths it has reserved. */
  reserved: count,
  /** The title of its tmux pane, if that was asked for: any program may have set it. */
  title: z.optional(z.string()),
  /** How much it sent and changed in each part of the last hour, if that was asked for and is not nothing. */
  pulse: z.optional(z.array(count)),
  /**
   * The tokens in the context of its session and how many fit, as its coding agent wrote them on this machine, if that was asked for
   * and is known.
   */
  context: z.optional(z.object({ tokens: count, window: z.nullable(count) })),
})
export type FleetRowValue = Value<typeof fleetRow>
/** `counts` leave the filter by state aside. */
export const fleet = z.object({
  fleet: z.array(fleetRow),
  counts: z.object({ waiting: count, silent: count, working: count, idle: count, ended: count }),
  next: nextPage,
})
