import type { FailedRequest } from '../../../store/mail-store.ts'
import { attentionOf } from '../../domain/attention.ts'
import { kindRules } from '../../domain/kind.ts'
import type { Letter } from '../../domain/message.ts'
import type { Context } from '../operation.ts'
import { iso, messageValue } from '../values.ts'
import type { AttentionRow } from './schema.ts'
import { attentionRow } from './value.ts'

/** The number of recent messages, and copies of each, that are checked. `owed` and patrol cover older ones. */
const among = 100
const mostCopies = 20
const mostFailed = 50

/** Problems of recently sent mail: overdue answers, and copies that were never read. */
export async function sentTrouble(context: Context): Promise<readonly AttentionRow[]> {
  const { store, actor } = context
  const [{ rows }, failed] = await Promise.all([
    store.messages.sent(actor.address, { limit: among, after: null }),
    store.deliveries.failedRequests(actor.address, { most: mostFailed, looked: among }),
  ])
  const troubles = await Promise.all(rows.map((letter) => troubleOf(context, letter)))
  return [...failed.map(failedRow), ...troubles.flat()]
}

/** The requester decides: ask again, ask somebody else, or acknowledge the notice. */
function failedRow({ letter, failure }: FailedRequest): AttentionRow {
  const message = messageValue(letter)
  return attentionRow({
    message,
    agent: failure.owner,
    why: 'request-failed',
    reason: failure.reason === null ? 'failed' : `failed: ${failure.reason}`,
    since: iso(failure.at),
    command: `watchpost redeliver ${message.id}`,
  })
}

async function troubleOf(context: Context, { message }: Letter): Promise<readonly AttentionRow[]> {
  const overdueBefore = context.now() - context.settings.patrol.overdueAfter
  const isOld = kindRules[message.kind].owes && message.sentAt < overdueBefore
  const { rows } = await context.store.deliveries.of(message.id, { limit: mostCopies, after: null })
  return rows.flatMap((delivery): readonly AttentionRow[] => {
    const isOpen = delivery.box === 'unread' || delivery.box === 'read' || delivery.box === 'processing'
    const why = attentionOf({ message, delivery }, overdueBefore)
    const value = messageValue({ message, delivery })
    const about = { message: value, since: iso(message.sentAt) }
    if (delivery.owner === context.actor.address) return []
    if (why === 'dead')
      return [
        attentionRow({
          ...about,
          why,
          agent: delivery.owner,
          reason: delivery.deadReason === 'attempts' ? 'failed too many times' : 'never read',
          command: `watchpost redeliver ${value.id} --to AGENT`,
        }),
      ]
    if (!isOld || !isOpen || !delivery.owes) return []
    const agent = delivery.owner
    const command = `watchpost nudge ${agent} --about ${value.id}`
    return [attentionRow({ ...about, agent, why: 'unanswered', reason: 'has not answered', command })]
  })
}
