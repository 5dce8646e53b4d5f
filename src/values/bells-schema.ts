import * as z from 'zod/mini'
import { bellWays } from '../domain/bell.ts'
import { messageId, time, type Value } from './schema-parts.ts'

/** How a bell reaches an agent; `null`: not at all. */
export const way = z.nullable(z.enum(bellWays))

export const bell = z.object({
  at: time,
  way: z.enum(bellWays),
  session: z.nullable(z.string()),
  /** The most pressing mail that it was rung for. */
  message: messageId,
  /** `rung`, or why nobody heard it; `null` while it is being rung. */
  outcome: z.nullable(z.string()),
  /** When the agent turned to its mail afterwards. */
  answeredAt: z.nullable(time),
})
export type BellValue = Value<typeof bell>

/** `outcome`: `rung`, or why not in a word or a sentence. */
export const rung = z.object({
  bells: z.array(z.object({ agent: z.string(), way, outcome: z.string() })),
})
