import type { Delivery } from '../../src/domain/delivery.ts'
import type { Letter } from '../../src/domain/message.ts'
import type { MailConcern, MailStore } from '../../store/mail-store.ts'
import { firstPage } from './fixture.ts'

/** One message under one reason, and the agent that it is about. */
export type Found = { readonly why: MailConcern; readonly message: number; readonly agent: string }
type Moment = { readonly now: number; readonly overdueBefore: number; readonly clock: number }

const open: readonly Delivery['box'][] = ['unread', 'read', 'processing']

/** What needs `owner`, found by reading every copy of every message: the rules, without any index. */
export async function scan(
  store: MailStore,
  owner: string,
  letters: readonly Letter['message'][],
  moment: Moment,
): Promise<readonly Found[]> {
  const found: Found[] = []
  for (const message of letters) {
    const { rows } = await store.deliveries.of(message.id, firstPage())
    for (const copy of rows) {
      const why =
        copy.owner === owner ? ownReason(message, copy, moment) : othersReason(message, copy, moment)
      const mine = copy.owner === owner
      if (why !== null && (mine || message.from === owner))
        found.push({ why, message: message.id, agent: mine ? message.from : copy.owner })
    }
  }
  return found
}

/** Where its owner finds it now; `null` while it is snoozed or expired. */
function seen(copy: Delivery, { now, clock }: Moment): Delivery['box'] | null {
  if (copy.box === 'processing') return copy.box
  const expired = copy.expiresAt !== null && copy.expiresAt <= clock
  if (copy.box !== 'snoozed') return expired ? null : copy.box
  return !expired && (copy.snoozedUntil ?? 0) <= now ? copy.was : null
}

function ownReason(message: Letter['message'], copy: Delivery, moment: Moment): MailConcern | null {
  if (copy.box === 'dead') return 'dead'
  const box = seen(copy, moment)
  if (box === null) return null
  if (box === 'failed') return 'failed'
  if (!open.includes(box)) return null
  if (copy.owes && message.kind === 'escalation') return copy.acknowledgedAt === null ? 'escalation' : null
  if (copy.owes && message.sentAt < moment.overdueBefore) return 'overdue'
  return box === 'unread' && message.priority === 'urgent' ? 'urgent' : null
}

function othersReason(
  message: Letter['message'],
  copy: Delivery,
  { overdueBefore }: Moment,
): MailConcern | null {
  if (copy.box === 'dead') return 'dead'
  const waits = open.includes(copy.box) || (copy.box === 'snoozed' && copy.was !== 'failed')
  return waits && copy.owes && message.sentAt < overdueBefore ? 'unanswered' : null
}
