import type { Context } from '../../operations/operation.ts'

/** For some slices of the index, ms, at least one: nobody feels that after the answer is out. */
const afterCommand = 20

/** Upkeep that a command owes once its answer is out. What cannot be done now, the next one does. */
export async function tidyAfter(
  { store }: Pick<Context, 'store'>,
  milliseconds = afterCommand,
): Promise<void> {
  await store.live.tidy(milliseconds).catch(() => undefined)
}
