import { findActor } from '../../actor.ts'
import { clockOf, readEnvironment, systemUser } from '../../config.ts'
import type { Context } from '../../services/context.ts'
import { agentSession, processesOf } from '../agent-session.ts'
import { approvalsOf, keysOf } from '../approvals-of.ts'
import { bellsOf } from '../bells.ts'
import { panes } from '../lazy-panes.ts'
import { openStore } from '../open-store.ts'
import { openSurroundings } from '../surroundings.ts'
import { worktreesOf } from '../worktrees-of.ts'
import type { Opening } from './messages.ts'

/** The context of the screen's operations. */
export async function openContext({ store: flag, as, allowNetworkFilesystem }: Opening): Promise<Context> {
  const read = readEnvironment()
  const environment = allowNetworkFilesystem ? { ...read, allowNetworkFilesystem } : read
  const { store, settings } = await openStore(flag, environment, true)
  const now = clockOf(environment)
  const swarm = settings.swarm ?? (await store.facts.swarm())
  const { session, pane, paneServer } = environment
  const harness = agentSession(environment)
  const identity = openSurroundings(environment, harness)(store)
  const { agentsMayActForMe: agentsMayAct } = settings
  const question = { roster: store.roster, environment, as, swarm, user: systemUser, harness, agentsMayAct }
  const found = await findActor({ ...question, surroundings: identity, unregistered: false, now: now() })
  const origin = { process: process.pid, terminal: null, pane, session }
  const who = { ...found, session, paneServer, swarm, origin, command: 'screen' }
  const processes = processesOf(harness)
  const keys = keysOf(environment)
  const worktrees = worktreesOf(environment)
  const drivers = { processes, identity, approvals: approvalsOf(environment), keys, worktrees }
  const bells = bellsOf(environment)
  return { store, ...who, settings, panes, bells, ...drivers, now }
}
