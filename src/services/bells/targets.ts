import { bellWays } from '../../domain/bell.ts'
import type { Agent } from '../../domain/roster.ts'
import type { BellTarget } from '../bell-driver.ts'
import type { Context } from '../context.ts'
import { livesOf } from '../sessions/lives.ts'

const mostSessions = 10

/** Every way to an agent, best first: its sessions that have not ended, the last heard of first, then its pane. */
export async function targetsOf(context: Context, agent: Agent): Promise<readonly BellTarget[]> {
  const pane = agent.pane === null ? null : { id: agent.pane, server: agent.paneServer }
  const lives = livesOf(context)
  const targets: BellTarget[] = []
  for (const session of await context.store.sessions.list(agent.address, mostSessions)) {
    const { way, id } = session
    if (way === null || (way === 'pane' && pane === null) || (await lives(session)) === 'ended') continue
    if (way !== 'pane' || !targets.some((one) => one.way === 'pane'))
      targets.push({ way, session: id, pane: way === 'pane' ? pane : null })
  }
  if (pane !== null && !targets.some(({ way }) => way === 'pane'))
    targets.push({ way: 'pane', session: null, pane })
  const ranked = (one: BellTarget) => bellWays.indexOf(one.way)
  return targets.sort((one, other) => ranked(one) - ranked(other))
}
