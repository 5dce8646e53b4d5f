import * as z from 'zod/mini'
import { queueOrders, queueStatuses } from '../../domain/queue.ts'
import { count, nextPage, type Value } from '../schema-parts.ts'

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
