import { isLiving } from './domain/roster.ts'
import { type Mailbox, openMailbox } from './mailbox.ts'
import type { Internal, InternalMethod, InternalStream } from './operations/internal.ts'
import { internalCatalogue } from './operations/internal-catalogue.ts'
import { admit } from './operations/perform.ts'
import { contextFor } from './services/acting-for.ts'
import type { Context } from './services/context.ts'
import { guarded } from './services/gate/guarded-store.ts'
import { followCurrentStore, inCurrentStore } from './services/reopened.ts'

type InternalName = keyof typeof internalCatalogue

/** Everything a mailbox can do, and what only a server asks for. */
export type ServerMailbox = Mailbox & {
  readonly [K in InternalName]: InternalMethod<(typeof internalCatalogue)[K]>
} & {
  /** The mailbox of somebody whom the server acts for; `null` where nobody who lives is called so. */
  readonly mailboxOf: (address: string) => Promise<Mailbox | null>
}

const mailboxes = new WeakMap<Context, Mailbox>()

/** The mailbox of the agent or person that runs a server. */
export function openServerMailbox(given: Context): ServerMailbox {
  // One for all methods: what is remembered of a context is remembered once.
  const context = { ...given, command: 'serve' }
  const methods = Object.entries(internalCatalogue).map(([name, one]) => [
    name,
    methodOf(one as One, context),
  ])
  const mailboxOf = (address: string) => inCurrentStore(context, (current) => openFor(current, address))
  return { ...openMailbox(context), ...Object.fromEntries(methods), mailboxOf } as ServerMailbox
}

async function openFor(server: Context, address: string): Promise<Mailbox | null> {
  const agent = await server.store.roster.find(address)
  if (agent === null || !isLiving(agent)) return null
  const context = contextFor(server, agent)
  const known = mailboxes.get(context) ?? openMailbox(context)
  mailboxes.set(context, known)
  return known
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
