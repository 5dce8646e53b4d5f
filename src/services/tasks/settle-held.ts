import type { Delivery } from '../../domain/delivery.ts'
import { type Context, doerOf } from '../context.ts'

type Copy = Pick<Delivery, 'owner' | 'message' | 'box'>

/** What an agent holds of a task that has ended is settled with it; what it has not seen yet stays unread. */
export async function settleHeld(
  context: Context,
  owner: string,
  copies: readonly Copy[],
  except?: number,
): Promise<void> {
  const targets = copies
    .filter((copy) => copy.owner === owner && copy.message !== except && held.has(copy.box))
    .map(({ message }) => ({ message }))
  if (targets.length === 0) return
  const move = { verb: 'complete', at: context.now() } as const
  await context.store.deliveries.move(doerOf(context), owner, targets, move)
}

const held: ReadonlySet<Copy['box']> = new Set(['read', 'processing'])
