import { isMailError, MailError } from '../../domain/errors.ts'
import { flawOfNumbers, isJsonObject, type JsonObject } from '../../domain/json.ts'
import { hasRounded } from '../../domain/rounded.ts'
import { catalogue, loadOperation, type OperationName } from '../../operations/catalogue.ts'
import type { Operation } from '../../operations/operation.ts'
import { perform } from '../../operations/perform.ts'
import type { Context } from '../../services/context.ts'
import { isOffer } from '../../services/offer.ts'
import { tidyAfter } from '../../services/upkeep/tidy.ts'
import { agentReader, forReader } from '../present-for-agents.ts'
import { type Answers, openAnswers } from './batch-answers.ts'
import { findBuiltin } from './builtin-commands.ts'
import { errorValue, exitCodes, exitOfHandOver } from './exit.ts'
import { findNamed } from './find-operation.ts'
import { chosenIn, type Globals } from './globals.ts'
import type { Host } from './host.ts'
import { jsonLine } from './json.ts'
import { chunkSize, codeOf, handOverLine, readChunks } from './output.ts'
import { sayClosed, sayError } from './say.ts'
import { unknownCommand } from './unknown-command.ts'

type Request = { readonly command: string; readonly input: JsonObject; readonly as: string | undefined }
/** `end`: the exit code that the batch ends with now. */
type Answered = { readonly end: number | null; readonly wrote?: Context | null }
/** The tools that carry out a line. */
type Desk = { readonly open: Host['open']; readonly answers: Answers; readonly globals: Globals }

/** Fast operations, stored together with the lines beside them. */
const quick: ReadonlySet<OperationName> = new Set(['send', 'reply', 'ack', 'completeTask'])

/** Before the next lines are read, which may be long in coming; surely so where fewer came than are read at once. */
const [pause, rest] = [Symbol('pause'), Symbol('rest')]
/** A batch may leave far more behind than a command, ms. Who writes much indexes it: for as long as the writing took, at most. */
const [leastAtTheEnd, mostAtTheEnd] = [1_000, 30_000]
/** The store is tidied up this often at most, ms: a checkpoint costs as much as many lines. */
const tidyEvery = 1_000

/**
 * One command a line, one answer a line, in order. A bad line is answered with its error and the rest goes on;
 * mail is handed over line by line.
 */
export async function runBatch(host: Host, globals: Globals): Promise<number> {
  const desk = { open: host.openEach(), answers: openAnswers(), globals }
  let wrote: Context | null = null
  let untidy = false
  const begun = performance.now()
  let tidied = begun
  for (const line of readLines()) {
    if (typeof line === 'symbol') {
      await desk.answers.leave()
      if (line === pause || wrote === null || !untidy) continue
      await wrote.bells?.flush()
      if (performance.now() - tidied < tidyEvery) continue
      await tidyAfter(wrote)
      untidy = false
      tidied = performance.now()
      continue
    }
    const answered = await answer(desk, line)
    if (answered.end !== null) return answered.end
    wrote = answered.wrote ?? wrote
    untidy ||= Boolean(answered.wrote)
  }
  await desk.answers.leave()
  const took = performance.now() - begun
  if (wrote !== null) await tidyAfter(wrote, Math.min(Math.max(took, leastAtTheEnd), mostAtTheEnd))
  return desk.answers.failed() > 0 ? exitCodes.partial : 0
}

/** Lines as they come; only the one that is still coming is kept. */
function* readLines(): Generator<string | symbol> {
  let pieces: Buffer[] = []
  for (const chunk of readChunks()) {
    let from = 0
    for (let end = chunk.indexOf(10); end >= 0; end = chunk.indexOf(10, from)) {
      pieces.push(chunk.subarray(from, end))
      yield Buffer.concat(pieces).toString('utf8')
      pieces = []
      from = end + 1
    }
    if (from < chunk.length) pieces.push(chunk.subarray(from))
    yield chunk.length < chunkSize ? rest : pause
  }
  if (pieces.length > 0) yield Buffer.concat(pieces).toString('utf8')
}

