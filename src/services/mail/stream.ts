import { MailError } from '../../domain/errors.ts'
import type { Letter } from '../../domain/message.ts'
import { isTag, placeOf } from '../../domain/places.ts'
import { pageOf } from '../../input/paging.ts'
import type { Context } from '../context.ts'

type Paged = { readonly limit?: number | undefined; readonly after?: string | undefined }
type Streamed = { readonly rows: readonly StreamRow[]; readonly next: string | null }
type StreamRow = Letter & { readonly pinned?: boolean }

const taken = new Set(['owner', 'body', 'limit', 'after'])

/** Whether a place has no mailbox: a channel, a tag. */
export function isStream(owner: string): boolean {
  return placeOf(owner)?.type === 'channel' || isTag(owner)
}

/**
 * A channel's posts, or the mail to a tag, as they came; `null` where the owner has a mailbox.
 * @throws MailError `usage` where part of a mailbox is asked for: a stream has none
 */
export async function streamOf(context: Context, owner: string, input: Paged): Promise<Streamed | null> {
  if (!isStream(owner)) return null
  const channel = placeOf(owner)
  const asked = Object.entries(input).filter(([name, value]) => !taken.has(name) && value !== undefined)
  if (asked.length > 0)
    throw new MailError(
      'usage',
      `${asked.map(([name]) => `--${name}`).join(' and ')} cannot be used with ${owner}, only with a mailbox.`,
      'To filter, use `watchpost search`.',
    )
  const { address } = context.actor
  const { channels, places } = context.store
  return channel?.type === 'channel'
    ? channels.posts(channel.name, address, context.now(), pageOf(input))
    : places.tagged(owner, address, context.now(), pageOf(input))
}
