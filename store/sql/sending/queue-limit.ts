import { MailError } from '../../../src/domain/errors.ts'
import type { Post } from '../../mail-store.ts'
import type { Connection, Tx } from '../connection.ts'
import { countUnread } from '../rows/counts.ts'
import { findNumber } from '../rows/names.ts'
import type { Work } from '../work.ts'

/** Mail to one agent waits until that agent reads; mail to many must not be stopped by one of them. */
const addressed: ReadonlySet<string> = new Set(['to', 'cc'])

export type Recipient = Pick<Post['recipients'][number], 'address' | 'via'>

function addressedIn(recipients: readonly Recipient[]): readonly string[] {
  return recipients.filter(({ via }) => addressed.has(via)).map(({ address }) => address)
}

/** Who is addressed by name and has as much unread mail as it may have. */
export function* fullMailboxes(
  connection: Connection,
  recipients: readonly Recipient[],
  most: number,
  now: number,
): Work<readonly string[]> {
  const full: string[] = []
  for (const address of addressedIn(recipients)) {
    const { total } = yield* countUnread(connection, yield* findNumber(connection, address), now)
    if (total >= most) full.push(address)
  }
  return full
}

/** @throws MailError `conflict` when one who is addressed by name has as much unread mail as it may have */
export function* requireRoom(tx: Tx, { recipients, expect, sentAt }: Post): Work<void> {
  const most = expect.mostUnread
  if (most === undefined) return
  yield* tx.engine.lockMailboxes(tx, addressedIn(recipients))
  const [full] = yield* fullMailboxes(tx, recipients, most, sentAt)
  if (full === undefined) return
  throw new MailError(
    'conflict',
    `The mailbox of ${full} is full: it has ${most} unread messages. Nothing was sent.`,
    'The limit is mailbox.max_queue_size in config.yaml.',
  )
}
