import type { StreamLetter } from '../../../store/mail-store.ts'
import { MailError } from '../../domain/errors.ts'
import { placeOf } from '../../domain/places.ts'
import type { Context } from '../operation.ts'
import { pageOf } from '../paging.ts'

const taken = new Set(['owner', 'body', 'limit', 'after'])

/**
 * A channel's posts, as they came; `null` where the owner is no channel.
 * @throws MailError `usage` where part of a mailbox is asked for: a stream has none
 */
export async function streamOf(
  context: Context,
  owner: string,
  input: { readonly limit?: number | undefined; readonly after?: string | undefined },
): Promise<{ readonly rows: readonly StreamLetter[]; readonly next: string | null } | null> {
  const place = placeOf(owner)
  if (place?.type !== 'channel') return null
  const asked = Object.entries(input).filter(([name, value]) => !taken.has(name) && value !== undefined)
  if (asked.length > 0)
    throw new MailError(
      'usage',
      `A channel's posts are listed as they came; ${asked.map(([name]) => `--${name}`).join(' and ')} is for mailboxes.`,
      'Copies of subscribers lie in their inboxes; `watchpost search` narrows.',
    )
  return context.store.channels.posts(place.name, context.actor.address, context.now(), pageOf(input))
}
