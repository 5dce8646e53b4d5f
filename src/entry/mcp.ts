import { findActor } from '../actor.ts'
import { clockOf, type Environment, systemUser } from '../config.ts'
import type { Opener } from '../faces/mcp/door.ts'
import { groupsOf } from '../faces/mcp/groups.ts'
import { serveStdio } from '../faces/mcp/server.ts'
import type { Context } from '../services/context.ts'
import { keepUp } from '../services/upkeep/runner.ts'
import { certainSession, processesOf } from './agent-session.ts'
import { keysOf } from './approvals-of.ts'
import { bellsOf } from './bells.ts'
import { openClientSessions } from './client-sessions.ts'
import { keepStore } from './kept-store.ts'
import { panes } from './lazy-panes.ts'
import { type OpenedStore, openStore } from './open-store.ts'
import { keepRinging } from './own-bell.ts'
import { openSurroundings } from './surroundings.ts'
import { worktreesOf } from './worktrees-of.ts'

type Wanted = {
  readonly flag: string | undefined
  readonly as: string | undefined
  readonly environment: Environment
  readonly version: string
  /** The groups of tools to serve in addition to those always served, comma separated. */
  readonly tools: string | undefined
}

/**
 * A mailbox for one client of the Model Context Protocol. A store that is not there yet may be so by the next call.
 * @throws MailError `usage` for a group of tools that does not exist
 */
export async function serveMcp({ flag, as, environment, version, tools }: Wanted): Promise<number> {
  const serving = { version, groups: groupsOf(tools) }
  let isOpened = false
  const kept = keepStore((at) => openStore(flag, environment, 'together', at))
  let stopUpkeep: (() => Promise<void>) | null = null
  const harness = certainSession(environment)
  const surroundings = openSurroundings(environment, harness)
  const processes = processesOf(harness)
  const bells = bellsOf(environment, await processes.own())
  const worktrees = worktreesOf(environment)
  const sessions = openClientSessions()
  const open: Opener = (asking) => kept.within((found) => contextIn(found, asking))
  const contextIn = async (opened: OpenedStore, asking: Parameters<Opener>[0]): Promise<Context> => {
    const { command, unregistered } = asking
    const { store, swarm, settings } = opened
    isOpened = true
    const now = clockOf(environment, store)
    const identity = surroundings(store)
    const question = {
      roster: store.roster,
      environment,
      as,
      swarm,
      user: systemUser,
      harness,
      surroundings: identity,
      agentsMayAct: settings.agentsMayActForMe,
      unregistered,
      now: now(),
    }
    const found = await findActor(question)
    const reopen = () => open(asking)
    const { session, pane, paneServer } = environment
    const origin = { process: process.pid, terminal: null, pane, session }
    const drivers = { processes, identity, panes, bells, worktrees, keys: keysOf(environment) }
    const who = {
      ...found,
      session,
      isHelper: environment.isHelper,
      hops: environment.hops,
      paneServer,
      swarm,
      origin,
      command,
    }
    const context = await sessions.within({ store, reopen, ...who, settings, ...drivers, now })
    stopUpkeep ??= keepUp(context, { programs: false })
    return context
  }
  const stopRinging =
    bells.inbox === null ? null : keepRinging(() => open({ command: 'mcp bell', unregistered: false }))
  await serveStdio(open, serving)
  stopRinging?.()
  await (stopUpkeep as (() => Promise<void>) | null)?.()
  if (!isOpened) return 0
  await sessions.end()
  await kept.opened().then(
    ({ store }) => store.close(),
    () => undefined,
  )
  return 0
}
