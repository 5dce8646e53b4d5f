import { type AttentionReason, attentionOf } from '../../domain/attention.ts'
import type { Letter } from '../../domain/message.ts'
import { openBoxes } from '../mail/filter.ts'
import type { Context } from '../operation.ts'
import { iso, messageValue } from '../values.ts'
import type { AttentionRow } from './schema.ts'
import { attentionRow } from './value.ts'

/** The number of messages checked at the head of a mailbox: urgent mail comes first. */
const mostOpen = 200
const mostFailed = 50

const told: Readonly<Partial<Record<AttentionReason, readonly [string, string]>>> = {
  urgent: ['urgent and unread', 'read'],
  escalation: ['escalated to you', 'reply'],
  dead: ['undelivered (dead letter)', 'redeliver'],
  failed: ['failed', 'retry'],
  overdue: ['you owe an answer', 'reply'],
}

/** Urgent matters in the actor's own mailbox. */
export async function ownTrouble(context: Context): Promise<readonly AttentionRow[]> {
  const { store, actor, settings } = context
  const now = context.now()
  const page = async (boxes: Parameters<typeof store.deliveries.page>[1]['boxes'], limit: number) =>
    (await store.deliveries.page(actor.address, { boxes }, now, { limit, after: null })).rows
  const letters = [
    ...(await page(openBoxes, mostOpen)),
    ...(await page(['failed'], mostFailed)),
    ...(await page(['dead'], mostFailed)),
  ]
  const unique = new Map(letters.map((letter) => [letter.message.id, letter]))
  return [...unique.values()].flatMap((letter) => rowOf(letter, now - settings.patrol.overdueAfter))
}

function rowOf(letter: Letter, overdueBefore: number): readonly AttentionRow[] {
  const why = attentionOf(letter, overdueBefore)
  const [reason, command] = (why && told[why]) ?? []
  if (why === null || reason === undefined) return []
  const message = messageValue(letter)
  return [
    attentionRow({
      message,
      why,
      reason,
      since: iso(letter.message.sentAt),
      command: `watchpost ${command} ${message.id}`,
    }),
  ]
}
