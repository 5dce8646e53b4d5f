import * as z from 'zod/mini'
import { jsonObject, nextPage, time, type Value } from './schema-parts.ts'

export const draft = z.object({
  id: z.string(),
  operation: z.string(),
  fields: jsonObject,
  savedAt: time,
  sendAt: z.nullable(time),
  /** Who wrote what it answers, forwards or hands off, and about what; in a list, where that is known. */
  about: z.optional(z.object({ from: z.string(), subject: z.string() })),
})
export type DraftValue = Value<typeof draft>
export const drafts = z.object({ drafts: z.array(draft), next: nextPage })
