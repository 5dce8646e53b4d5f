import * as z from 'zod/mini'
import { attentionReasons } from '../../domain/attention.ts'
import { message } from '../mail/schema.ts'
import { time, type Value } from '../schema-parts.ts'

/** Something that needs a person: a message, an agent or a queue. */
const attentionRow = z.object({
  message: z.nullable(message),
  agent: z.nullable(z.string()),
  queue: z.nullable(z.string()),
  why: z.enum(attentionReasons),
  /** The same as a sentence. */
  reason: z.string(),
  since: z.nullable(time),
  /** A command line that deals with it. */
  command: z.string(),
})
export type AttentionRow = Value<typeof attentionRow>
export const attention = z.object({ attention: z.array(attentionRow) })
