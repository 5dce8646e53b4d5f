import { MailError } from '../domain/errors.ts'
import { placeAddress, placeOf, requirePlaceName } from '../domain/places.ts'
import type { Context } from './context.ts'
import { requireAgent } from './lookup.ts'

/** The owner of a mailbox: the actor, another agent, a queue or a channel. @throws MailError `not-found` */
export async function requireOwner(context: Context, written: string | undefined): Promise<string> {
  if (written === undefined) return context.actor.address
  const place = placeOf(written.trim())
  if (place === null) return (await requireAgent(context, written)).address
  const { type } = place
  if (type === 'group')
    throw new MailError(
      'usage',
      'A group has no mailbox of its own.',
      `List its members with \`watchpost group show ${place.name}\`.`,
    )
  const name = requirePlaceName(type, place.name)
  const { queues, channels } = context.store
  const found = type === 'queue' ? await queues.find(name, context.now()) : await channels.find(name)
  if (found !== null) return placeAddress(type, name)
  throw new MailError(
    'not-found',
    `There is no ${type} ${name}.`,
    `List ${type}s with \`watchpost ${type} list\`.`,
  )
}
