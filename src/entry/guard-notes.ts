import { lstatSync, renameSync, writeFileSync } from 'node:fs'
import { basename, dirname, isAbsolute, join, relative } from 'node:path'
import { openSignals } from '../../store/sqlite/database/signals.ts'
import type { Environment } from '../config.ts'
import type { Agent } from '../domain/roster.ts'
import type { Context } from '../services/context.ts'
import { trySmallFile } from '../small-file.ts'
import { worktreeOf } from '../store-place/worktree.ts'
import { noteOtherSession } from './other-sessions.ts'

/** After so long without any sign of it a session of another agent counts no more. */
const kept = 7 * 24 * 60 * 60_000

type Noted = {
  /** The folder of the signal files. */
  readonly folder: string
  readonly actor: Agent
  readonly session: string | null
  readonly environment: Environment
}

/**
 * What the shell's guard of a hook cannot find by itself: that a session has another agent than its variables say, and which
 * store and agent a work tree has.
 */
export function noteForGuard({ folder, actor, session, environment }: Noted): void {
  const { agent, defaultAgent } = environment
  if (agent === null && session !== null)
    noteOtherSession(folder, session, actor.kind === 'agent' && actor.address !== defaultAgent, Date.now())
  if (environment.store !== null) return
  const isUnnamed = agent === null && defaultAgent === null && actor.kind === 'agent'
  const signal = isUnnamed ? basename(openSignals(folder).path(actor.address)) : null
  try {
    noteWorktree(environment.folder(), folder, signal)
  } catch {
    // Without the note the guard starts the program, as in any folder that it does not know.
  }
}

/** A session that has no name in its variables may get an agent by any command. */
export function noteUnnamed({ store, actor, session }: Context, environment: Environment): void {
  const { agent, defaultAgent } = environment
  if (agent !== null || defaultAgent !== null || !isAbsolute(store.location)) return
  noteForGuard({ folder: store.location, actor, session, environment })
}

/** In the place of a signal file where the sessions of a work tree differ: no agent's is called so. */
const several = '?'

/** Two lines in git's private folder of the work tree: the store, and the signal file of the agent whose sessions have no name. */
function noteWorktree(from: string, store: string, signal: string | null): void {
  const own = ownFolder(from, store)
  if (own === null || store.includes('\n')) return
  const path = join(own, 'watchpost')
  const [before = null, told = ''] = (trySmallFile(path, 'store') ?? '').split('\n')
  const age =
    before === store ? Date.now() - (lstatSync(path, { throwIfNoEntry: false })?.mtimeMs ?? 0) : kept
  const isKnown = age < kept
  const earlier = isKnown ? told : ''
  const next = signal === null ? earlier : earlier === '' || earlier === signal ? signal : several
  if (isKnown && next === told) return
  const aside = `${path}.${process.pid}`
  writeFileSync(aside, `${store}\n${next}\n`, { flag: 'wx', mode: 0o600 })
  renameSync(aside, path)
}

/** Git's private folder of the work tree around a folder, unless the store is within that tree. */
function ownFolder(from: string, store: string): string | null {
  for (let folder = from; ; folder = dirname(folder)) {
    const found = worktreeOf(folder)
    if (found !== null) return relative(folder, store).startsWith('..') ? found.own : null
    if (dirname(folder) === folder) return null
  }
}
