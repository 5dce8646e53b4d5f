import type { OperationName } from '../../operations/catalogue.ts'
import { iterate } from '../../operations/iterate.ts'
import type { Operation } from '../../operations/operation.ts'
import type { Context } from '../../services/context.ts'
import { leaveBy, leftOut } from './ending.ts'
import { exitCodes } from './exit.ts'
import type { Parsed } from './flags.ts'
import type { Host } from './host.ts'
import { hearSignals, writeOut } from './output.ts'
import { render } from './render.ts'
import { say } from './say.ts'
import { spellingOf } from './spelling.ts'

type Followed = {
  readonly name: OperationName
  readonly operation: Extract<Operation, { yields: 'stream' }>
  readonly context: Context
}

/** Prints what a stream gives, until it ends or a signal comes. */
export async function follow(
  host: Host,
  { name, operation, context }: Followed,
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
    if (notes.length > 0 && !globals.quiet) say(notes)
  }
  if (!ending.signal.aborted) return hasFailed ? exitCodes.partial : 0
  return leaveBy(await heard)
}
