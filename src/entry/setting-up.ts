import { spawnSync } from 'node:child_process'
import { existsSync } from 'node:fs'
import { dirname, join, resolve } from 'node:path'
import { openSignals } from '../../store/sqlite/live/signals.ts'
import type { Environment } from '../config.ts'
import type { SetUp } from '../faces/cli/host.ts'
import type { Context } from '../operations/operation.ts'
import { quoted } from '../setup/commands.ts'
import type { Surroundings } from '../setup/file-change.ts'
import { carryOutSetUp, planSetUp } from '../setup/set-up.ts'
import type { Tool } from '../setup/tools.ts'
import { findStore } from '../store-place/find-store.ts'

export type Wanted = {
  readonly tool: Tool
  readonly remove: boolean
  readonly flag: string | undefined
  readonly environment: Environment
  readonly context: Context
  /** The file that this program was started from. */
  readonly program: string
}

/** Another tool's settings as they would become, and the deed that makes them so. */
export function prepareSetUp({ tool, remove, ...wanted }: Wanted): SetUp {
  const files = planSetUp(tool, surroundingsOf(wanted), remove)
  return { files, carryOut: () => carryOutSetUp(files) }
}

function surroundingsOf({
  flag,
  environment,
  context,
  program,
}: Omit<Wanted, 'tool' | 'remove'>): Surroundings {
  const { folder, home, codexFolder, configFolder } = environment
  const { location, how } = findStore(flag, environment)
  const agent = context.how === 'person' ? null : context.actor.address
  const signals = openSignals(location)
  const ownTmux = join(dirname(configFolder), 'tmux/tmux.conf')
  const plainTmux = join(home, '.tmux.conf')
  return {
    program: programWord(environment, program),
    // The folder's own store is found from within it, wherever it moves to.
    store: how === 'folder' ? null : location,
    agent,
    signals: join(location, 'signals'),
    signal: agent === null ? null : signals.path(agent),
    folder,
    home,
    codexFolder,
    tmuxFile: existsSync(plainTmux) || !existsSync(ownTmux) ? plainTmux : ownTmux,
    location,
    gitHooks: gitHooks(folder),
  }
}

/** The short name where every shell finds this very program by it. */
function programWord({ programs }: Environment, program: string): string {
  return programs.some((folder) => existsSync(join(folder, 'watchpost'))) ? 'watchpost' : quoted(program)
}

function gitHooks(folder: string): string | null {
  const found = spawnSync('git', ['rev-parse', '--git-path', 'hooks'], { cwd: folder, encoding: 'utf8' })
  return found.status === 0 ? resolve(folder, found.stdout.trim()) : null
}
