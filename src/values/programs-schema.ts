import * as z from 'zod/mini'
import { runOutcomes } from '../domain/run.ts'
import { count, messageId, type Value } from './schema-parts.ts'

export const ran = z.object({
  message: messageId,
  from: z.string(),
  outcome: z.enum(runOutcomes),
  exit: z.nullable(z.int()),
  signal: z.nullable(z.string()),
  reason: z.nullable(z.string()),
  /** The reply that its output became. */
  reply: z.nullable(messageId),
  milliseconds: count,
})
export type RanValue = Value<typeof ran>
