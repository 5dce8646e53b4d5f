import * as z from 'zod/mini'
import { deadReasons } from '../domain/dead-reason.ts'
import { priorities } from '../domain/priority.ts'
import { queueColumns, queueOrders, queueStatuses } from '../domain/queue.ts'
import { count, messageId, nextPage, time, type Value } from './schema-parts.ts'

/** The counts are of this moment. */
export const queue = z.object({
  name: z.string(),
  status: z.enum(queueStatuses),
  order: z.enum(queueOrders),
  maxConcurrency: z.nullable(count),
  claimers: z.array(z.string()),
  /** Written as the flag takes it: `10m`. */
  lease: z.string(),
  attempts: count,
  available: count,
  processing: count,
  completed: count,
  failed: count,
})
export type QueueValue = Value<typeof queue>
export const queues = z.object({ queues: z.array(queue), next: nextPage })

/** An item of a queue in one line. */
const queueItem = z.object({
  queue: z.string(),
  id: messageId,
  /** Its subject, else the beginning of its text. */
  title: z.string(),
  from: z.string(),
  priority: z.enum(priorities),
  sentAt: time,
  attempts: count,
  /** The claimant, and the end of the claim. */
  heldBy: z.nullable(z.string()),
  heldUntil: z.nullable(time),
  deadReason: z.nullable(z.enum(deadReasons)),
})
export type QueueItemValue = Value<typeof queueItem>
export const queueBoard = z.object({
  columns: z.array(
    z.object({ column: z.enum(queueColumns), count, items: z.array(queueItem), next: nextPage }),
  ),
})
