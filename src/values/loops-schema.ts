import * as z from 'zod/mini'
import { loopEndings, loopSorts } from '../domain/loops.ts'
import { count, messageId, nextPage, time, type Value } from './schema-parts.ts'

const loop = z.object({
  id: count,
  /** What runs on: the mail of a thread, of two agents, or of one sender. */
  sort: z.enum(loopSorts),
  thread: z.nullable(messageId),
  agents: z.array(z.string()),
  /** In a few words: `al ↔ bob: 20 messages in 2m`. */
  about: z.string(),
  /** What was counted: messages since then, or answers one after another, with `since` `null`. */
  count,
  since: z.nullable(time),
  openedAt: time,
  /** How many messages are held back, and the first of them. */
  held: count,
  first: z.nullable(messageId),
})
export type LoopValue = Value<typeof loop>

export const loops = z.object({ loops: z.array(loop), next: nextPage })
/** What was delivered, or put away, and to whom it was written. */
export const endedLoop = z.object({
  loop: count,
  ending: z.enum(loopEndings),
  about: z.string(),
  messages: count,
  agents: z.array(z.string()),
})
