import { isMailError } from '../../domain/errors.ts'
import type { Context } from '../context.ts'

/** A session that was heard of within this time is not noted again by each command, ms. */
const beatEvery = 30_000

/**
 * A command that an agent runs in its session is a sign of life of that session. A command that only reads notes a new
 * session alone, so that it waits for no writer afterwards, and it works in a store that may not be written. Whether it was noted.
 */
export async function inSession(context: Context, reads: boolean): Promise<boolean> {
  try {
    return await note(context, reads)
  } catch (error) {
    if (!reads || !isMailError(error) || (error.code !== 'not-allowed' && error.code !== 'busy')) throw error
    return false
  }
}

async function note(context: Context, reads: boolean): Promise<boolean> {
  const { actor, session, store, now } = context
  if (session === null || actor.kind === 'user') return false
  const known = await store.sessions.find(actor.address, session)
  if (reads && known !== null) return false
  const since = known === null ? Number.POSITIVE_INFINITY : now() - known.beatAt
  if (known?.endedAt === null && since >= 0 && since < beatEvery) return false
  const process = (await context.processes?.harness()) ?? null
  const { hearOf } = await import('./hear-of.ts')
  await hearOf(context, { agent: actor.address, session, process })
  return true
}
