import * as z from 'zod/mini'
import { nextPage } from './schema-parts.ts'

const listed = z.object({ name: z.string(), members: z.array(z.string()) })
export const group = z.extend(listed, {
  /** Only after a change, if there are any: new members that reach nobody. */
  absent: z.optional(z.array(z.string())),
})
export const groups = z.object({ groups: z.array(listed), next: nextPage })
