import type { Registration } from '../../../store/mail-store.ts'
import { matchesPattern } from '../../domain/addressing/address.ts'
import { MailError } from '../../domain/errors.ts'
import { isPerson, officers } from '../../domain/escalation.ts'
import type { Agent } from '../../domain/roster.ts'
import type { Context } from '../context.ts'

type Known = Pick<Agent, 'address' | 'kind' | 'reportsTo' | 'talksTo' | 'state'>

/**
 * An agent changes itself. Another agent is changed by a person, or by its supervisor.
 * @throws MailError `not-allowed`
 */
export async function requireAuthority(context: Context, known: Known): Promise<void> {
  const { actor } = context
  if (isItself(context, known.address)) return
  if (isByPerson(context) || (await supervises(context, known))) return
  throw new MailError(
    'not-allowed',
    `${actor.address} may not change ${known.address}; nothing was changed.`,
    `Ask a person${known.reportsTo === null ? '' : ` or ${known.reportsTo}`}.`,
  )
}

/**
 * Changes that agents cannot make to themselves: the kind of a person, and permission to write to more agents.
 * @throws MailError `not-allowed`
 */
export async function requireRegistrar(
  context: Context,
  known: Known | null,
  { address, kind, talksTo }: Pick<Registration, 'address' | 'kind' | 'talksTo'>,
): Promise<void> {
  if (known !== null) await requireAuthority(context, known)
  const raises = kind !== undefined && isPerson({ kind }) && kind !== known?.kind
  const widens =
    talksTo !== undefined && isItself(context, address) && known !== null && !isWithin(talksTo, known.talksTo)
  if ((!raises && !widens) || isByPerson(context)) return
  throw new MailError(
    'not-allowed',
    raises
      ? `An agent may not register ${address} as ${kind}; nothing was changed.`
      : `${address} may write to ${known?.talksTo.join(', ')} and may not change that itself.`,
    'A person can do this in a terminal.',
  )
}

/**
 * Whether a person acts, or stands behind the agent in whose name something is done. An agent that acts in the name of a
 * person gets this far only where that person's settings allow it; in the name of an administrator it stays an agent.
 */
export function isByPerson({ actor, principal }: Pick<Context, 'actor' | 'principal'>): boolean {
  if (principal === null) return isPerson(actor)
  return isPerson(principal) || actor.kind === 'user'
}

/** A session that has no agent's name yet registers itself. */
function isItself({ actor, how }: Context, address: string): boolean {
  return actor.address === address || how === 'none'
}

/** The chain of supervisors of an agent; it ends with an officer if an agent reports to no one. */
async function supervises({ actor, store }: Context, known: Known): Promise<boolean> {
  const seen = new Set([known.address])
  let above = known.reportsTo
  while (above !== null && !seen.has(above)) {
    if (above === actor.address) return true
    seen.add(above)
    above = (await store.roster.find(above))?.reportsTo ?? null
  }
  return known.reportsTo === null && officers.includes(actor.address)
}

/** No list at all is everyone. */
function isWithin(wanted: readonly string[], allowed: readonly string[]): boolean {
  if (allowed.length === 0) return true
  return (
    wanted.length > 0 &&
    wanted.every((one) => allowed.some((pattern) => pattern === one || matchesPattern(pattern, one)))
  )
}
