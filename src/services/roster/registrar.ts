import type { Doer, Registration } from '../../../store/mail-store.ts'
import { MailError } from '../../domain/errors.ts'
import { type Context, doerOf } from '../context.ts'

/**
 * The registering actor. In an agent's session without a name, the agent registers itself. It cannot become a person
 * that way, nor take a person's name.
 * @throws MailError `not-allowed`
 */
export async function registrarOf(context: Context, registration: Registration): Promise<Doer> {
  const doer = doerOf(context)
  if (context.how !== 'none') return doer
  const { address, kind } = registration
  const known = await context.store.roster.find(address)
  if ((kind ?? 'agent') === 'agent' && (known === null || known.kind === 'agent'))
    return { ...doer, actor: address }
  throw new MailError(
    'not-allowed',
    known === null
      ? `An agent's session cannot register a ${kind}: ${address}`
      : `${address} is already registered as ${known.kind}; an agent's session cannot take that name.`,
    'Register the agent under another name; a person can use this name in a terminal.',
  )
}
