import * as z from 'zod/mini'
import { attentionReasons } from '../domain/attention.ts'
import { message } from './mail-schema.ts'
import { count, nextPage, time, type Value } from './schema-parts.ts'

const why = z.enum(attentionReasons)

/** Something that needs a person: a message, an agent or a queue. */
const attentionRow = z.object({
  message: z.nullable(message),
  agent: z.nullable(z.string()),
  queue: z.nullable(z.string()),
  why,
  /** The same as a sentence. */
  reason: z.string(),
  since: z.nullable(time),
  /** When an escalation must be decided. */
  deadline: z.nullable(time),
  /** The request that a hook waits for an answer to: `watchpost request show` prints it. */
  request: z.nullable(z.string()),
  /** The loop that holds mail back: `watchpost loop continue` or `stop` takes it. */
  loop: z.nullable(count),
  /** The other swarm that mail does not reach. */
  swarm: z.nullable(z.string()),
  /** A command line that deals with it. */
  command: z.string(),
})
export type AttentionRow = Value<typeof attentionRow>

/** All rows of one reason: `count` and `agents` are exact, `shown` of them are listed. */
export const attentionGroup = z.object({ why, count, agents: count, shown: count })
export type AttentionGroupValue = Value<typeof attentionGroup>

export const attention = z.object({
  attention: z.array(attentionRow),
  groups: z.array(attentionGroup),
  /** How many need a person in all groups. */
  total: count,
  /** Only where one reason is asked for. */
  next: nextPage,
})
