import * as z from 'zod/mini'
import { leftOut } from '../domain/routing/ranking.ts'
import { sent } from './mail-schema.ts'
import { count, messageId, problems, type Value } from './schema-parts.ts'

const points = z.int()

/** Points for and against an agent; `score` is their sum. */
const ranked = z.object({
  agent: z.string(),
  score: points,
  /** For roles and tags that the message names, and for like work that it did. */
  fit: points,
  work: points,
  /** For what it has open and owes, and for like work that failed: 0 or less. */
  load: points,
  failures: points,
  named: z.array(z.string()),
  done: count,
  failed: count,
  open: count,
  owed: count,
  /** The most similar work that it ended. */
  like: z.array(messageId),
})
export type RankedValue = Value<typeof ranked>

export const routed = z.object({
  recipients: sent.shape.recipients,
  choices: z.array(
    z.object({
      for: z.string(),
      /** `null` if nobody can be chosen. */
      agent: z.nullable(z.string()),
      /** The words of the message that earlier mail has, too. */
      words: z.array(z.string()),
      /** With `explain`: best first, and the agents that cannot be chosen. */
      ranked: z.optional(z.array(ranked)),
      left: z.optional(z.array(z.object({ agent: z.string(), why: z.enum(leftOut) }))),
    }),
  ),
  problems,
})
