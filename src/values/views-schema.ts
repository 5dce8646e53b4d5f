import * as z from 'zod/mini'
import { count, nextPage, time, type Value } from './schema-parts.ts'

export const view = z.object({ name: z.string(), query: z.string(), savedAt: time })
export type ViewValue = Value<typeof view>
export const views = z.object({ views: z.array(view), next: nextPage })

export const viewCount = z.object({
  view: z.enum(['inbox', 'i-owe', 'owed-to-me', 'drafts', 'snoozed', 'dead-letters', 'saved']),
  /** Of a saved search. */
  name: z.nullable(z.string()),
  /** Unread mail of the inbox, and everything in the others. */
  count,
  /** There are more than were counted. */
  more: z.boolean(),
})
export type ViewCount = Value<typeof viewCount>
export const viewCounts = z.object({ counts: z.array(viewCount) })
