import type { Post } from '../../mail-store.ts'
import * as work from '../../sql/sending/queue-limit.ts'
import { atOnce } from '../../sql/work.ts'
import type { Connection } from '../database/connection.ts'
import { shared } from '../engine/shared.ts'

// The shared work, for the files of this engine that are not written as work yet.

export function requireRoom(connection: Connection, post: Post): void {
  atOnce(work.requireRoom(shared(connection), post))
}
