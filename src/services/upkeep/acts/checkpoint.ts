import type { Act } from '../act.ts'

/** Keeps the write-ahead log short. It is reported only in a dry run, because it is not news. */
export const checkpoint: Act = async ({ context, rehearsal }) => {
  if (!rehearsal) await context.store.upkeep.checkpoint()
  return []
}
