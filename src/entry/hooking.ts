import { existsSync } from 'node:fs'
import { isAbsolute } from 'node:path'
import type { Environment } from '../config.ts'
import type { Hook } from '../faces/cli/host.ts'
import { answerCheckpoint, answerHook, type HookHost } from '../faces/hook/answer-hook.ts'
import type { Context } from '../services/context.ts'
import { isNowhere, locateStore } from '../store-place/find-store.ts'
import { keptHelpers } from './kept-helpers.ts'
import { noteLinkedAgent } from './link-agents.ts'
import { linkPlace } from './link-place.ts'
import { noteTranscriptIn } from './transcripts-of.ts'

type Wanted = Hook & {
  readonly open: (session: string | null) => Promise<Context>
  readonly environment: Environment
}

/** Answers a coding agent's hook. Hooks of a user run in every project: in a project without mail they do nothing. */
export async function answer({ store, as, checkpoint, environment, ...ways }: Wanted): Promise<void> {
  if (!checkpoint && isNowhere(store, environment)) {
    await ways.readInput()
    return
  }
  const open = async (session: string | null) => {
    const context = await ways.open(session)
    const folder = signalsFolder(context, store, environment)
    if (as === undefined && folder !== null) {
      const { noteForGuard } = await import('./guard-notes.ts')
      noteForGuard({ folder, actor: context.actor, session: context.session, environment })
    }
    return context
  }
  const helpers = ({ store: { location }, actor, now }: Context) => {
    const folder = isAbsolute(location) ? location : linkFolder(store, environment)
    return keptHelpers(folder, actor.address, now())
  }
  const noteTranscript: HookHost['noteTranscript'] = async (...told) => {
    await noteTranscriptIn(environment, Date.now(), ...told)
  }
  const seen = { marked: environment.marked, isAttended: environment.isAttended }
  await (checkpoint ? answerCheckpoint : answerHook)({ ...ways, ...seen, open, helpers, noteTranscript })
}

/** The folder of the signal files that the shell's guard of a hook tests: the store's own, or that of a link. `null`: no link ever ran. */
function signalsFolder(
  { store, actor }: Context,
  flag: string | undefined,
  environment: Environment,
): string | null {
  if (isAbsolute(store.location)) return store.location
  const folder = linkFolder(flag, environment)
  if (!existsSync(folder)) return null
  if (actor.kind === 'agent') noteLinkedAgent(folder, actor.address)
  return folder
}

function linkFolder(flag: string | undefined, environment: Environment): string {
  return linkPlace(locateStore(flag, environment).location, environment).folder
}

/** The answer of a failed hook. */
export async function failure(environment: Environment, error: unknown, written: string) {
  const { failureAnswer } = await import('../faces/hook/hook-failure.ts')
  const { hookMemory } = await import('./hook-memory.ts')
  return failureAnswer({ error, written, tellOnce: hookMemory(environment, Date.now()) })
}
