import type { Spelling } from '../input/input.ts'
import type { Context } from '../services/context.ts'
import { guarded } from '../services/gate/guarded-store.ts'
import { followCurrentStore } from '../services/reopened.ts'
import type { Operation } from './operation.ts'
import { admitted, inputOf, type Raw } from './perform.ts'

/** Runs an operation that answers until the caller aborts. */
export async function* iterate(
  operation: Operation,
  given: Context,
  raw: Raw,
  signal: AbortSignal,
  spelling?: Spelling,
): AsyncIterable<unknown> {
  if (operation.yields !== 'stream') throw new TypeError('Only a stream is iterated.')
  const checked = await inputOf(operation, given, raw, spelling)
  yield* followCurrentStore(given, async function* (current) {
    const context = guarded({ ...current, lasts: true })
    yield* operation.run(context, await admitted(operation, context, checked), signal)
  })
}
