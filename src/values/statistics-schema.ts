import * as z from 'zod/mini'
import { attentionReasons } from '../domain/attention.ts'
import { eventWords } from '../domain/event.ts'
import { kinds } from '../domain/kind.ts'
import { amount, count, messageId, nextPage, time, type Value } from './schema-parts.ts'

/** How long answers took, in seconds. */
const answers = z.object({
  count,
  median: z.nullable(amount),
  p90: z.nullable(amount),
  longest: z.nullable(amount),
})
export type AnswersValue = Value<typeof answers>

const mailbox = z.object({
  address: z.string(),
  sent: count,
  received: count,
  answers,
  unread: count,
  /** The age of the oldest unread message, in seconds. */
  oldest: z.nullable(amount),
  /** Unread messages at the end of each part of the period. */
  backlog: z.array(count),
})
export type BoxStatsValue = Value<typeof mailbox>

export const stats = z.object({
  since: time,
  until: time,
  /** The length of each part of the period, in seconds. */
  bucket: amount,
  /** False if more happened than was read: only the newest was counted. */
  whole: z.boolean(),
  messages: z.object({ count, perHour: amount, flow: z.array(count) }),
  kinds: z.array(z.object({ kind: z.enum(kinds), count })),
  deeds: z.array(z.object({ what: z.enum(eventWords), count })),
  /** `ratio` is counters per claim; `null` without a claim. */
  debate: z.object({ claims: count, counters: count, ratio: z.nullable(amount) }),
  answers,
  agents: z.array(mailbox),
  queues: z.array(mailbox),
})
export type StatsValue = Value<typeof stats>

/** One thing that an agent did. */
const timelineRow = z.object({
  at: time,
  what: z.enum([...eventWords, 'got']),
  message: messageId,
  kind: z.enum(kinds),
  subject: z.string(),
  /** The recipient, the sender, or the owner of the copy. */
  other: z.string(),
})
export type MomentValue = Value<typeof timelineRow>
export const timeline = z.object({ agent: z.string(), timeline: z.array(timelineRow), next: nextPage })

/** Something that another did while a person was away. */
const happening = z.object({
  at: time,
  by: z.string(),
  message: messageId,
  subject: z.string(),
  /** The owner of the copy, the sender of the escalation, the recipient of the handoff, or who decided the debate. */
  other: z.string(),
  /** The beginning of what was said about it, or decided. */
  reason: z.nullable(z.string()),
  /** The debate that was decided. */
  debate: z.nullable(messageId),
})
export type HappeningValue = Value<typeof happening>

const ends = { decided: count, finished: count, failed: count, handedOn: count }

export const away = z.object({
  since: time,
  until: time,
  /** All that waits for a person now, by reason: `watchpost attention` lists it. */
  waiting: z.array(z.object({ why: z.enum(attentionReasons), count, agents: count })),
  /** The newest of each sort, first; `counts` has how many there are. */
  decided: z.array(happening),
  finished: z.array(happening),
  failed: z.array(happening),
  handedOn: z.array(happening),
  /** What each agent did of these, the busiest first. */
  agents: z.array(z.object({ agent: z.string(), ...ends })),
  counts: z.object({ ...ends, agents: count }),
  /** False where more happened than was counted. */
  whole: z.boolean(),
})
