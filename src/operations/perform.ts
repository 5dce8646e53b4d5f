import { MailError } from '../domain/errors.ts'
import { checkInput, type Fields, type Input, type Spelling } from '../input/input.ts'
import { readTimes } from '../input/read-times.ts'
import type { Context } from '../services/context.ts'
import type { Offer } from '../services/offer.ts'
import { followCurrentStore, inCurrentStore } from '../services/reopened.ts'
import type { Operation } from './operation.ts'

type Raw = { readonly [name: string]: unknown }

/** Runs an operation that answers once or with an offer. */
export async function perform(
  operation: Operation,
  given: Context,
  raw: Raw,
  spelling?: Spelling,
): Promise<unknown> {
  return inCurrentStore(given, (context) => performOnce(operation, context, raw, spelling))
}

async function performOnce(
  operation: Operation,
  context: Context,
  raw: Raw,
  spelling?: Spelling,
): Promise<unknown> {
  if (operation.yields === 'stream') throw new TypeError('A stream is not performed; iterate it.')
  const written = checkInput(operation.input, raw, spelling)
  const checked = await readTimes(operation.input, written, context.now(), spelling)
  const input = admit(operation, context, checked)
  if (operation.yields === 'once') return operation.run(context, input)
  const offer = await operation.run(context, input)
  return input === checked ? offer : { ...offer, notes: [onlyShown(context), ...offer.notes] }
}

/** Runs an operation that answers until the caller aborts. */
export async function* iterate(
  operation: Operation,
  given: Context,
  raw: Raw,
  signal: AbortSignal,
  spelling?: Spelling,
): AsyncIterable<unknown> {
  if (operation.yields !== 'stream') throw new TypeError('Only a stream is iterated.')
  const checked = checkInput(operation.input, raw, spelling)
  yield* followCurrentStore(given, (context) =>
    operation.run(context, admit(operation, context, checked), signal),
  )
}

/** @throws MailError `not-allowed` for an agent's session that would act in a person's name */
function admit(operation: Operation, context: Context, input: Input<Fields>): Input<Fields> {
  if (context.onlyLooks !== true || operation.access === 'read') return input
  const looking = operation.lookingOnly?.(input) ?? null
  if (looking !== null) return looking
  throw mayOnlyLook(context.actor.address)
}

export function mayOnlyLook(person: string): MailError {
  return new MailError(
    'not-allowed',
    `An agent's session may read the mail of ${person}, but not act as ${person}.`,
    `Act as the agent with --as NAME or WATCHPOST_AGENT. ${person} can allow it with \`agents_may_act_for_me: true\` in their own config.yaml.`,
  )
}

function onlyShown({ actor }: Context): Offer<unknown>['notes'][number] {
  return `Shown but not marked as read: an agent's session may only look at the mail of ${actor.address}.`
}
