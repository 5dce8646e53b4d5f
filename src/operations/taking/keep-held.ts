import type { Hold } from '../../../store/mail-store.ts'
import { holdTime } from '../../domain/delivery.ts'
import type { Context } from '../operation.ts'

/** The holds anew, as far as each still stands: whoever takes longer to receive what was written loses it to nobody. */
export function keepHeld({ store, actor, now }: Context, holds: readonly Hold[]) {
  return async (): Promise<void> => {
    for (const hold of holds)
      await store.deliveries.renew(actor.address, hold, { by: null, until: now() + holdTime })
  }
}
