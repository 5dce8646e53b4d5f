import type { Work } from '../../domain/session.ts'
import type { Context } from '../context.ts'
import { livesOf } from './lives.ts'

/** More than a swarm has in work at one time; what is beyond it is looked at when some of it is done. */
const mostWork = 1000

/** All work that is under way: what sessions that have ended left, and the names of those that live. */
export async function workByLife(
  context: Context,
  most = mostWork,
): Promise<{ readonly ended: readonly Work[]; readonly alive: ReadonlySet<string> }> {
  const lives = livesOf(context)
  const ended: Work[] = []
  const alive = new Set<string>()
  for (const work of await context.store.sessions.work(null, most)) {
    const life = await lives(work.session)
    if (life === 'ended') ended.push(work)
    if (life === 'alive' && work.sessionId !== null) alive.add(work.sessionId)
  }
  return { ended, alive }
}
