import { checkInput, type Spelling } from './input.ts'
import type { Context, Operation } from './operation.ts'

type Raw = { readonly [name: string]: unknown }

/** Runs an operation that answers once or with an offer. */
export async function perform(
  operation: Operation,
  context: Context,
  raw: Raw,
  spelling?: Spelling,
): Promise<unknown> {
  if (operation.yields === 'stream') throw new TypeError('A stream is not performed; iterate it.')
  return operation.run(context, checkInput(operation.input, raw, spelling))
}
