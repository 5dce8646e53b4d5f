import { MailError } from '../../../domain/errors.ts'
import { checkInput } from '../../../input/input.ts'
import { openMailbox } from '../../../mailbox.ts'
import type { Context } from '../../../services/context.ts'
import type { compatible } from '../builtin-commands.ts'
import { parseFlags } from '../flags.ts'
import { chosenIn, type Globals } from '../globals.ts'
import type { Host, Shim } from '../host.ts'
import { readAll, writeNote, writeOut } from '../output.ts'
import { say } from '../say.ts'
import { helpHint, spellingOf } from '../spelling.ts'
import type { Desk, Foreign, System } from './foreign.ts'

export type CompatInput = {
  readonly system: (typeof compatible)[number]
  readonly words?: readonly string[]
  readonly to?: string
  readonly script?: 'mailbox' | 'roster'
}

/** Carries out one line of ours. */
type Run = (argv: readonly string[]) => Promise<number>

/** Prints or writes another system's programs, or carries out a line that one of its agents typed. */
export async function runCompat(host: Host, globals: Globals, input: CompatInput, run: Run): Promise<number> {
  const { system, words, to, script } = input
  if (words !== undefined) return runForeign(host, globals, { ...input, words }, run)
  if (script !== undefined && system !== 'haak')
    throw new MailError('usage', `--script is for haak, not for ${system}.`, 'Leave it out.')
  const shims = await shimsOf(system)
  if (to !== undefined) {
    const paths = await host.writeShims(to, shims)
    if (!globals.quiet) writeNote(paths.map((path) => `Wrote ${path}\n`).join(''))
    return 0
  }
  writeOut(await printed(system, shims, script))
  return 0
}

/** One file as it is; several as commands that write them. */
async function printed(
  system: CompatInput['system'],
  shims: readonly Shim[],
  script: CompatInput['script'],
): Promise<string> {
  if (system === 'haak') return (await import('./haak.ts')).haakScripts(script)
  return shims.map(({ text }) => text).join('')
}

async function shimsOf(system: CompatInput['system']): Promise<readonly Shim[]> {
  if (system === 'haak') return (await import('./haak.ts')).haakShims()
  if (system === 'adr003') return (await import('./adr003.ts')).adr003Shims()
  const { program } = await requireSystem(system)
  return [{ name: program, text: shellShim(system), isCommand: true }]
}

/** Gas Town names the agent of a session in `BD_ACTOR`. It counts where nothing else names one. */
function shellShim(system: CompatInput['system']): string {
  const name =
    system === 'gastown'
      ? '[ -n "$WATCHPOST_DEFAULT_AGENT" ] || export WATCHPOST_DEFAULT_AGENT="$BD_ACTOR"\n'
      : ''
  return `#!/bin/sh\n# Written by \`watchpost compat ${system}\`. Watchpost carries the mail.\n${name}exec watchpost compat ${system} -- "$@"\n`
}

/** @throws MailError `usage` for one without a command line */
async function requireSystem(system: CompatInput['system']): Promise<System> {
  switch (system) {
    case 'gastown':
      return (await import('./gastown.ts')).gastown
    case 'cccc':
      return (await import('./cccc.ts')).cccc
    case 'adr003':
    case 'haak':
      throw new MailError(
        'usage',
        `${system} has no program of its own.`,
        `Run \`watchpost compat ${system}\`.`,
      )
  }
}

type Typed = Pick<CompatInput, 'system'> & { readonly words: readonly string[] }

/** What an agent typed, in our words, under the store and the actor that stood before it. */
async function runForeign(host: Host, globals: Globals, input: Typed, run: Run): Promise<number> {
  const { words } = input
  const system = await requireSystem(input.system)
  const found = findForeign(system, words)
  if (found === null) return runUnknown(system, words)
  const { command, used } = found
  requireSupported(system, command, words.slice(used))
  const typed = `compat ${input.system} -- ${command.command}`
  const parsed = parseFlags(command.input, words.slice(used), readAll, typed)
  if (parsed.globals.help) {
    writeOut(helpOf(system, command))
    return 0
  }
  requireOwnFlags(parsed.globals, typed)
  const given = checkInput(command.input, parsed.input, spellingOf(typed))
  const before = globalWords({ ...globals, json: globals.json || parsed.globals.json })
  const desk = openDesk(host, globals)
  const { lines, exit = 0, note } = await command.translate(given as never, desk)
  for (const line of lines) {
    const code = await run([...before, ...line])
    if (code !== 0) return code
  }
  if (note !== undefined && !globals.quiet) say([note])
  return exit
}

