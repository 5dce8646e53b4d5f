import { pause } from '../../after.ts'
import { MailError, sentenceAbout } from '../../domain/errors.ts'
import { checkInput, type Fields, type Spelling } from '../../input/input.ts'
import type { OperationName } from '../../operations/catalogue.ts'
import type { Operation } from '../../operations/operation.ts'
import { iterate, perform } from '../../operations/perform.ts'
import type { Context } from '../../services/context.ts'
import { isOffer } from '../../services/offer.ts'
import { keepUp } from '../../services/upkeep/runner.ts'
import { tidyAfter, tidyIndex } from '../../services/upkeep/tidy.ts'
import { errorValue, exitCodes, exitOf, exitOfHandOver } from './exit.ts'
import { findOperation } from './find-operation.ts'
import { type Parsed, parseFlags, type Raw } from './flags.ts'
import { chosenIn, type Globals, splitLine, wantsJson } from './globals.ts'
import type { Host, LongWork } from './host.ts'
import { jsonLine } from './json.ts'
import { codeOf, handOver, hearSignals, readAll, writeNote, writeOut } from './output.ts'
import { render } from './render.ts'
import { spellingOf } from './spelling.ts'

/** Carries out one command line. The answer is the exit code; everything has been written when it comes. */
export async function run(host: Host): Promise<number> {
  try {
    return await carryOut(host)
  } catch (error) {
    // The reader of our data went early; it has what it wanted.
    if (codeOf(error) === 'EPIPE') return 0
    const explained = await host.explain(error)
    await tellError(explained, wantsJson(host.argv))
    return exitOf(explained)
  }
}

async function carryOut(host: Host): Promise<number> {
  const line = splitLine(host.argv)
  const found = findOperation(line.words)
  if (line.words[0] === 'hook') return (await import('./hook-command.ts')).runHook(host, line)
  if (found === undefined) return (await import('./builtins.ts')).runBuiltin(host, line)
  const { command } = found.entry
  const operation = await found.entry.load()
  const parsed = parseFlags(operation.input, line.without(found.used), readAll, command)
  const { globals } = parsed
  if (globals.help || globals.version)
    return (await import('./builtins.ts')).runInstead(host, globals, command)
  const context = await host.open({
    ...chosenIn(globals),
    command,
    unregistered: operation.unregistered ?? false,
    nameless: operation.nameless,
    looks: operation.access === 'read' && operation.tellsPrincipal !== true,
  })
  const work = operation.yields === 'once' && operation.tells ? await longWork(host, context, globals) : null
  const { keepsUp } = operation
  const stop = keepsUp === undefined ? null : keepUp(context, { programs: keepsUp === 'programs' })
  const code = await spooling(operation.input, parsed.input, (input) =>
    answer(host, found.name, operation, work?.context ?? context, { globals, input }),
  ).finally(() => {
    stop?.()
    work?.end()
  })
  if (operation.access === 'write') await tidyAfter(context)
  else if (operation.asksIndex) await tidyIndex(context)
  return code
}

async function spooling<T>(fields: Fields, input: Raw, then: (input: Raw) => Promise<T>): Promise<T> {
  const name = Object.keys(fields).find((one) => fields[one]?.spooled && input[one] === '-')
  return name === undefined
    ? then(input)
    : (await import('./spool.ts')).withSpooled(input, name, readAll(), then)
}

/** Shows the progress on a terminal, and keeps memory small meanwhile. */
async function longWork(host: Host, context: Context, { json, quiet }: Globals): Promise<LongWork> {
  const told = json || quiet ? context : (await import('./progress.ts')).withProgress(context)
  return host.keepWorkSmall(told)
}

