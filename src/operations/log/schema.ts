import * as z from 'zod/mini'
import { eventWords } from '../../domain/event.ts'
import { outcomes } from '../../domain/outcome.ts'
import { message } from '../mail/schema.ts'
import { count, jsonObject, messageId, nextPage, time, type Value } from '../schema-parts.ts'

const event = z.object({
  seq: count,
  at: time,
  /** The actor; `from` is the agent acted for, usually the same. */
  actor: z.string(),
  from: z.string(),
  what: z.enum(eventWords),
  message: messageId,
  owner: z.string(),
  detail: z.nullable(jsonObject),
})
export type EventValue = Value<typeof event>
export const events = z.object({ events: z.array(event), next: nextPage })

const receipt = z.object({
  address: z.string(),
  /** The actual actor, if that is not the recipient. */
  actor: z.optional(z.string()),
  stored: time,
  offered: z.nullable(time),
  shown: z.nullable(z.object({ at: time, session: z.nullable(z.string()), command: z.nullable(z.string()) })),
  acknowledged: z.nullable(time),
  answered: z.nullable(time),
  /** `null` for a copy that was handed on. `by`, `reason` and `ended` describe how it ended. */
  outcome: z.nullable(z.enum(outcomes)),
  by: z.nullable(z.string()),
  reason: z.nullable(z.string()),
  ended: z.nullable(time),
})
export type ReceiptValue = Value<typeof receipt>
export const receipts = z.object({ receipts: z.array(receipt), next: nextPage })

/** A change that can be undone or redone. */
const change = z.object({ deed: count, at: time, what: z.string(), messages: z.array(messageId) })
export type ChangeValue = Value<typeof change>
const reversedChange = z.object({ what: z.string(), messages: z.array(message) })
export type ReversedValue = Value<typeof reversedChange>
export const reversed = z.xor([reversedChange, z.object({ deeds: z.array(change) })])