function findForeign(
  { commands }: System,
  words: readonly string[],
): { readonly command: Foreign; readonly used: number } | null {
  // The longest first: `mail channel list` before a channel of the name `list`.
  for (let used = Math.min(3, words.length); used > 0; used -= 1) {
    const said = words.slice(0, used).join(' ')
    const command = commands.find((one) => one.command === said || one.aliases.includes(said))
    if (command !== undefined) return { command, used }
  }
  return null
}

/** Our global flags belong before the foreign words; of them a foreign line takes `--json` alone. @throws MailError `usage` */
function requireOwnFlags({ json, help, ...others }: Globals, typed: string): void {
  const given = Object.entries(others).find(([, value]) => value !== undefined && value !== false)
  if (given !== undefined)
    throw new MailError('usage', `Unknown flag: --${flagOf(given[0])}.`, helpHint(typed))
}

/** A flag that is refused says why. @throws MailError `usage` */
function requireSupported({ program, refused }: System, { command }: Foreign, rest: readonly string[]): void {
  const given = rest.map((word) => `${command} ${word.split('=', 1)[0]}`)
  const found = refused.find(({ words }) => given.includes(words))
  if (found !== undefined)
    throw new MailError('usage', `${program} ${found.words} is not supported: ${found.why}.`)
}

function runUnknown({ program, commands, refused }: System, words: readonly string[]): number {
  const said = words.join(' ')
  const known = [...new Set(commands.map(({ command }) => command))].join(', ')
  if (said === '' || said === '--help' || said === '-h' || said === 'help') {
    writeOut(`Watchpost answers for ${program}: ${known}.\n`)
    return 0
  }
  const why = refused.find((one) => said === one.words || said.startsWith(`${one.words} `))?.why
  throw why === undefined
    ? new MailError('usage', `Unknown command: ${program} ${said}`, `Watchpost knows ${known}.`)
    : new MailError('usage', `${program} ${said} is not supported: ${why}.`)
}

function helpOf({ program }: System, { command, input, ours }: Foreign): string {
  const rows = Object.entries(input).map(
    ([name, { help, short, positional, kind, placeholder }]) =>
      `  ${positional ? placeholder : `${short === null ? '' : `-${short}, `}--${flagOf(name)}${kind === 'flag' ? '' : ` ${placeholder}`}`}  ${help}\n`,
  )
  return `${program} ${command} runs ${ours}.\n\n${rows.join('')}`
}

function flagOf(name: string): string {
  return name.replace(/[A-Z]/gu, (letter) => `-${letter.toLowerCase()}`)
}

/** The global flags of our own line, for each line that is carried out. */
function globalWords(globals: Globals): readonly string[] {
  const { store, as, allowNetworkFilesystem, json, noColor, quiet } = globals
  return [
    ...(store === undefined ? [] : [`--store=${store}`]),
    ...(as === undefined ? [] : [`--as=${as}`]),
    ...(allowNetworkFilesystem ? ['--allow-network-filesystem'] : []),
    ...(json ? ['--json'] : []),
    ...(noColor ? ['--no-color'] : []),
    ...(quiet ? ['--quiet'] : []),
  ]
}

function openDesk(host: Host, globals: Globals): Desk {
  let opened: Promise<Context> | undefined
  const context = () =>
    (opened ??= host.open({ ...chosenIn(globals), command: 'compat', unregistered: false, looks: true }))
  return {
    mailbox: async () => openMailbox(await context()),
    now: async () => (await context()).now(),
    input: readAll,
  }
}
