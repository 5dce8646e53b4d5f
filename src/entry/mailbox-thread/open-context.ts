import type { MailStore } from '../../../store/mail-store.ts'
import { openSqliteStore } from '../../../store/sqlite/sqlite-store.ts'
import { findActor } from '../../actor.ts'
import { clockOf, type Environment, readEnvironment, readSettings, systemUser } from '../../config.ts'
import type { Settings } from '../../domain/settings/settings.ts'
import type { Context } from '../../operations/operation.ts'
import { findStore } from '../../store-place/find-store.ts'
import { whereLooked } from '../absent-store.ts'
import { admitted } from '../admission.ts'
import { agentSession, processesOf } from '../agent-session.ts'
import { approvalsOf } from '../approvals-of.ts'
import { bellsOf } from '../bells.ts'
import { panes } from '../lazy-panes.ts'
import { worktreesOf } from '../worktrees-of.ts'
import type { Opening } from './messages.ts'

type Shared = { readonly store: MailStore; readonly settings: Settings }

/** A store for several callers in one thread: a write that waits for another process holds up nobody. */
export async function openSharedStore(flag: string | undefined, environment: Environment): Promise<Shared> {
  const place = findStore(flag, environment)
  return admitted(place, environment, async () => {
    const settings = await readSettings(place.location, environment)
    const { durability, allowNetworkFilesystem } = settings
    const options = { create: false, durability, allowNetworkFilesystem, yields: true }
    const store = await openSqliteStore(place.location, options).catch((error: unknown) => {
      throw whereLooked(error, place)
    })
    return { store, settings }
  })
}

/** The context of the screen's operations. */
export async function openContext({ store: flag, as, allowNetworkFilesystem }: Opening): Promise<Context> {
  const read = readEnvironment()
  const environment = allowNetworkFilesystem ? { ...read, allowNetworkFilesystem } : read
  const { store, settings } = await openSharedStore(flag, environment)
  const now = clockOf(environment)
  const swarm = settings.swarm ?? (await store.facts.swarm())
  const { session, pane, paneServer } = environment
  const harness = agentSession(environment)
  const { agentsMayActForMe: agentsMayAct } = settings
  const question = { roster: store.roster, environment, as, swarm, user: systemUser, harness, agentsMayAct }
  const found = await findActor({ ...question, unregistered: false, now: now() })
  const origin = { process: process.pid, terminal: null, pane, session }
  const who = { ...found, session, paneServer, swarm, origin, command: 'screen' }
  const processes = processesOf(harness)
  const approvals = approvalsOf(environment)
  const worktrees = worktreesOf(environment)
  return { store, ...who, settings, panes, bells: bellsOf(environment), processes, approvals, worktrees, now }
}
