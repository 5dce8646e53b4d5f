import type { Registration } from '../../../store/mail-store.ts'
import { MailError } from '../../domain/errors.ts'
import type { Context } from '../context.ts'

/**
 * An agent that reports to an unknown name has no supervisor, and would only notice when an escalation is missed.
 * @throws MailError `not-found`
 */
export async function requireSupervisor(
  { store: { roster } }: Context,
  { address, reportsTo }: Registration,
): Promise<void> {
  if (!reportsTo || reportsTo === address || (await roster.find(reportsTo)) !== null) return
  const near = await roster.nearest(reportsTo, 3)
  throw new MailError(
    'not-found',
    `There is no agent ${reportsTo} for ${address} to report to; nothing was changed.`,
    near.length > 0
      ? `Did you mean ${near.join(', ')}?`
      : `To add it, run \`watchpost agents register ${reportsTo}\`.`,
  )
}
