import type { Hold } from '../../../store/mail-store.ts'
import { holdTime } from '../../domain/delivery.ts'
import type { Context } from '../context.ts'

/** Renews the holds that are still valid, so that a slow reader does not lose its mail. */
export function keepHeld({ store, actor, now }: Context, holds: readonly Hold[]) {
  return async (): Promise<void> => {
    for (const hold of holds)
      await store.deliveries.renew(actor.address, hold, { by: null, until: now() + holdTime })
  }
}
