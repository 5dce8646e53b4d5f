import * as z from 'zod/mini'
import { jsonObject, nextPage, time, type Value } from './schema-parts.ts'

export const draft = z.object({
  id: z.string(),
  operation: z.string(),
  fields: jsonObject,
  savedAt: time,
  sendAt: z.nullable(time),
})
export type DraftValue = Value<typeof draft>
export const drafts = z.object({ drafts: z.array(draft), next: nextPage })
