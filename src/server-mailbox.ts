import { type Mailbox, openMailbox } from './mailbox.ts'
import type { Internal, InternalMethod, InternalStream } from './operations/internal.ts'
import { internalCatalogue } from './operations/internal-catalogue.ts'
import { admit } from './operations/perform.ts'
import type { Context } from './services/context.ts'
import { guarded } from './services/gate/guarded-store.ts'
import { followCurrentStore, inCurrentStore } from './services/reopened.ts'

type InternalName = keyof typeof internalCatalogue

/** Everything a mailbox can do, and what only a server asks for. */
export type ServerMailbox = Mailbox & {
  readonly [K in InternalName]: InternalMethod<(typeof internalCatalogue)[K]>
}

/** The mailbox of the agent or person that runs a server. */
export function openServerMailbox(given: Context): ServerMailbox {
  // One for all methods: what is remembered of a context is remembered once.
  const context = { ...given, command: 'serve' }
  const methods = Object.entries(internalCatalogue).map(([name, one]) => [
    name,
    methodOf(one as One, context),
  ])
  return { ...openMailbox(context), ...Object.fromEntries(methods) } as ServerMailbox
}

type One = Internal<unknown, unknown> | InternalStream<unknown, unknown>

function methodOf(one: One, context: Context) {
  if (one.yields === 'once')
    return async (input: unknown) => {
      await admit(one, context)
      return inCurrentStore(context, (current) => one.run(guarded(current), input))
    }
  return async function* streamed(input: unknown, signal: AbortSignal): AsyncIterable<unknown> {
    await admit(one, context)
    const { run } = one
    yield* followCurrentStore(context, (current) => run(guarded(current), input, signal))
  }
}
