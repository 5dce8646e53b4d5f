import * as z from 'zod/mini'
import { channelStatuses } from '../domain/channel.ts'
import { queueStatuses } from '../domain/queue.ts'
import { count, type Value } from './schema-parts.ts'

/** Counts go up to 100, which faces show as `99+`. */
export const places = z.object({
  queues: z.array(
    z.object({
      name: z.string(),
      status: z.enum(queueStatuses),
      available: count,
      processing: count,
      failed: count,
    }),
  ),
  channels: z.array(
    z.object({
      name: z.string(),
      status: z.enum(channelStatuses),
      subscribed: z.boolean(),
      posts: count,
    }),
  ),
  tags: z.array(z.object({ tag: z.string(), bearers: count, posts: count })),
  groups: z.array(z.object({ name: z.string(), members: count })),
})
export type PlacesValue = Value<typeof places>
