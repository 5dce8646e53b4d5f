import * as z from 'zod/mini'
import { count, time, type Value } from './schema-parts.ts'

export const exchanged = z.object({
  /** Messages looked at. */
  read: count,
  /** Messages stored, records written, states changed. */
  written: count,
  skipped: z.array(z.object({ where: z.string(), why: z.string() })),
})
export type ExchangeValue = Value<typeof exchanged>

const counts = z.object({ messages: count, unread: count })

const adoptedStore = z.object({
  format: z.string(),
  path: z.string(),
  /** Messages in it, those that were here before, and those that could be imported then. */
  messages: count,
  known: count,
  fresh: count,
  agents: count,
  /** Copies that nobody has read. */
  unread: count,
  newest: z.nullable(time),
  /** Messages stored and states changed. */
  written: count,
  /** What could not be imported. */
  skipped: count,
  mailboxes: z.array(z.object({ mailbox: z.string(), there: counts, here: counts })),
  /** Mailboxes that are not listed. */
  moreMailboxes: count,
  /** `sync` can keep it in step. */
  syncs: z.boolean(),
})

export const adopted = z.object({
  /** False where it was only looked at. */
  taken: z.boolean(),
  stores: z.array(adoptedStore),
  /** How what is here differs from its source; `mailbox` is null for a whole message. */
  differences: z.array(
    z.object({
      path: z.string(),
      mailbox: z.nullable(z.string()),
      what: z.enum(['missing', 'behind', 'ahead', 'sent']),
      count,
      where: z.string(),
    }),
  ),
  /** The first of those of each store. */
  skipped: z.array(z.object({ path: z.nullable(z.string()), where: z.string(), why: z.string() })),
})
export type AdoptedValue = Value<typeof adopted>
export type AdoptedStore = AdoptedValue['stores'][number]
