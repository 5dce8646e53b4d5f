import { isDue, readTurn } from '../../domain/upkeep-turn.ts'
import type { Context } from '../operation.ts'

/** For some slices of the index, ms, at least one: nobody feels that after the answer is out. */
const afterCommand = 20

/** Upkeep that a command owes once its answer is out. What cannot be done now, the next one does. */
export async function tidyAfter(context: Context, milliseconds = afterCommand): Promise<void> {
  await context.store.live.tidy(milliseconds).catch(() => undefined)
  await sliceOf(context).catch(() => undefined)
}

/** A slice of the round, if nobody did one of late. What syncs every write is left to processes that stay. */
async function sliceOf(context: Context): Promise<void> {
  const { store, settings, now } = context
  if (settings.durability === 'full') return
  const turn = readTurn(await store.facts.remembered('upkeep'))
  if (turn !== null && !isDue(turn, 'command', now())) return
  await (await import('./keep-up.ts')).sliceAfter(context)
}
