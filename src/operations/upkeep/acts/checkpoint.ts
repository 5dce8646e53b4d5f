import type { Act } from '../act.ts'

/** Keeps the log beside the store short. It is no news, so it is told only when asked what a patrol would do. */
export const checkpoint: Act = async ({ context, rehearsal }) => {
  if (!rehearsal) await context.store.upkeep.checkpoint()
  return []
}
