import * as z from 'zod/mini'
import { bellWays } from '../domain/bell.ts'
import { changeWords, rosterWords } from '../domain/change.ts'
import { eventWords } from '../domain/event.ts'
import { outcomes } from '../domain/outcome.ts'
import { message } from './mail-schema.ts'
import { count, jsonObject, messageId, nextPage, time, type Value } from './schema-parts.ts'

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

/** One record of the store, as `journal --follow` prints it. */
export const record = z.object({
  /** What --after takes to go on after this record. */
  cursor: z.string(),
  /** Records of one change have its number; `null` for a message that was sent. */
  change: z.nullable(count),
  at: time,
  /** The actor; `from` is the agent acted for, usually the same. */
  actor: z.string(),
  from: z.string(),
  session: z.nullable(z.string()),
  command: z.nullable(z.string()),
  what: z.enum([...new Set([...eventWords, ...changeWords, ...rosterWords])]),
  message: z.nullable(messageId),
  /** Whose copy; `null` where it is about none. */
  owner: z.nullable(z.string()),
  /** The place, the agent, the paths, or the recipients of a message that was sent. */
  about: z.nullable(z.string()),
  detail: z.nullable(jsonObject),
})
export type RecordValue = Value<typeof record>

const receipt = z.object({
  address: z.string(),
  /** The actual actor, if that is not the recipient. */
  actor: z.optional(z.string()),
  stored: time,
  offered: z.nullable(time),
  shown: z.nullable(z.object({ at: time, session: z.nullable(z.string()), command: z.nullable(z.string()) })),
  /** The last bell that was rung for it first of all; `outcome` is `rung`, or why nobody heard it. */
  rung: z.nullable(z.object({ at: time, way: z.enum(bellWays), outcome: z.string() })),
  /** A copy that another swarm has not got yet: `problem` is why the last attempt failed. */
  waiting: z.nullable(z.object({ attempts: count, problem: z.nullable(z.string()), next: time })),
  /** Its sender took it back, or replaced it. */
  retracted: z.nullable(time),
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

/** One of your changes. */
const journalEntry = z.object({
  /** What `undo --change` takes; `null` for a message that was sent. */
  change: z.nullable(count),
  at: time,
  what: z.enum(changeWords),
  /** The same as a noun: `archiving`. */
  doing: z.string(),
  /** The actual actor, if that is not you. */
  actor: z.optional(z.string()),
  /** At most the first hundred; `count` is exact. */
  messages: z.array(messageId),
  count,
  /** The subject of the first message. */
  subject: z.string(),
  /** The place, the recipients, or the owner of the copies where that is not you. */
  about: z.nullable(z.string()),
  undoable: z.boolean(),
  undone: z.boolean(),
  /** Why it cannot be undone; `null` if it can. */
  why: z.nullable(z.string()),
})
export type JournalValue = Value<typeof journalEntry>
export const journal = z.object({ changes: z.array(journalEntry), next: nextPage })
