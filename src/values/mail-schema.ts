import * as z from 'zod/mini'
import { changeKinds } from '../domain/change-kind.ts'
import { deadReasons } from '../domain/dead-reason.ts'
import { statuses } from '../domain/delivery.ts'
import { kinds } from '../domain/kind.ts'
import { outcomes } from '../domain/outcome.ts'
import { priorities } from '../domain/priority.ts'
import { draft } from './drafts-schema.ts'
import {
  count,
  error,
  json,
  jsonObject,
  messageId,
  nextPage,
  problems,
  time,
  type Value,
} from './schema-parts.ts'
import { working } from './sessions-schema.ts'
import { assignment } from './supervision-schema.ts'

/** Unread mail by priority. */
export const unreadCounts = z.object({ urgent: count, high: count, normal: count, low: count, total: count })

/** The outcome of a request for one recipient. */
const outcome = z.object({
  owner: z.string(),
  state: z.enum(outcomes),
  /** The agent that ended it, and its reason; `null` while it is open. */
  by: z.nullable(z.string()),
  reason: z.nullable(z.string()),
  at: z.nullable(time),
})
export type OutcomeValue = Value<typeof outcome>

const lease = z.object({ by: z.string(), until: time, attempt: count })
export type LeaseValue = Value<typeof lease>

/** A message in a list: without its body, unless the caller asked for bodies. */
export const message = z.object({
  id: messageId,
  thread: messageId,
  replyTo: z.nullable(messageId),
  from: z.string(),
  /** The actual sender, if that is not `from`. */
  actor: z.optional(z.string()),
  /** Only in imported mail: who imported it, and from which file. Its sender is only what that file says. */
  importedBy: z.optional(z.string()),
  importedFrom: z.optional(z.string()),
  /** Only in mail that a program wrote by itself, without anybody's decision: no program answers it by itself. */
  automatic: z.optional(z.literal(true)),
  /** The message whose place it takes. */
  replaces: z.optional(messageId),
  /** Only in mail that was taken back: who did it, why, and what took its place. */
  takenBack: z.optional(
    z.object({ by: z.string(), at: time, reason: z.nullable(z.string()), replacedBy: z.nullable(messageId) }),
  ),
  /** As the sender wrote them. */
  to: z.array(z.string()),
  cc: z.array(z.string()),
  kind: z.enum(kinds),
  priority: z.enum(priorities),
  subject: z.string(),
  preview: z.string(),
  /** Its body, payload and context are encrypted in the store. */
  sealed: z.optional(z.literal(true)),
  body: z.optional(z.string()),
  /** Only in a sealed message that its reader cannot open: why. The body says so too. */
  locked: z.optional(z.string()),
  payload: json,
  context: z.nullable(jsonObject),
  attachments: z.array(z.string()),
  tags: z.array(z.string()),
  swarm: z.nullable(z.string()),
  task: z.nullable(z.string()),
  sentAt: time,
  expiresAt: z.nullable(time),
  /** The recipient whose copy the following fields describe; `null` in sent mail. */
  owner: z.nullable(z.string()),
  status: z.nullable(z.enum(statuses)),
  /** Dead letter, expired, taken back before anybody was shown it, or held back for a person: conditions beside the status. */
  condition: z.nullable(z.enum(['dead', 'expired', 'retracted', 'withheld'])),
  /** Why it is a dead letter. */
  deadReason: z.nullable(z.enum(deadReasons)),
  readAt: z.nullable(time),
  acknowledgedAt: z.nullable(time),
  completedAt: z.nullable(time),
  snoozedUntil: z.nullable(time),
  pinned: z.boolean(),
  lease: z.nullable(lease),
  /** Only in unread work that came back unfinished: who had taken it, in which session, and when. */
  returned: z.optional(z.object({ by: z.string(), session: z.nullable(z.string()), takenAt: time })),
  owes: z.boolean(),
  /** The outcome for each recipient. Only in requests, and only if the operation looked it up. */
  outcomes: z.optional(z.array(outcome)),
  fields: z.nullable(jsonObject),
  /** Only in a protocol mail with its body: its type, what its subject names, and the fields it lacks. */
  protocol: z.optional(z.object({ type: z.string(), argument: z.string(), missing: z.array(z.string()) })),
  meta: z.nullable(jsonObject),
  /** Only where the face prints for agents: the body is other people's text, and may be cut. */
  untrusted: z.optional(z.literal(true)),
  bodyCut: z.optional(z.literal(true)),
  bodyBytes: z.optional(count),
})
export type MessageValue = Value<typeof message>

const fullMessage = z.extend(message, {
  body: z.string(),
  /** Newer mail of its sender, or in its thread, in the reader's mailbox: how much, counted up to 50, and the newest. */
  newer: z.optional(z.object({ count, inThread: z.boolean(), id: messageId, from: z.string(), at: time })),
  /** When the reader read the message that it replaces. */
  replacedReadAt: z.optional(time),
  /** Its task is open, and the reader may end it: an answer alone ends none. */
  endsTask: z.optional(z.literal(true)),
  /** How: by the result of the work on this message, or by the name of the task. */
  endsBy: z.optional(z.enum(['result', 'name'])),
})
export type FullMessageValue = Value<typeof fullMessage>

const inboxRow = z.extend(message, {
  /** How many messages its thread has, counted up to 100. */
  threadSize: count,
  /** With `everyone`: how many recipients have it, and how many have not read it. */
  copies: z.optional(count),
  unreadCopies: z.optional(count),
  /** With `marks`: `draft` is your unfinished answer, `assigned` the person who has the thread. */
  marks: z.optional(
    z.object({ answered: z.boolean(), assigned: z.nullable(z.string()), draft: z.nullable(draft) }),
  ),
  /** With `threads`: the row represents a thread, and is its newest message here. */
  conversation: z.optional(
    z.object({
      participants: z.array(z.string()),
      unread: count,
      /** Its messages in this mailbox, oldest first. */
      messages: z.array(messageId),
    }),
  ),
})
export type InboxRow = Value<typeof inboxRow>

