import { type Delivery, statusOf } from '../../domain/delivery.ts'
import { shortId } from '../../domain/id.ts'
import { type FullLetter, isSealedMail, type Letter, type Message } from '../../domain/message.ts'
import { iso } from '../../domain/moment.ts'
import { owesAnswer } from '../../domain/outcome.ts'
import type { FullMessageValue, LeaseValue, MessageValue } from '../../values/mail-schema.ts'

/**
 * One literal without spreads: building a page of rows takes a third of the time that way. Missing fields are `undefined`,
 * which JSON leaves out.
 */
export function messageValue({ message, delivery }: Letter): MessageValue {
  const sealed = isSealedMail(message)
  return {
    id: shortId(message.id),
    thread: shortId(message.thread),
    replyTo: message.replyTo === null ? null : shortId(message.replyTo),
    from: message.from,
    actor: message.actor ?? undefined,
    importedBy: message.imported?.by,
    importedFrom: message.imported?.file,
    automatic: message.automatic,
    replaces: message.replaces === undefined ? undefined : shortId(message.replaces),
    takenBack: takenBackValue(message),
    to: message.to,
    cc: message.cc,
    kind: message.kind,
    priority: message.priority,
    subject: message.subject,
    preview: sealed ? message.preview.trimEnd() : message.preview,
    sealed: sealed ? true : undefined,
    payload: message.payload,
    context: message.context,
    attachments: message.attachments,
    tags: message.tags,
    swarm: message.swarm,
    task: message.task,
    sentAt: iso(message.sentAt),
    // The copy's own time if there is one: mail for a session or a frozen agent can expire before the other copies.
    expiresAt: iso(delivery === null ? message.expiresAt : delivery.expiresAt),
    owner: delivery?.owner ?? null,
    status: delivery ? statusOf(delivery) : null,
    condition: conditionOf(delivery),
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
  const { body, locked } = letter.message
  return { ...messageValue(letter), body, ...(locked === undefined ? {} : { locked }) }
}

function conditionOf(delivery: Delivery | null): MessageValue['condition'] {
  switch (delivery?.box) {
    case 'dead':
    case 'expired':
    case 'retracted':
    case 'withheld':
      return delivery.box
    default:
      return null
  }
}

function takenBackValue({ takenBack }: Message): MessageValue['takenBack'] {
  if (takenBack === undefined) return undefined
  const { by, at, reason, replacedBy } = takenBack
  return { by, at: iso(at), reason, replacedBy: replacedBy === null ? null : shortId(replacedBy) }
}

function returnedValue(delivery: Delivery | null): MessageValue['returned'] {
  const { returned } = delivery ?? {}
  return returned === undefined ? undefined : { ...returned, takenAt: iso(returned.takenAt) }
}

/** Only for taken work; the short hold while mail is printed is not a lease. */
function leaseOf(delivery: Delivery | null): LeaseValue | null {
  if (delivery?.box !== 'processing' || delivery.heldBy === null || delivery.heldUntil === null) return null
  return { by: delivery.heldBy, until: iso(delivery.heldUntil), attempt: delivery.attempts }
}
