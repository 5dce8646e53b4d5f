import { spawnSync } from 'node:child_process'
import type { Environment } from '../config.ts'
import { bestWay, wayNames } from '../domain/bell.ts'
import { isMailError } from '../domain/errors.ts'
import { ageOf } from '../domain/moment.ts'
import { type AgentSession, isConversation } from '../domain/session.ts'
import { type CodingAgent, codingAgents } from '../domain/setup-tools.ts'
import type { Chosen, Opening } from '../faces/cli/host.ts'
import type { Context } from '../services/context.ts'
import { livesOf } from '../services/sessions/lives.ts'
import { type Check, checkFiles, isSetUp, nameIn } from '../setup/check.ts'
import type { Surroundings } from '../setup/file-change.ts'
import { programs } from '../setup/programs.ts'
import { surroundingsOf } from './setting-up.ts'

type Wanted = Chosen & {
  /** A coding agent; `null`: each that is set up here. */
  readonly tool: string | null
  readonly environment: Environment
  readonly open: (opening: Opening) => Promise<Context>
}

type Judged = Omit<Check, 'tool'>

/** Whether mail works in the coding agents of this folder: what their files say, and what the store heard of them. */
export async function checkSetUp({ tool, open, environment, ...chosen }: Wanted): Promise<readonly Check[]> {
  const program = process.argv[1] ?? 'watchpost'
  const plain = { environment, program, flag: chosen.store, permissions: null }
  const base = surroundingsOf({ ...plain, context: null, agent: null })
  const asked = tool === null ? codingAgents.filter((one) => isSetUp(one, base)) : [tool as CodingAgent]
  if (asked.length === 0) return []
  const looking = { command: 'setup', unregistered: true, nameless: 'nobody', looks: true } as const
  const found = await opened(() => open({ ...chosen, ...looking }))
  const context = 'state' in found ? null : found
  const aroundOf = (agent: string | null) => surroundingsOf({ ...plain, context, agent })
  const checks: Check[] = []
  for (const one of asked) {
    const named = nameOf(one, { as: chosen.as, base, environment })
    const judged = [
      ...('state' in found ? [found] : []),
      await checkName(one, named, context),
      checkProgram(one, environment),
      ...checkFiles(one, aroundOf(named?.agent ?? null)),
      ...(context === null || named === null ? [] : await checkSessions(one, named.agent, context)),
    ]
    checks.push(...judged.map((judgement) => ({ tool: one, ...judgement })))
  }
  return checks
}

async function opened(open: () => Promise<Context>): Promise<Context | Judged> {
  try {
    return await open()
  } catch (error) {
    if (!isMailError(error)) throw error
    return { what: 'store', state: 'wrong', says: error.message, cure: error.hint }
  }
}

type Named = { readonly agent: string; readonly from: string }
type Naming = Pick<Wanted, 'as' | 'environment'> & { readonly base: Surroundings }

function nameOf(tool: CodingAgent, { as, environment, base }: Naming): Named | null {
  if (as !== undefined) return { agent: as, from: '--as' }
  if (environment.agent !== null) return { agent: environment.agent, from: 'WATCHPOST_AGENT' }
  const found = nameIn(tool, base)
  return found === null ? null : { agent: found.agent, from: found.file }
}

async function checkName(tool: CodingAgent, named: Named | null, context: Context | null): Promise<Judged> {
  const cure = `watchpost setup ${tool} --as ${named?.agent ?? 'NAME'}`
  if (named === null) return { what: 'name', state: 'wrong', says: 'no agent is named', cure }
  const says = `${named.agent}, by ${named.from}`
  if (context !== null && (await context.store.roster.find(named.agent)) === null)
    return { what: 'name', state: 'wrong', says: `${says}, is not registered`, cure }
  return { what: 'name', state: 'ok', says, cure: null }
}

const patience = 10_000

/** As the coding agent's own shell finds it: Codex's reads the files of a login. */
function checkProgram(tool: CodingAgent, { folder, shell }: Environment): Judged {
  const words = [tool === 'codex' ? '-lc' : '-c', 'command -v watchpost']
  const { stdout } = spawnSync(shell, words, {
    cwd: folder(),
    timeout: patience,
    encoding: 'utf8',
    stdio: ['ignore', 'pipe', 'ignore'],
  })
  const found = stdout?.trim() ?? ''
  if (found !== '') return { what: 'program', state: 'ok', says: found, cure: null }
  const says = `${shell} does not find \`watchpost\` on its PATH`
  return { what: 'program', state: 'wrong', says, cure: 'npm install -g watchpost' }
}

/** Sessions of one agent that are looked at. */
const most = 50

/** The first hook of a session shows it what earlier ones left open; a command or a tool server alone does not. */
async function lastHooked(agent: string, sessions: readonly AgentSession[], { store }: Context) {
  for (const one of sessions)
    if (isConversation(one.id) && (await store.sessions.isBriefed(agent, one.id))) return one
  return undefined
}

async function checkSessions(tool: CodingAgent, agent: string, context: Context): Promise<readonly Judged[]> {
  const sessions = await context.store.sessions.list(agent, most)
  const life = livesOf(context)
  const lives = await Promise.all(sessions.map(life))
  const alive = sessions.filter((_, at) => lives[at] === 'alive')
  const last = await lastHooked(agent, sessions, context)
  const isSeen = alive.length > 0
  const { isHooked } = programs[tool]
  const cure =
    tool === 'codex'
      ? 'In Codex, type /hooks and trust them, then send a prompt.'
      : 'Start it here and send a prompt.'
  const ways = alive.flatMap(({ way }) => (way === null ? [] : [way]))
  const way = bestWay(ways)
  const pane = (await context.store.roster.find(agent))?.pane ?? null
  const hooked: Judged =
    last === undefined
      ? {
          what: 'last run',
          state: 'wrong',
          cure,
          says: isSeen
            ? 'its tools or commands run, but no hook ever ran: untrusted, or no prompt yet'
            : 'no hook ever ran',
        }
      : { what: 'last run', state: 'ok', says: `${ageOf(last.beatAt, context.now())} ago`, cure: null }
  return [
    ...(isHooked ? [hooked] : []),
    way !== null || pane !== null
      ? { what: 'bell', state: 'ok', says: way === null ? wayNames.pane : wayNames[way], cure: null }
      : {
          what: 'bell',
          state: 'note',
          says: `nothing can wake it now: it learns of mail ${isHooked ? 'at its next hook event' : 'when it looks'}`,
          cure: 'Start it in tmux, or see docs/harnesses.md for the ways in.',
        },
  ]
}
