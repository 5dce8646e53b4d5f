import type { Silent } from '../../../store/mail-store.ts'
import type { Context } from '../context.ts'

/** No roster is longer. */
export const everyone = 1_000_000

/** Agents that must be heard of and were not for `patrol.silent_after`, the longest silent first. */
export async function silentNow({ store, settings, now }: Context): Promise<readonly Silent[]> {
  return store.upkeep.silent(now() - settings.patrol.silentAfter, everyone)
}
