import * as z from 'zod/mini'
import { count, problems, type Value } from './schema-parts.ts'

/** What a program was told: of how many items, and why it failed. */
const notifiedProgram = z.object({
  program: z.string(),
  items: count,
  error: z.nullable(z.string()),
})
export type NotifiedProgram = Value<typeof notifiedProgram>

/** `problems`: the programs that failed. */
export const notified = z.object({ notified: z.array(notifiedProgram), test: z.boolean(), problems })
