import type { Post } from '../../mail-store.ts'
import type { Recipient } from '../../sql/sending/queue-limit.ts'
import * as work from '../../sql/sending/queue-limit.ts'
import { atOnce } from '../../sql/work.ts'
import type { Connection } from '../database/connection.ts'
import { shared } from '../engine/shared.ts'

// The shared work, for the files of this engine that are not written as work yet.

export function fullMailbox(
  connection: Connection,
  recipients: readonly Recipient[],
  most: number,
  now: number,
): string | null {
  return atOnce(work.fullMailbox(shared(connection), recipients, most, now))
}

export function requireRoom(connection: Connection, post: Post): void {
  atOnce(work.requireRoom(shared(connection), post))
}
