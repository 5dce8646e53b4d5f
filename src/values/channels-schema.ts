import * as z from 'zod/mini'
import { channelStatuses } from '../domain/channel.ts'
import { count, nextPage } from './schema-parts.ts'

export const channel = z.object({
  name: z.string(),
  status: z.enum(channelStatuses),
  subscribers: z.array(z.string()),
  retainCount: z.nullable(count),
  retainHours: z.nullable(count),
  posts: count,
})
export const channels = z.object({ channels: z.array(channel), next: nextPage })
