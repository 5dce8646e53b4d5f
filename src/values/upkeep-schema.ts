import * as z from 'zod/mini'
import { redispatchDecisions } from '../domain/redispatch.ts'
import { count, messageId, problems, time, type Value } from './schema-parts.ts'

/** Something that a patrol did, or would do. */
const act = z.object({
  act: z.enum([
    'snoozes',
    'leases',
    'claims',
    'dead-letters',
    'failures',
    'taken-back',
    'tasks',
    'drafts',
    'retention',
    'archive',
    'overdue',
    'deadlines',
    'escalations',
    'silence',
    'bells',
    'redispatch',
    'debates',
    'handlers',
    'alerts',
    'index',
    'cold',
    'seal',
    'checkpoint',
  ]),
  what: z.string(),
  why: z.string(),
  /** The messages that it concerned or sent. */
  messages: z.array(messageId),
})
export type ActValue = Value<typeof act>
export const patrolled = z.object({ acts: z.array(act), dryRun: z.boolean() })

/** Cold files that were compressed, with their sizes in bytes. */
export const compressed = z.object({
  files: z.array(z.object({ file: z.string(), before: count, after: count })),
})

/**
 * `head`: how far the log of the store is sealed, for `doctor --head`; `unsealed`: changes after it. `problems`: messages that are
 * already damaged in the store.
 */
export const backedUp = z.object({
  file: z.string(),
  bytes: count,
  messages: count,
  head: z.nullable(z.string()),
  unsealed: count,
  problems,
})

/** The new store, and how much it has; `problems` as of a backup. */
export const copied = z.object({
  store: z.string(),
  messages: count,
  deliveries: count,
  agents: count,
  events: count,
  problems,
})

export const redispatched = z.object({
  bead: z.string(),
  decision: z.enum(redispatchDecisions),
  rig: z.nullable(z.string()),
  /** The agent that got the bead or was notified of it. */
  to: z.nullable(z.string()),
  /** The message that was sent. */
  message: z.nullable(messageId),
  failures: count,
  attemptedAt: z.nullable(time),
  why: z.string(),
})
export type RedispatchValue = Value<typeof redispatched>
