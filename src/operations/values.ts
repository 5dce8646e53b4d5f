import type { DeadReason } from '../domain/dead-reason.ts'
import { type Delivery, type Status, statusOf } from '../domain/delivery.ts'
import type { Problem } from '../domain/errors.ts'
import { shortId } from '../domain/id.ts'
import type { JsonObject } from '../domain/json.ts'
import type { Contents, FullLetter, Letter } from '../domain/message.ts'
import { iso } from '../domain/moment.ts'
import { owesAnswer } from '../domain/outcome.ts'
import type { OutcomeValue } from './log/outcomes.ts'

export { iso } from '../domain/moment.ts'
export type { OutcomeValue } from './log/outcomes.ts'
export { type EventValue, eventValue, type ReceiptValue, receiptValue } from './log/value.ts'
export { type AgentValue, agentValue } from './roster/agent-value.ts'

/** Times in values are ISO 8601 in UTC; ids are short ids. These are the JSON shapes that every face answers with. */
export type MessageValue = Contents & {
  readonly id: string
  readonly thread: string
  readonly replyTo: string | null
  readonly actor?: string | undefined
  /** Only of imported mail: who imported it, and from which file. Its sender is that file's word. */
  readonly importedBy?: string | undefined
  readonly importedFrom?: string | undefined
  readonly preview: string
  readonly body?: string
  readonly sentAt: string
  readonly expiresAt: string | null
  /** Whose copy the following fields speak of; `null` where there is none (a message that was only sent). */
  readonly owner: string | null
  readonly status: Status | null
  /** Dead letter or expired: conditions beside the status. */
  readonly condition: 'dead' | 'expired' | null
  /** Why it is a dead letter. */
  readonly deadReason: DeadReason | null
  readonly readAt: string | null
  readonly acknowledgedAt: string | null
  readonly completedAt: string | null
  readonly snoozedUntil: string | null
  readonly pinned: boolean
  readonly lease: LeaseValue | null
  /** Only of unread work that came back unfinished: who had taken it, in which session, and when. */
  readonly returned?:
    | { readonly by: string; readonly session: string | null; readonly takenAt: string }
    | undefined
  readonly owes: boolean
  /** What became of it with each recipient, where it asks for an answer and that was looked up. */
  readonly outcomes?: readonly OutcomeValue[]
  readonly fields: JsonObject | null
  /** Only of a protocol mail that is told in whole: its type, what its subject names, and the fields it lacks. */
  readonly protocol?: {
    readonly type: string
    readonly argument: string
    readonly missing: readonly string[]
  }
}

export type FullMessageValue = MessageValue & { readonly body: string }
export type LeaseValue = { readonly by: string; readonly until: string; readonly attempt: number }
export type ProblemValue = { readonly id: string; readonly error: Problem }

/**
 * Told in one piece, not put together of two: that takes a page of rows a third of the time. What is left out is
 * there as `undefined`, which JSON does not write: a spread would have each field after it added by itself.
 */
export function messageValue({ message, delivery }: Letter): MessageValue {
  return {
    id: shortId(message.id),
    thread: shortId(message.thread),
    replyTo: message.replyTo === null ? null : shortId(message.replyTo),
    from: message.from,
    actor: message.actor ?? undefined,
    importedBy: message.imported?.by,
    importedFrom: message.imported?.file,
    to: message.to,
    cc: message.cc,
    kind: message.kind,
    priority: message.priority,
    subject: message.subject,
    preview: message.preview,
    payload: message.payload,
    context: message.context,
    attachments: message.attachments,
    tags: message.tags,
    swarm: message.swarm,
    task: message.task,
    sentAt: iso(message.sentAt),
    // A copy's own, where there is one: a session's mail, or what waited for who was frozen, ends when others' copies do not.
    expiresAt: iso(delivery === null ? message.expiresAt : delivery.expiresAt),
    owner: delivery?.owner ?? null,
    status: delivery ? statusOf(delivery) : null,
    condition: delivery?.box === 'dead' || delivery?.box === 'expired' ? delivery.box : null,
    deadReason: delivery?.deadReason ?? null,
    readAt: iso(delivery?.readAt ?? null),
    acknowledgedAt: iso(delivery?.acknowledgedAt ?? null),
    completedAt: iso(delivery?.completedAt ?? null),
    snoozedUntil: iso(delivery?.snoozedUntil ?? null),
    pinned: delivery?.pinned ?? false,
    lease: leaseOf(delivery),
    returned: returnedValue(delivery),
    owes: delivery !== null && owesAnswer(delivery),
    fields: null,
    meta: message.meta,
  }
}

export function fullMessageValue(letter: FullLetter): FullMessageValue {
  return { ...messageValue(letter), body: letter.message.body }
}

function returnedValue(delivery: Delivery | null): MessageValue['returned'] {
  const { returned } = delivery ?? {}
  return returned === undefined ? undefined : { ...returned, takenAt: iso(returned.takenAt) }
}

/** A lease is work taken; the short hold of a hand-over is not one. */
function leaseOf(delivery: Delivery | null): LeaseValue | null {
  if (delivery?.box !== 'processing' || delivery.heldBy === null || delivery.heldUntil === null) return null
  return { by: delivery.heldBy, until: iso(delivery.heldUntil), attempt: delivery.attempts }
}
