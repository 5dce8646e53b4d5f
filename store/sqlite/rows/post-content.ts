import type { Post } from '../../mail-store.ts'
import type { Prepared } from '../../sql/rows/post-content.ts'
import * as work from '../../sql/rows/post-content.ts'
import { atOnce } from '../../sql/work.ts'
import type { Connection } from '../database/connection.ts'
import { shared } from '../engine/shared.ts'

export type { Prepared }

// The shared work, for the files of this engine that are not written as work yet.

export function prepare(connection: Connection, post: Post): Prepared {
  return atOnce(work.prepare(shared(connection), post))
}