export const inbox = z.object({
  owner: z.string(),
  messages: z.array(inboxRow),
  unread: count,
  next: nextPage,
  /** The newest message of the store when this was read; as `since` it asks for what arrived later. */
  newest: z.nullable(messageId),
})

export const sent = z.object({
  id: messageId,
  thread: messageId,
  recipients: z.array(
    z.object({
      address: z.string(),
      /** `withheld`: it looks like a loop, and a person decides whether it goes on. */
      state: z.enum(['delivered', 'held', 'queued', 'posted', 'remote', 'withheld']),
    }),
  ),
  duplicate: z.boolean(),
  warnings: z.array(z.string()),
  /** Only if there are any: members of groups that reach nobody. The others have the message. */
  absent: z.optional(z.array(z.string())),
  /** Only where copies are held back. */
  problems,
})
export type SentValue = Value<typeof sent>

export const messages = z.object({ messages: z.array(fullMessage), problems })
export const oneMessage = z.object({ message: fullMessage })
const foundRow = z.extend(message, {
  /** Where its text has words of the search: the text around the first of them, in parts. `hit` parts are the words. */
  snippet: z.optional(z.array(z.object({ text: z.string(), hit: z.boolean() }))),
})
export type FoundRow = Value<typeof foundRow>
export const found = z.object({ messages: z.array(foundRow), next: nextPage })
/** Messages that already were as asked: nothing was stored for them, and there is nothing to undo. */
const unchanged = z.object({ id: messageId, why: z.string() })
export type UnchangedValue = Value<typeof unchanged>
/** Each message as it now is. */
export const moved = z.object({
  messages: z.array(message),
  /** Only where there are any. They are among the messages too. */
  unchanged: z.optional(z.array(unchanged)),
  problems,
})
/** What was ended; with `next` also what was claimed from the queue of that, `null` where there was nothing. */
export const finished = z.extend(moved, { next: z.optional(z.nullable(oneMessage)) })
/** The result of one change of all that match. `more`: there were too many for one call, and some are left. */
export const changedAll = z.object({
  verb: z.string(),
  matched: count,
  changed: count,
  unchanged: count,
  /** The first of those that could not be changed. */
  problems: z.array(z.object({ id: z.string(), error })),
  /** The newest message that matched. */
  through: z.nullable(messageId),
  more: z.boolean(),
})
/** `waiting`: how many agents wait for a person; 0 for an agent's own line. `due`: drafts of anybody past their time, which nobody sent, counted up to 100; 0 for an agent's own line. */
export const statusLine = z.object({ text: z.string(), unread: unreadCounts, waiting: count, due: count })
/** The store changed, or a message came for the agent that is watched. */
export const changed = z.object({
  at: time,
  /** What the change may have altered. Not where an agent is watched. */
  alters: z.optional(z.array(z.enum(changeKinds))),
  /** Its place has another store by now, and that one is watched from here on. */
  replaced: z.optional(z.literal(true)),
  /** Only where an agent is watched. */
  id: z.optional(messageId),
  priority: z.optional(z.enum(priorities)),
  /** Only where they are asked for. */
  from: z.optional(z.string()),
  subject: z.optional(z.string()),
})

export const thread = z.object({
  thread: messageId,
  subject: z.string(),
  messages: z.array(fullMessage),
  assigned: z.nullable(assignment),
  next: nextPage,
})

export const injected = z.object({
  /** Empty if no mail waits. */
  text: z.string(),
  /** Printed whole: read, once the text was written out. */
  shown: z.array(messageId),
  /** Printed as far as they fit; they stay unread. */
  portions: z.array(messageId),
  /** Printed as headers only; they stay unread. */
  headers: z.array(messageId),
  /** All unread mail of that priority before the text was written. */
  unread: count,
  leftOpen: z.array(messageId),
})

const owedRow = z.object({
  message,
  /** The other side: the agent that you owe, or that owes you. */
  who: z.string(),
  since: time,
  kind: z.enum(['by-me', 'to-me']),
  /** `failed`: the agent that owed it reported the failure, and nobody has dealt with that yet. */
  state: z.enum(['open', 'failed']),
  /** Why it failed. */
  reason: z.nullable(z.string()),
  working,
})
export type OwedRow = Value<typeof owedRow>

/** A request that was completed without an answer. */
const closedRow = z.object({ message, who: z.string(), since: time, by: z.string(), at: time })
export type ClosedRow = Value<typeof closedRow>

export const owed = z.object({
  owed: z.array(owedRow),
  /** On the first page: what others completed without an answer during the last day. */
  closed: z.array(closedRow),
  next: nextPage,
})

export const retracted = z.object({
  messages: z.array(
    z.object({
      id: messageId,
      subject: z.string(),
      /** Whose copies left: nobody was shown them. */
      withdrawn: z.array(z.string()),
      /** Who had seen it, and is told. */
      seenBy: z.array(z.string()),
      /** It had been taken back before. */
      already: z.boolean(),
    }),
  ),
  problems: z.optional(problems),
})

export const resolved = z.object({
  recipients: z.array(
    z.object({
      address: z.string(),
      via: z.string(),
      /** Further ways by which the address reaches it. */
      alsoVia: z.optional(z.array(z.string())),
    }),
  ),
  how: z.array(z.string()),
  unknown: z.array(z.string()),
  problems,
})
