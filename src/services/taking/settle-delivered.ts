import { isOfToolClient } from '../../domain/session.ts'
import { type Context, doerOf } from '../context.ts'
import { requireId } from '../lookup.ts'
import { leaseOf } from './take.ts'

/** Mail that a tool client of the agent has handed over, as its coding agent reports; `take`: to work on, under a lease. */
export type Delivered = {
  readonly messages: readonly string[]
  readonly take: boolean
  readonly lease: number | null
}

/**
 * Settles what a tool client of the actor still holds, because its coding agent has received it. The client itself would learn that
 * from the next call only, and a session's last call has none. What is not held any more is settled already.
 */
export async function settleDelivered(context: Context, { messages, take, lease }: Delivered): Promise<void> {
  const { store, actor, now } = context
  for (const text of messages) {
    const message = await requireId(context, text).catch(() => null)
    const delivery = message === null ? null : (await store.messages.read(message, actor.address))?.delivery
    if (message === null || delivery == null || delivery.box !== 'unread') continue
    if (!isOfToolClient(delivery.heldBy, actor.address)) continue
    const hold = { message, attempt: delivery.attempts }
    const settlement = take
      ? ({ verb: 'process', lease: leaseOf(context, lease ?? undefined) } as const)
      : ({ verb: 'read' } as const)
    await store.deliveries.settle(doerOf(context), actor.address, [hold], settlement, now())
  }
}
