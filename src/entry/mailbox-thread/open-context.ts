import { findActor } from '../../actor.ts'
import { clockOf, readEnvironment, systemUser } from '../../config.ts'
import type { Context } from '../../services/context.ts'
import { knownStore } from '../../store-place/known-store.ts'
import { agentSession, processesOf } from '../agent-session.ts'
import { approvalsOf, keysOf } from '../approvals-of.ts'
import { bellsOf } from '../bells.ts'
import { keepStore, silent } from '../kept-store.ts'
import { panes } from '../lazy-panes.ts'
import { type OpenedStore, openPlace, openStore } from '../open-store.ts'
import { openSurroundings } from '../surroundings.ts'
import { transcriptsOf } from '../transcripts-of.ts'
import { worktreesOf } from '../worktrees-of.ts'
import type { Opening } from './messages.ts'

type Asked = Pick<Opening, 'as' | 'allowNetworkFilesystem'>

/** What this process is, and the context of the screen's operations in a store that it opened. */
export function contextsIn({ as, allowNetworkFilesystem }: Asked) {
  const read = readEnvironment()
  const environment = allowNetworkFilesystem ? { ...read, allowNetworkFilesystem } : read
  const { session, pane, paneServer } = environment
  const harness = agentSession(environment)
  const surroundings = openSurroundings(environment, harness)
  const drivers = {
    panes,
    transcripts: transcriptsOf(environment),
    bells: bellsOf(environment),
    processes: processesOf(harness),
    approvals: approvalsOf(environment),
    keys: keysOf(environment),
    worktrees: worktreesOf(environment),
  }
  const contextIn = async ({ store, settings, swarm }: OpenedStore): Promise<Context> => {
    const { agentsMayActForMe: agentsMayAct } = settings
    const identity = surroundings(store)
    const now = clockOf(environment, store)
    const question = { roster: store.roster, environment, as, swarm, user: systemUser, harness, agentsMayAct }
    const found = await findActor({ ...question, surroundings: identity, unregistered: false, now: now() })
    const origin = { process: process.pid, terminal: null, pane, session }
    const who = { ...found, session, paneServer, swarm, origin, command: 'screen' }
    return { store, ...who, settings, ...drivers, identity, now }
  }
  return { environment, contextIn }
}

/** Answers the context of the screen's operations each time, in the store that is at its place by then. */
export function contextsOf(opening: Opening): () => Promise<Context> {
  const { environment, contextIn } = contextsIn(opening)
  const { store: flag, known } = opening
  const openNow = async (at: string | null): Promise<OpenedStore> =>
    known === undefined
      ? openStore(flag, environment, 'together', at)
      : openPlace(knownStore(known, environment), environment, 'together')
  const kept = keepStore(openNow, silent)
  const open = (): Promise<Context> =>
    kept.within(async (found) => ({ ...(await contextIn(found)), reopen: open }))
  return open
}