async function answer(desk: Desk, line: string): Promise<Answered> {
  if (line.trim() === '') return { end: null }
  try {
    return await carryOut(desk, requestOf(line))
  } catch (error) {
    if (codeOf(error) === 'EPIPE') throw error
    if (!isMailError(error)) sayError(error)
    await desk.answers.add(jsonLine({ ok: false, ...errorValue(error) }), false)
    return { end: null }
  }
}

async function carryOut(desk: Desk, request: Request): Promise<Answered> {
  const { open, answers, globals } = desk
  const words = request.command.trim().split(/\s+/u)
  const found = findNamed(words) ?? findNamed([...words, 'list'])
  if (found === undefined) throw notRun(words)
  if (found.used < words.length)
    throw wrong(`Arguments of a batch line belong in "input", not in "command": ${request.command}`)
  const operation = await loadOperation(found.name)
  if (operation.yields === 'stream')
    throw new MailError(
      'usage',
      `${request.command} cannot run in a batch because it never ends.`,
      'Run it as a separate command.',
    )
  const context = await open({
    ...chosenIn(globals),
    as: request.as ?? globals.as,
    command: catalogue[found.name].command,
    unregistered: operation.unregistered ?? false,
    nameless: operation.nameless,
  })
  const isQuick = quick.has(found.name)
  if (isQuick) answers.gather(context)
  const here = isQuick ? undefined : await offerAtOnce(desk, operation, context, request)
  if (!isQuick && here === undefined) await answers.leave()
  const answered = here ?? (await perform(operation, context, request.input))
  const wrote = operation.access === 'write' ? context : null
  const lineOf = (value: unknown) => {
    const shown = forReader(agentReader(context), value, request.input, operation.value)
    return jsonLine({ ok: true, value: shown })
  }
  if (!isOffer(answered)) {
    const again = async () => lineOf(await perform(operation, context, request.input))
    await answers.add(lineOf(answered), true, isQuick ? again : undefined)
    if (!isQuick) await answers.leave()
    return { end: null, wrote }
  }
  const ended = await handOverLine(answered, lineOf(answered.value), await answers.store())
  if (ended === 'gone' || ended === 'SIGPIPE') sayClosed(answered, globals)
  return { end: ended === 'left' ? null : exitOfHandOver(ended), wrote }
}

/** What `wait` finds without waiting, held together with what the lines before it changed. */
async function offerAtOnce(
  { answers }: Desk,
  operation: Operation,
  context: Context,
  { command, input }: Request,
): Promise<unknown> {
  if (command !== 'wait' || input['new'] === true || !answers.isGathering()) return undefined
  try {
    return await perform(operation, context, { ...input, timeout: 0 })
  } catch (error) {
    if (isMailError(error) && error.code === 'timeout') return undefined
    throw error
  }
}

function requestOf(line: string): Request {
  const read = parsed(line)
  if (hasRounded(line)) throw wrong(`A batch line must not have ${flawOfNumbers}.`)
  if (!isJsonObject(read) || typeof read['command'] !== 'string')
    throw wrong('A batch line must be a JSON object with the field "command".')
  const { command, input = {}, as, ...others } = read
  const unknown = Object.keys(others)
  if (unknown.length > 0) throw wrong(`Unknown field in a batch line: ${unknown.join(', ')}.`)
  if (!isJsonObject(input)) throw wrong('The field "input" of a batch line must be a JSON object.')
  if (as !== undefined && typeof as !== 'string')
    throw wrong('The field "as" of a batch line must be an address.')
  return { command, input, as }
}

function parsed(line: string): unknown {
  try {
    return JSON.parse(line) as unknown
  } catch {
    throw wrong(`This batch line is not JSON: ${line.slice(0, 80)}`)
  }
}

function wrong(message: string): MailError {
  return new MailError(
    'usage',
    message,
    'Example: {"command":"send","input":{"to":["critic"],"subject":"…"}}',
  )
}

function notRun(words: readonly string[]): MailError {
  const builtin = findBuiltin(words)
  if (builtin !== undefined)
    return new MailError(
      'usage',
      `${builtin.command} cannot run in a batch.`,
      `Run \`watchpost ${builtin.command}\` as a separate command.`,
    )
  return unknownCommand(words)
}
