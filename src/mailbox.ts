import {
  catalogue,
  isStream,
  loadOperation,
  type OperationName,
  type OperationNamed,
} from './operations/catalogue.ts'
import { iterate } from './operations/iterate.ts'
import type { Method } from './operations/operation.ts'
import { perform } from './operations/perform.ts'
import type { Context } from './services/context.ts'

/** Every operation as a checked method. */
export type Mailbox = { readonly [K in OperationName]: Method<OperationNamed<K>> }

type Raw = { readonly [name: string]: unknown }

/** Opens the one door in: what a caller passes is checked once, here, whichever face it came through. */
export function openMailbox(context: Context): Mailbox {
  const methods = Object.keys(catalogue).map((name) => [name, methodOf(name as OperationName, context)])
  return Object.fromEntries(methods) as Mailbox
}

function methodOf(name: OperationName, context: Context) {
  const command = context.command ?? catalogue[name].command
  const own = { ...context, command }
  if (isStream(name)) return (raw: Raw, signal: AbortSignal) => streamed(name, own, raw, signal)
  return async (raw: Raw) => perform(await loadOperation(name), own, raw)
}

async function* streamed(
  name: OperationName,
  context: Context,
  raw: Raw,
  signal: AbortSignal,
): AsyncIterable<unknown> {
  yield* iterate(await loadOperation(name), context, raw, signal)
}
