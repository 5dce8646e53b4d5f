import * as z from 'zod/mini'
import { time, type Value } from './schema-parts.ts'

const key = z.object({
  holder: z.string(),
  /** The public half, as age writes it. */
  key: z.string(),
  /** Mail is sealed for it from now on. Others only open older mail. */
  listed: z.boolean(),
  /** The other half is on this machine. */
  here: z.boolean(),
  /** It was made on this machine, and the other half is missing. */
  lost: z.boolean(),
  /** `null` for an older key that the store does not list any more. */
  machine: z.nullable(z.string()),
  since: time,
})
export type KeyValue = Value<typeof key>
export const keys = z.object({ keys: z.array(key) })
