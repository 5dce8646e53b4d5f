import type { MailboxFilter } from '../../mail-store.ts'
import * as work from '../../sql/reading/mailbox.ts'
import type { CopyRow } from '../../sql/rows/rows.ts'
import { atOnce } from '../../sql/work.ts'
import type { Connection } from '../database/connection.ts'
import { shared } from '../engine/shared.ts'

// The shared work, for the files of this engine that are not written as work yet.

export function findNextFree(
  connection: Connection,
  owner: number,
  filter: MailboxFilter,
  now: number,
  after?: number,
): CopyRow | undefined {
  return atOnce(work.findNextFree(shared(connection), owner, filter, now, after))
}