async function answer(
  host: Host,
  name: OperationName,
  operation: Operation,
  context: Context,
  { globals, input }: Parsed,
): Promise<number> {
  const spelling = spellingOf(context.command ?? '')
  if (operation.yields === 'stream') return follow(host, name, operation, context, { globals, input })
  const rest = operation.yields === 'once' ? pauseOf(operation, input, spelling) : null
  for (;;) {
    const answered = await perform(operation, context, input, spelling)
    const offer = isOffer(answered) ? answered : null
    const value = offer === null ? answered : offer.value
    const { text, notes } = await render(host, { name, operation, context }, value, globals, input)
    if (offer === null) writeOut(text)
    const ended = offer === null ? 'left' : await handOver(offer, text)
    if (offer !== null && (ended === 'gone' || ended === 'SIGPIPE'))
      (await import('./say.ts')).sayClosed(offer, globals)
    if (ended !== 'left') return leaveBy(ended)
    const code = await finish(value, [...(offer?.notes ?? []), ...notes], globals)
    if (rest === null) return code
    await pause(rest)
  }
}

/** How long until it is done again, where that was asked for. */
function pauseOf(
  operation: Extract<Operation, { yields: 'once' }>,
  input: Raw,
  spelling: Spelling,
): number | null {
  const { repeats } = operation
  if (repeats === undefined || input[repeats] === undefined) return null
  return checkInput(operation.input, input, spelling)[repeats] as number
}

/** A signal that came while mail was handed over ends us as it would have, now that the mail is released. */
function leaveBy(ended: Exclude<Awaited<ReturnType<typeof handOver>>, 'left'>): number {
  if (ended === 'SIGINT' || ended === 'SIGTERM' || ended === 'SIGHUP') process.kill(process.pid, ended)
  return exitOfHandOver(ended)
}

async function follow(
  host: Host,
  name: OperationName,
  operation: Extract<Operation, { yields: 'stream' }>,
  context: Context,
  { globals, input }: Parsed,
): Promise<number> {
  const ending = new AbortController()
  // A program that does not read what is written to it would end us by SIGPIPE.
  const signals = hearSignals(['SIGINT', 'SIGTERM', 'SIGHUP'])
  const heard = signals.heard.then((signal) => {
    ending.abort()
    // A second signal means: do not wait for a clean end.
    signals.stop()
    return signal
  })
  const spelling = spellingOf(context.command ?? '')
  let hasFailed = false
  for await (const value of iterate(operation, context, input, ending.signal, spelling)) {
    hasFailed ||= operation.hasFailed?.(value) ?? leftOut(value)
    const { text, notes } = await render(host, { name, operation, context }, value, globals, input)
    writeOut(text)
    if (notes.length > 0 && !globals.quiet) (await import('./say.ts')).say(notes)
  }
  if (!ending.signal.aborted) return hasFailed ? exitCodes.partial : 0
  return leaveBy(await heard)
}

/** Prints the notes, and the items that failed. */
async function finish(value: unknown, notes: readonly string[], globals: Globals): Promise<number> {
  const problems = problemsOf(value)
  if (notes.length > 0 && !globals.quiet) (await import('./say.ts')).say(notes)
  for (const { id, error } of problems)
    await tellError(new MailError(error.code, sentenceAbout(id, error.message), error.hint), globals.json)
  return problems.length > 0 || leftOut(value) ? exitCodes.partial : 0
}

async function tellError(error: unknown, json: boolean): Promise<void> {
  if (json) writeNote(jsonLine(errorValue(error)))
  else (await import('./say.ts')).sayError(error)
}

/** Records that were skipped, or members of a group that reach nobody; the value lists each. */
function leftOut(value: unknown): boolean {
  if (typeof value !== 'object' || value === null) return false
  const { skipped = [], absent = [] } = value as Readonly<Record<'skipped' | 'absent', readonly unknown[]>>
  return skipped.length + absent.length > 0
}

type Problems = readonly {
  readonly id: string
  readonly error: Pick<MailError, 'code' | 'message' | 'hint'>
}[]

function problemsOf(value: unknown): Problems {
  return typeof value === 'object' && value !== null && 'problems' in value
    ? (value.problems as Problems)
    : []
}
