import * as z from 'zod/mini'
import { time, type Value } from './schema-parts.ts'

export const reservation = z.object({
  /** Relative to the worktree; a pattern, if it has `*`, `?`, `[…]` or `{…}`. */
  path: z.string(),
  agent: z.string(),
  shared: z.boolean(),
  since: time,
  until: time,
  /** The main checkout of the worktree. */
  project: z.string(),
})
export type ReservationValue = Value<typeof reservation>
export const reservations = z.object({ reservations: z.array(reservation) })
