import { MailError } from '../../domain/errors.ts'
import { isPerson } from '../../domain/roster.ts'
import type { Context, ProgramDriver } from '../context.ts'

/**
 * A person's programs run in the person's own place: never below a coding agent, whose sandbox, PATH and tokens are not the person's.
 * A timer without a terminal is such a place.
 * @throws MailError `not-allowed`
 */
export async function requireOwnPlace(context: Context): Promise<ProgramDriver> {
  const { actor, principal, onlyLooks, identity, programs } = context
  if (!isPerson(actor) || principal !== null || onlyLooks === true)
    throw refused(`${actor.address} is no person who acts in their own name`)
  const found = identity === undefined ? null : await identity.find()
  if (found === null || programs === undefined) throw refused('this program starts none')
  if (found.is === 'agent') throw refused(found.why)
  return programs
}

function refused(why: string): MailError {
  return new MailError(
    'not-allowed',
    `A person's own programs are not started here: ${why}.`,
    'Run it yourself in a terminal, or from a timer, that no coding agent started.',
  )
}
