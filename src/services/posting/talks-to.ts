import { matchesPattern } from '../../domain/addressing/address.ts'
import type { Recipient } from '../../domain/addressing/resolve.ts'
import { MailError } from '../../domain/errors.ts'
import type { Agent } from '../../domain/roster.ts'

/** The refusal of recipients that the sender's `talksTo` leaves out. */
export class ForbiddenRecipients extends MailError {}

/** @param known who the recipients are: a rule may name either form of an address @throws MailError `not-allowed` where the actor's `talksTo` leaves a recipient out; `answering` is always allowed */
export function refuseForbidden(
  { actor }: { readonly actor: Pick<Agent, 'address' | 'talksTo'> },
  answering: string | undefined,
  recipients: readonly Recipient[],
  known: readonly Pick<Agent, 'address' | 'longForm'>[],
): void {
  const { address, talksTo } = actor
  if (talksTo.length === 0) return
  const longForms = new Map(known.map((agent) => [agent.address, agent.longForm]))
  const refused = recipients.filter(
    (recipient) =>
      recipient.address !== answering &&
      !mayWriteTo(actor, {
        address: recipient.address,
        longForm: longForms.get(recipient.address) ?? null,
      }),
  )
  if (refused.length === 0) return
  throw new ForbiddenRecipients(
    'not-allowed',
    `${address} may not write to ${refused.map((recipient) => recipient.address).join(', ')}; nothing was sent.`,
    `It may write to ${talksTo.join(', ')}, and reply to any message it received.`,
  )
}

/** Whether a sender's rules allow mail to an agent. No rule at all allows everyone. */
export function mayWriteTo(
  { talksTo }: Pick<Agent, 'talksTo'>,
  { address, longForm }: Pick<Agent, 'address' | 'longForm'>,
): boolean {
  return talksTo.length === 0 || talksTo.some((pattern) => matchesPattern(pattern, address, longForm))
}
