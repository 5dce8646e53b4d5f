import { isDue, readTurn } from '../../domain/upkeep-turn.ts'
import type { Context } from '../context.ts'

/** For some slices of the index, ms, at least one: nobody feels that after the answer is out. */
const afterCommand = 20

/** A slice of upkeep after a command's answer. The next command does what this one cannot. */
export async function tidyAfter(context: Context, milliseconds = afterCommand): Promise<void> {
  await context.bells?.flush()
  await tidyIndex(context, milliseconds)
  await sliceOf(context).catch(() => undefined)
}

/** Adds what the search index lacks, and shortens a long log; no more than this, and no mail changes. */
export async function tidyIndex(context: Context, milliseconds = afterCommand): Promise<void> {
  await context.store.live.tidy(milliseconds).catch(() => undefined)
}

/**
 * A slice of the round, unless one was done recently. Acts that sync every write are left to long-running processes.
 */
async function sliceOf(context: Context): Promise<void> {
  const { store, settings, now } = context
  if (settings.durability === 'full') return
  const turn = readTurn(await store.facts.remembered('upkeep'))
  if (turn !== null && !isDue(turn, 'command', now())) return
  await (await import('./keep-up.ts')).sliceAfter(context)
}
