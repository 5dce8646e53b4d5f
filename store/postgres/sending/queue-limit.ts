import { MailError } from '../../../src/domain/errors.ts'
import type { Post } from '../../mail-store.ts'
import type { Connection } from '../database/connection.ts'
import { countUnread } from '../rows/counts.ts'
import { namesOf } from '../rows/names.ts'

/** Mail to one agent waits until that agent reads; mail to many must not be stopped by one of them. */
const addressed: ReadonlySet<string> = new Set(['to', 'cc'])

/** The first who is addressed by name and has as much unread mail as it may have. */
export async function fullMailbox(
  connection: Connection,
  recipients: readonly Pick<Post['recipients'][number], 'address' | 'via'>[],
  most: number,
  now: number,
): Promise<string | null> {
  for (const { address, via } of recipients) {
    if (!addressed.has(via)) continue
    const { total } = await countUnread(connection, await namesOf(connection).find(address), now)
    if (total >= most) return address
  }
  return null
}

/** @throws MailError `conflict` when one who is addressed by name has as much unread mail as it may have */
export async function requireRoom(
  connection: Connection,
  { recipients, expect, sentAt }: Post,
): Promise<void> {
  const most = expect.mostUnread
  if (most === undefined) return
  const full = await fullMailbox(connection, recipients, most, sentAt)
  if (full === null) return
  throw new MailError(
    'conflict',
    `The mailbox of ${full} is full: it has ${most} unread messages. Nothing was sent.`,
    'The limit is mailbox.max_queue_size in config.yaml.',
  )
}
