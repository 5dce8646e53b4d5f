import { pause } from '../../after.ts'
import { MailError, sentenceAbout } from '../../domain/errors.ts'
import { checkInput, type Fields, type Spelling } from '../../input/input.ts'
import type { OperationName } from '../../operations/catalogue.ts'
import type { Operation } from '../../operations/operation.ts'
import { perform } from '../../operations/perform.ts'
import type { Context } from '../../services/context.ts'
import { isOffer } from '../../services/offer.ts'
import { keepUp } from '../../services/upkeep/runner.ts'
import { tidyAfter, tidyIndex } from '../../services/upkeep/tidy.ts'
import { leaveBy, leftOut } from './ending.ts'
import { errorValue, exitCodes, exitOf } from './exit.ts'
import { findOperation } from './find-operation.ts'
import { type Parsed, parseFlags, type Raw } from './flags.ts'
import { chosenIn, type Globals, splitLine, wantsJson } from './globals.ts'
import type { Host } from './host.ts'
import { jsonLine } from './json.ts'
import { codeOf, handOver, readAll, writeNote, writeOut } from './output.ts'
import { render } from './render.ts'
import { say, sayClosed, sayError } from './say.ts'
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
  const named = await found.entry.load()
  const parsed = parseFlags(named.input, line.without(found.used), readAll, command)
  const { globals } = parsed
  if (globals.help || globals.version)
    return (await import('./builtins.ts')).runInstead(host, globals, command)
  const followed = parsed.input['follow'] === true && 'followed' in named ? named.followed : undefined
  const operation = followed ?? named
  const context = await host.open({
    ...chosenIn(globals),
    command,
    unregistered: operation.unregistered ?? false,
    nameless: operation.nameless,
    looks: operation.access === 'read' && operation.tellsPrincipal !== true,
  })
  const work =
    operation.yields === 'once' && operation.tells
      ? await (await import('./progress.ts')).longWork(host, context, globals)
      : null
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

async function answer(
  host: Host,
  name: OperationName,
  operation: Operation,
  context: Context,
  { globals, input }: Parsed,
): Promise<number> {
  const spelling = spellingOf(context.command ?? '')
  if (operation.yields === 'stream')
    return (await import('./follow.ts')).follow(host, { name, operation, context }, { globals, input })
  const rest = operation.yields === 'once' ? pauseOf(operation, input, spelling) : null
  for (;;) {
    const answered = await perform(operation, context, input, spelling)
    const offer = isOffer(answered) ? answered : null
    const value = offer === null ? answered : offer.value
    const { text, notes } = await render(host, { name, operation, context }, value, globals, input)
    if (offer === null) writeOut(text)
    const ended = offer === null ? 'left' : await handOver(offer, text)
    if (offer !== null && (ended === 'gone' || ended === 'SIGPIPE')) sayClosed(offer, globals)
    if (ended !== 'left') return leaveBy(ended)
    const code = await finish(value, [...(offer?.notes ?? []), ...notes], globals)
    const asks = 'asks' in operation ? operation.asks : undefined
    const sure =
      asks === undefined ? null : await (await import('./ask-first.ts')).confirmed(asks, input, globals)
    if (sure !== null) return answer(host, name, operation, context, { globals, input: sure })
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

/** Prints the notes, and the items that failed. */
async function finish(value: unknown, notes: readonly string[], globals: Globals): Promise<number> {
  const problems = problemsOf(value)
  if (notes.length > 0 && !globals.quiet) say(notes)
  for (const { id, error } of problems)
    await tellError(new MailError(error.code, sentenceAbout(id, error.message), error.hint), globals.json)
  return problems.length > 0 || leftOut(value) ? exitCodes.partial : 0
}

async function tellError(error: unknown, json: boolean): Promise<void> {
  if (json) writeNote(jsonLine(errorValue(error)))
  else sayError(error)
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
