import type { Context } from '../context.ts'
import { hearOf, takeBackAbandoned } from '../sessions/hear-of.ts'

/** A runner's session is noted so often, ms. */
const beatEvery = 30_000

/** Notes a runner's session now and then, and each time looks for work of the agent's sessions that are gone. */
export function openBeat(): (context: Context) => Promise<void> {
  let beatAt: number | null = null
  return async (context) => {
    const { actor, session, processes, now } = context
    if (session === null) return
    const since = beatAt === null ? Number.POSITIVE_INFINITY : now() - beatAt
    if (since >= 0 && since < beatEvery) return takeBackAbandoned(context, actor.address, session)
    const at = now()
    const process = (await processes?.own()) ?? null
    await hearOf(context, { agent: actor.address, session, process })
    beatAt = at
  }
}
