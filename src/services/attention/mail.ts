import type { AttentionMoment, Page } from '../../../store/mail-store.ts'
import type { AttentionReason } from '../../domain/attention.ts'
import type { DeadReason } from '../../domain/dead-reason.ts'
import { asEscalation } from '../../domain/escalation-payload.ts'
import type { Letter } from '../../domain/message.ts'
import { parseDate } from '../../domain/moment.ts'
import type { AttentionRow } from '../../values/attention-schema.ts'
import type { Context } from '../context.ts'
import { iso, messageValue } from '../values.ts'
import { failedRow } from './failed-request.ts'
import { attentionRow, type Concern } from './value.ts'

const reasons = ['escalation', 'failed', 'dead', 'overdue', 'unanswered', 'urgent'] as const
type MailReason = (typeof reasons)[number]

/** All mail that needs the actor: its own, and what it sent. */
export async function mailConcerns(context: Context): Promise<readonly Concern[]> {
  const { store, actor, settings } = context
  const now = context.now()
  const moment: AttentionMoment = { now, overdueBefore: now - settings.patrol.overdueAfter }
  const tallies = await store.attention.tally(actor.address, moment)
  const concern = <T>(
    why: AttentionReason & keyof typeof tallies,
    page: (request: Parameters<Concern['page']>[0]) => Promise<Page<T>>,
    rowOf: (found: T) => AttentionRow,
  ): Concern => ({
    why,
    ...tallies[why],
    async page(request) {
      const { rows, next } = await page(request)
      return { rows: rows.map(rowOf), next }
    },
  })
  return [
    ...reasons.map((why) =>
      concern(
        why,
        (request) => store.attention.page(actor.address, why, moment, request),
        (letter) => rowOf(letter, why, actor.address),
      ),
    ),
    concern(
      'request-failed',
      (request) => store.deliveries.failedRequests(actor.address, request),
      failedRow,
    ),
  ]
}

type Words = { readonly reason: string; readonly command: string }

function rowOf(letter: Letter, why: MailReason, self: string): AttentionRow {
  const message = messageValue(letter)
  const owner = letter.delivery?.owner ?? self
  const words = owner === self ? ownWords(why, message.id) : othersWords(letter, owner, message.id)
  return attentionRow({
    message,
    why,
    since: iso(letter.message.sentAt),
    ...words,
    ...(owner === self ? {} : { agent: owner }),
    ...(why === 'escalation' ? { deadline: deadlineOf(letter) } : {}),
  })
}

function ownWords(why: MailReason, id: string): Words {
  const [reason, command] = told[why]
  return { reason, command: `watchpost ${command} ${id}` }
}

const told: Readonly<Record<MailReason, readonly [reason: string, command: string]>> = {
  escalation: ['escalated to you', 'reply'],
  failed: ['failed', 'retry'],
  dead: ['undelivered (dead letter)', 'redeliver'],
  overdue: ['you owe an answer', 'reply'],
  unanswered: ['has not answered', 'reply'],
  urgent: ['urgent and unread', 'read'],
}

const lostWords: Partial<Record<DeadReason, string>> = {
  attempts: 'failed too many times',
  'given-up': 'given up',
}

/** Mail that the actor sent to somebody else. */
function othersWords({ delivery }: Letter, owner: string, id: string): Words {
  if (delivery?.box !== 'dead')
    return { reason: 'has not answered', command: `watchpost nudge ${owner} --about ${id}` }
  return {
    reason: lostWords[delivery.deadReason ?? 'retired'] ?? 'never read',
    command: `watchpost redeliver ${id} --to AGENT`,
  }
}

/** A foreign system's deadline may be any text. */
function deadlineOf({ message }: Letter): string | null {
  const at = parseDate(asEscalation(message.payload)?.deadline ?? '')
  return Number.isNaN(at) ? null : iso(at)
}
