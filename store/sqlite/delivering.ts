import type { MessageStore, Post } from '../mail-store.ts'
import { deliver } from '../sql/sending/deliver.ts'
import { atOnce } from '../sql/work.ts'
import type { Connection } from './database/connection.ts'
import { shared } from './engine/shared.ts'
import { openQueueing } from './queueing.ts'

/** A thread that does other work while it waits for the lock stores together what its callers send at the same time. */
export function openDelivering(connection: Connection): Pick<MessageStore, 'deliver'> {
  const now = (post: Post) => atOnce(deliver(shared(connection), post))
  return { deliver: connection.yields ? openQueueing(connection, now) : async (post) => now(post) }
}
