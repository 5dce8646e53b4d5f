import * as z from 'zod/mini'
import { askKinds } from '../domain/asking.ts'
import { sessionLives } from '../domain/session.ts'
import { way } from './bells-schema.ts'
import { messageId, time, type Value } from './schema-parts.ts'

/** An agent's wait for a person, and its start. The reason is the request's text, disarmed and cut. */
export const asked = z.object({ since: time, kind: z.enum(askKinds), reason: z.string() })
export type AskedValue = Value<typeof asked>

export const session = z.object({
  /** `null` for work that commands without a session took. */
  session: z.nullable(z.string()),
  life: z.enum(sessionLives),
  startedAt: z.nullable(time),
  lastBeat: z.nullable(time),
  endedAt: z.nullable(time),
  /** How a bell reaches it; `null`: not at all. */
  way,
  /** The open mail of the agent that it was shown last, apart from what it works on. */
  has: z.array(messageId),
  work: z.array(
    z.object({
      message: messageId,
      /** The agent itself, or the queue that it was claimed from. */
      owner: z.string(),
      since: time,
      until: z.nullable(time),
    }),
  ),
})
export type SessionValue = Value<typeof session>

/** The session that works on a message, since when, and whether it is alive; `null` if none does. */
export const working = z.nullable(
  z.object({ session: z.nullable(z.string()), life: z.enum(sessionLives), since: time }),
)
export type WorkingValue = Value<typeof working>
