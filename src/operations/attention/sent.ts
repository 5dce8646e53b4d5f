import { attentionOf } from '../../domain/attention.ts'
import { kindRules } from '../../domain/kind.ts'
import type { Letter } from '../../domain/message.ts'
import type { Context } from '../operation.ts'
import { iso, messageValue } from '../values.ts'
import { type AttentionRow, attentionRow } from './value.ts'

/** So many of the last messages, and copies of each, are followed: older debts are what `owed` and patrol are for. */
const among = 100
const mostCopies = 20

/** What became of the last mail that one sent: answers that are long due, and copies that nobody read. */
export async function sentTrouble(context: Context): Promise<readonly AttentionRow[]> {
  const { store, actor } = context
  const { rows } = await store.messages.sent(actor.address, { limit: among, after: null })
  return (await Promise.all(rows.map((letter) => troubleOf(context, letter)))).flat()
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
          reason: 'never read',
          command: `watchpost redeliver ${value.id} --to AGENT`,
        }),
      ]
    if (!isOld || !isOpen || !delivery.owes) return []
    const agent = delivery.owner
    const command = `watchpost nudge ${agent}`
    return [attentionRow({ ...about, agent, why: 'unanswered', reason: 'has not answered', command })]
  })
}
