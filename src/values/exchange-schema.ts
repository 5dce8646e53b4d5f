import * as z from 'zod/mini'
import { count, type Value } from './schema-parts.ts'

export const exchanged = z.object({
  /** Messages looked at. */
  read: count,
  /** Messages stored, records written, states changed. */
  written: count,
  skipped: z.array(z.object({ where: z.string(), why: z.string() })),
})
export type ExchangeValue = Value<typeof exchanged>
