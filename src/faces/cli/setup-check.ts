import { MailError } from '../../domain/errors.ts'
import { sanitizeLine } from '../../domain/sanitize.ts'
import { exitCodes } from './exit.ts'
import { chosenIn, type Globals } from './globals.ts'
import type { Host, SetUpCheck } from './host.ts'
import { jsonLine } from './json.ts'
import { writeNote, writeOut } from './output.ts'

export type SetupInput = {
  readonly tool: string
  readonly yes: boolean
  readonly remove: boolean
  readonly permissions: boolean
  /** Shows every changed line. */
  readonly diff: boolean
}

export type SetupFlags = Partial<SetupInput> & { readonly check?: boolean }

/** @throws MailError `usage` */
export function requireTool(tool: string | undefined): string {
  if (tool !== undefined) return tool
  throw new MailError('usage', 'setup needs a tool.', 'Example: `watchpost setup claude --as critic`.')
}

const withFiles = ['tmux', 'git']

/** Prints whether mail works in coding agents. The exit code shows whether something is wrong. */
export async function runSetupCheck(
  host: Host,
  globals: Globals,
  { tool, yes, remove, permissions, diff }: Omit<SetupFlags, 'tool'> & { readonly tool: string | null },
): Promise<number> {
  if (yes || remove || permissions || diff)
    throw new MailError('usage', '--check changes nothing.', 'Leave the other flags out.')
  if (tool !== null && withFiles.includes(tool))
    throw new MailError('usage', `--check is for coding agents, not for ${tool}.`, 'Leave it out.')
  const checks = await host.checkSetUp({ ...chosenIn(globals), tool })
  const isWell = checks.every(({ state }) => state !== 'wrong')
  if (globals.json) writeOut(jsonLine({ checks, well: isWell }))
  else writeOut(checks.map(lineOf).join(''))
  if (checks.length === 0 && !globals.json && !globals.quiet)
    writeNote('No coding agent is set up here. Example: `watchpost setup claude --as critic`.\n')
  return isWell ? 0 : exitCodes.partial
}

/** `wrong  codex  trust        Codex does not run 9 of 9 hooks. In Codex, type /hooks and trust them.` */
function lineOf({ tool, what, state, says, cure }: SetUpCheck): string {
  const words = `${state.padEnd(5)}  ${tool.padEnd(6)}  ${what.padEnd(11)}  ${sanitizeLine(says)}`
  return `${words}${cure === null ? '' : ` → ${sanitizeLine(cure)}`}\n`
}

/** One line for each coding agent with a problem. */
export async function setUpProblems(host: Host, globals: Globals): Promise<string> {
  const checks = await host.checkSetUp({ ...chosenIn(globals), tool: null })
  const wrong = checks.filter(({ state }) => state === 'wrong')
  const first = wrong.filter(({ tool }, at) => wrong.findIndex((one) => one.tool === tool) === at)
  return first.map(lineOf).join('')
}
