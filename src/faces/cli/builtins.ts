import { fstatSync } from 'node:fs'
import { checkInput } from '../../input/input.ts'
import { type Builtin, findBuiltin } from './builtin-commands.ts'
import type { CompatInput } from './compat/compat.ts'
import { parseFlags, type Raw } from './flags.ts'
import { foldLines } from './fold.ts'
import { chosenIn, type Globals, type Line } from './globals.ts'
import { commandHelp, globalsHelp, overview } from './help.ts'
import type { Host, ServeWanted } from './host.ts'
import { jsonLine } from './json.ts'
import { readAll, writeOut } from './output.ts'
import { spellingOf } from './spelling.ts'

/** Commands of the program itself, and lines without a command. */
export async function runBuiltin(host: Host, line: Line, again: Again): Promise<number> {
  const [first] = line.words
  if (first === undefined) return runBare(host, line)
  if (first === '__complete') {
    const { complete } = await import('./completion/completion.ts')
    writeOut(await complete(host, line.without(1)))
    return 0
  }
  const builtin = findBuiltin(line.words)
  if (builtin === undefined || builtin.command === 'hook')
    throw (await import('./cold.ts')).unknownCommand(line.words)
  const { command } = builtin
  const rest = line.without(command.split(' ').length)
  const { globals, input } = parseFlags(builtin.input, rest, readAll, command)
  if (globals.help || globals.version) return runInstead(host, globals, command)
  const checked = checkInput(builtin.input, input, spellingOf(command))
  return carryOut(host, { command, globals, input: checked, again })
}

/** Carries out another line, in place of the one that was given. */
export type Again = (argv: readonly string[]) => Promise<number>

type Given = {
  readonly command: Exclude<Builtin['command'], 'hook'>
  readonly globals: Globals
  readonly input: Raw
  readonly again: Again
}

async function carryOut(host: Host, { command, globals, input, again }: Given): Promise<number> {
  switch (command) {
    case 'init':
      return (await import('./cold.ts')).runInit(host, globals, input)
    case 'demo':
      return host.demo(await onTerminal(0, 1), (location) =>
        // Nobody else opens it, so a network file system is safe.
        openScreen(host, { ...globals, store: location, as: 'lea', allowNetworkFilesystem: true }),
      )
    case 'trust':
      return (await import('./cold.ts')).runTrust(host, globals, input)
    case 'doctor':
      return (await import('./cold.ts')).runDoctor(host, globals, input)
    case 'upgrade':
      return (await import('./cold.ts')).runUpgrade(host, globals, input)
    case 'backup restore':
      return (await import('./cold.ts')).runRestore(host, globals, input['file'] as string)
    case 'setup':
      return (await import('./cold.ts')).runSetup(host, globals, input)
    case 'serve':
      return host.serve({
        ...chosenIn(globals),
        ...(input as Pick<ServeWanted, 'host' | 'port' | 'cert' | 'key' | 'entrypoint'>),
        insecure: input['insecure'] === true,
        terminal: !globals.json && (await onTerminal(2)),
        colour: host.colour,
      })
    case 'metrics':
      return (await import('./cold.ts')).runMetrics(host, globals, input)
    case 'door':
      return host.serveDoor({
        ...chosenIn(globals),
        ...(input as { path: string | undefined; listen: string | undefined }),
      })
    case 'link':
      return host.link({ ...chosenIn(globals), address: input['address'] as string })
    case 'batch':
      return (await import('./batch.ts')).runBatch(host, globals)
    case 'mcp':
      return host.serveMcp({
        ...chosenIn(globals),
        tools: input['tools'] as string | undefined,
      })
    case 'describe':
      return (await import('./cold.ts')).runDescribe(host, wordsIn(input), input['all'] === true)
    case 'completion':
      writeOut((await import('./completion/completion.ts')).completionScript(input['shell'] as string))
      return 0
    case 'compat':
      return (await import('./compat/compat.ts')).runCompat(host, globals, input as CompatInput, again)
    case 'help':
      return help(host, wordsIn(input))
  }
}

/** `--help` or `--version` on a command. */
export async function runInstead(host: Host, globals: Globals, command: string): Promise<number> {
  if (!globals.help) return printVersion(host, globals)
  return help(host, command.split(' '))
}

async function help(host: Host, words: readonly string[]): Promise<number> {
  if (words.length === 0) await writeHelp(overview(host.version))
  else if (words.join(' ') === 'all') await writeHelp((await import('./cold.ts')).fullOverview(host.version))
  else if (words.join(' ') === 'globals') await writeHelp(globalsHelp())
  else {
    const text = (await commandHelp(words)) ?? (await import('./cold.ts')).groupHelp(words[0] ?? '')
    if (text === null) throw (await import('./cold.ts')).unknownCommand(words)
    await writeHelp(text)
  }
  return 0
}

function wordsIn(input: Raw): readonly string[] {
  return (input['command'] as readonly string[] | undefined) ?? []
}

async function runBare(host: Host, line: Line): Promise<number> {
  const { globals } = parseFlags({}, line.without(0), readAll, '')
  if (globals.version) return printVersion(host, globals)
  if (globals.help) {
    await writeHelp(overview(host.version))
    return 0
  }
  const isOnTerminal = await onTerminal(0, 1)
  await (await import('./cold.ts')).requireStoreHere(host, globals, isOnTerminal)
  if (isOnTerminal) return openScreen(host, globals)
  await writeHelp(overview(host.version))
  return 2
}

function openScreen(host: Host, globals: Globals): Promise<number> {
  return host.openScreen({
    ...chosenIn(globals),
    colour: !globals.noColor,
    readOnly: globals.readOnly,
    accessible: globals.accessible,
    theme: globals.theme ?? null,
    open: globals.open ?? null,
  })
}

async function writeHelp(text: string): Promise<void> {
  if (!(await onTerminal(1))) return writeOut(text)
  writeOut(foldLines(text, process.stdout.columns || 80))
}

async function onTerminal(...descriptors: readonly number[]): Promise<boolean> {
  return descriptors.every((descriptor) => isTerminal(descriptor))
}

/** Detects pipes and files without `tty`, which loads Node's sockets. */
function isTerminal(descriptor: number): boolean {
  if (!isDevice(descriptor)) return false
  return process.getBuiltinModule('node:tty').isatty(descriptor)
}

function isDevice(descriptor: number): boolean {
  try {
    return fstatSync(descriptor).isCharacterDevice()
  } catch {
    // Nobody gave it to us.
    return false
  }
}

function printVersion({ version }: Host, { json }: Globals): number {
  writeOut(json ? jsonLine({ version }) : `watchpost ${version}\n`)
  return 0
}
