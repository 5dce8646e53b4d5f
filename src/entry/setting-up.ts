import { spawnSync } from 'node:child_process'
import { existsSync } from 'node:fs'
import { dirname, join, resolve } from 'node:path'
import { openSignals } from '../../store/sqlite/database/signals.ts'
import type { Environment } from '../config.ts'
import { longestUsualWait } from '../domain/approval-wait.ts'
import { MailError } from '../domain/errors.ts'
import type { Tool } from '../domain/setup-tools.ts'
import type { SetUp } from '../faces/cli/host.ts'
import { loadOperation } from '../operations/catalogue.ts'
import { perform } from '../operations/perform.ts'
import type { Context } from '../services/context.ts'
import { quoted } from '../setup/commands.ts'
import type { Surroundings } from '../setup/file-change.ts'
import { isCodingAgent, programs } from '../setup/programs.ts'
import { carryOutSetUp, planSetUp } from '../setup/set-up.ts'
import { findStore, locateStore } from '../store-place/find-store.ts'
import { linkPlace } from './link-place.ts'

export type Wanted = {
  readonly tool: Tool
  readonly remove: boolean
  /** The agent may use the safe commands without asking; `null`: as before. */
  readonly permissions: boolean | null
  readonly flag: string | undefined
  readonly environment: Environment
  /** `null` to remove a setup: that needs no store. */
  readonly context: Context | null
  /** The file that this program was started from. */
  readonly program: string
}

/** Another tool's new settings, and the function that writes them. */
export async function prepareSetUp({ tool, remove, ...wanted }: Wanted): Promise<SetUp> {
  const around = surroundingsOf(wanted)
  const isAgents = isCodingAgent(tool)
  if (isAgents && !remove && around.agent === null)
    throw new MailError(
      'usage',
      `setup ${tool} needs the name of the agent that runs in ${programs[tool].name} here.`,
      `Example: \`watchpost setup ${tool} --as critic\`. WATCHPOST_AGENT overrides the name for a session.`,
    )
  const files = planSetUp(tool, around, remove)
  const isFound = isOnPath(wanted.environment)
  const notes = isAgents && !remove && !isFound ? [notOnPath] : []
  const registers = isAgents && !remove ? await newAgent(wanted.context) : null
  const carryOut = async (): Promise<void> => {
    if (registers !== null && wanted.context !== null)
      await perform(await loadOperation('registerAgent'), wanted.context, { agent: registers })
    carryOutSetUp(files)
  }
  return { files, notes, registers, carryOut }
}

/** The agent that is set up, where nobody has registered it yet. */
async function newAgent(context: Context | null): Promise<string | null> {
  if (context === null) return null
  const { address } = context.actor
  return (await context.store.roster.find(address)) === null ? address : null
}

const notOnPath =
  'The hooks run `watchpost`, which is not on your PATH. Install it with `npm install -g watchpost`.'

/** `agent`: the one of the setup, where it is known otherwise. */
export function surroundingsOf({
  flag,
  permissions,
  environment,
  context,
  program,
  agent: named,
}: Omit<Wanted, 'tool' | 'remove'> & { readonly agent?: string | null }): Surroundings {
  const { home, codexFolder, configFolder } = environment
  const folder = environment.folder()
  // Removing a setup reads no mail, so it needs no trust.
  const { location, how, door } = (context === null ? locateStore : findStore)(flag, environment)
  const link = door === null || door.type === 'unix' ? null : linkPlace(location, environment).folder
  const acting =
    context === null || context.how === 'person' || context.how === 'none' ? null : context.actor.address
  const agent = named === undefined ? acting : named
  const signals = openSignals(link ?? location)
  const ownTmux = join(dirname(configFolder), 'tmux/tmux.conf')
  const plainTmux = join(home, '.tmux.conf')
  return {
    program: programWord(environment, program),
    // The folder's own store is found from within it, also after the folder moves.
    store: how === 'folder' ? null : location,
    agent,
    signals: join(link ?? location, 'signals'),
    signal: agent === null ? null : signals.path(agent),
    folder,
    home,
    codexFolder,
    tmuxFile: existsSync(plainTmux) || !existsSync(ownTmux) ? plainTmux : ownTmux,
    location,
    link: link === null ? null : join(link, 'signals'),
    permissions,
    approvalsWait: context?.settings.approvals.wait ?? longestUsualWait,
    gitHooks: gitPath(folder, 'hooks'),
    gitExclude: gitPath(folder, 'info/exclude'),
    isPersonalIgnored: git(folder, 'check-ignore', '-q', '.claude/settings.local.json').status === 0,
  }
}

/** The short name where every shell finds this very program by it. */
function programWord(environment: Environment, program: string): string {
  return isOnPath(environment) ? 'watchpost' : quoted(program)
}

function isOnPath({ programs }: Pick<Environment, 'programs'>): boolean {
  return programs.some((folder) => existsSync(join(folder, 'watchpost')))
}

/** Git's data about the folder; `null` outside a repository. */
function gitPath(folder: string, name: string): string | null {
  const found = git(folder, 'rev-parse', '--git-path', name)
  return found.status === 0 ? resolve(folder, found.stdout.trim()) : null
}

function git(folder: string, ...words: readonly string[]) {
  return spawnSync('git', words, { cwd: folder, encoding: 'utf8' })
}
