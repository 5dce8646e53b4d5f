import * as z from 'zod/mini'
import { messageId, time, type Value } from '../schema-parts.ts'

/** A terminal inbox that is open. */
export const presence = z.object({
  terminal: z.string(),
  who: z.string(),
  /** The thread that it shows. */
  thread: z.nullable(messageId),
  replying: z.boolean(),
  /** The agent that the person acts as. */
  acting: z.nullable(z.string()),
  seenAt: time,
})
export type PresenceValue = Value<typeof presence>
export const presences = z.object({ presence: z.array(presence) })
export const left = z.object({ terminal: z.string() })

/** The supervisor of a thread, and who assigned it when. */
export const assignment = z.object({ thread: messageId, supervisor: z.string(), by: z.string(), at: time })
export type AssignmentValue = Value<typeof assignment>
export const assigned = z.extend(assignment, { previous: z.nullable(z.string()) })
