import { MailError } from '../domain/errors.ts'
import { checkInput, type Fields, type Input, type Spelling } from '../input/input.ts'
import { readTimes } from '../input/read-times.ts'
import type { Context } from '../services/context.ts'
import { gateOf, requireAll, whoOf } from '../services/gate/gate.ts'
import { guarded } from '../services/gate/guarded-store.ts'
import { isOffer, type Offer } from '../services/offer.ts'
import { inCurrentStore } from '../services/reopened.ts'
import type { Operation, Permitted } from './operation.ts'

export type Raw = { readonly [name: string]: unknown }

/** Runs an operation that answers once or with an offer. */
export async function perform(
  operation: Operation,
  given: Context,
  raw: Raw,
  spelling?: Spelling,
): Promise<unknown> {
  return inCurrentStore(given, (current) => performOnce(operation, guarded(current), raw, spelling))
}

async function performOnce(
  operation: Operation,
  context: Context,
  raw: Raw,
  spelling?: Spelling,
): Promise<unknown> {
  if (operation.yields === 'stream') throw new TypeError('A stream is not performed; iterate it.')
  const checked = await inputOf(operation, context, raw, spelling)
  const input = await admitted(operation, context, checked)
  const offer = await operation.run(context, input)
  if (!('takes' in operation) || !isOffer(offer)) return offer
  if (context.isHelper === true)
    return (await import('../services/taking/peeked-at.ts')).peekedAt(operation.takes, input, offer)
  return input === checked ? offer : { ...offer, notes: [onlyShown(context), ...offer.notes] }
}

/** The input of an operation, checked, with its times as people write them read. @throws MailError `usage` */
export async function inputOf(
  operation: Operation,
  context: Context,
  raw: Raw,
  spelling?: Spelling,
): Promise<Input<Fields>> {
  return readTimes(operation.input, checkInput(operation.input, raw, spelling), context.now(), spelling)
}

/** The input that may be performed: for an agent's session in a person's name, the part of it that only looks. */
export async function admitted(
  operation: Operation,
  context: Context,
  input: Input<Fields>,
): Promise<Input<Fields>> {
  const looking = context.onlyLooks === true ? (operation.lookingOnly?.(input) ?? null) : null
  if (looking !== null) return looking
  await admit(operation, context)
  return input
}

/**
 * Judges what is clear before an operation runs: who may act under this name, and what the operation always needs. What
 * depends on its input is judged where it is written, by the row of its method in `port-rights.ts`.
 * @throws MailError `not-allowed`
 */
export async function admit(operation: Permitted, context: Context): Promise<void> {
  if (operation.access === 'write') {
    if (context.onlyLooks === true) throw mayOnlyLook(context.actor.address)
    const { by, as } = whoOf(context)
    if (typeof by === 'object' && by.address !== as) await gateOf(context).require('actAs', { agent: as })
  }
  const { needs } = operation
  if (typeof needs === 'object') await requireAll(gateOf(context), needs)
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
