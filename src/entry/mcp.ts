import type { MailStore } from '../../store/mail-store.ts'
import { findActor } from '../actor.ts'
import { clockOf, type Environment, systemUser } from '../config.ts'
import { isMailError } from '../domain/errors.ts'
import type { Settings } from '../domain/settings/settings.ts'
import type { Opener } from '../faces/mcp/door.ts'
import { groupsOf } from '../faces/mcp/groups.ts'
import { serveStdio } from '../faces/mcp/server.ts'
import { keepUp } from '../services/upkeep/runner.ts'
import { certainSession, processesOf } from './agent-session.ts'
import { keysOf } from './approvals-of.ts'
import { bellsOf } from './bells.ts'
import { openClientSessions } from './client-sessions.ts'
import { panes } from './lazy-panes.ts'
import { openStore as openNamed } from './open-store.ts'
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
type Opened = { readonly store: MailStore; readonly swarm: string | null; readonly settings: Settings }

/**
 * A mailbox for one client of the Model Context Protocol. A store that is not there yet may be so by the next call.
 * @throws MailError `usage` for a group of tools that does not exist
 */
export async function serveMcp({ flag, as, environment, version, tools }: Wanted): Promise<number> {
  const serving = { version, groups: groupsOf(tools) }
  let opened: Promise<Opened> | null = null
  let stopUpkeep: (() => Promise<void>) | null = null
  const harness = certainSession(environment)
  const surroundings = openSurroundings(environment, harness)
  const now = clockOf(environment)
  const processes = processesOf(harness)
  const bells = bellsOf(environment, await processes.own())
  const worktrees = worktreesOf(environment)
  const sessions = openClientSessions()
  const forget = (error: unknown): never => {
    opened = null
    stopUpkeep?.()
    stopUpkeep = null
    throw error
  }
  const open: Opener = async ({ command, unregistered }) => {
    opened ??= openStore(flag, environment).catch(forget)
    const { store, swarm, settings } = await opened
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
    const found = await findActor(question).catch((error: unknown) =>
      // The store's thread has ended; the next call opens it again.
      isMailError(error) && error.code === 'internal' ? forget(error) : Promise.reject(error),
    )
    const { session, pane, paneServer } = environment
    const origin = { process: process.pid, terminal: null, pane, session }
    const drivers = { processes, identity, panes, bells, worktrees, keys: keysOf(environment) }
    const client = { store, ...found, session, paneServer, swarm, origin, command, settings, ...drivers, now }
    const context = await sessions.within(client)
    stopUpkeep ??= keepUp(context, { programs: false })
    return context
  }
  const stopRinging =
    bells.inbox === null ? null : keepRinging(() => open({ command: 'mcp bell', unregistered: false }))
  await serveStdio(open, serving)
  stopRinging?.()
  await (stopUpkeep as (() => Promise<void>) | null)?.()
  await (opened as Promise<Opened> | null)?.then(
    async ({ store }) => {
      await sessions.end()
      await store.close()
    },
    () => undefined,
  )
  return 0
}

async function openStore(flag: string | undefined, environment: Environment): Promise<Opened> {
  const { store, settings } = await openNamed(flag, environment, true)
  return { store, settings, swarm: await store.facts.swarm() }
}
