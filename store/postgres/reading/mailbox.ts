import type { MailboxFilter } from '../../mail-store.ts'
import { spoken } from '../../sql/dialect.ts'
import * as work from '../../sql/reading/mailbox.ts'
import { bindingsOf, byOwnClock, type MailboxBindings, mailboxSql } from '../../sql/reading/mailbox-sql.ts'
import type { CopyRow } from '../../sql/rows/rows.ts'
import { inTurn } from '../../sql/work.ts'
import type { Connection } from '../database/connection.ts'
import { shared } from '../engine/shared.ts'

// The shared work, for the files of this engine that are not written as work yet.

export function findNextFree(
  connection: Connection,
  owner: number,
  filter: MailboxFilter,
  now: number,
  after?: number,
): Promise<CopyRow | undefined> {
  return inTurn(work.findNextFree(shared(connection), owner, filter, now, after))
}

/** So many are looked at: what others are being given is passed over. */
const candidates = 20

/** What may be given next, in its order: work that came back goes before all other mail. `t` is the owner's clock. */
export function freeSqlOf(connection: Connection, filter: MailboxFilter): string {
  const wanted: MailboxFilter = { ...filter, boxes: ['unread'] }
  const [back, all] = [{ ...wanted, returned: true } as const, wanted].map((one) =>
    byOwnClock(mailboxSql(shared(connection).engine, one, 'copies', work.freeSql)),
  )
  return spoken(
    'postgres',
    `SELECT * FROM (SELECT 0 AS turn, b.* FROM (${back}) b UNION ALL SELECT 1, o.* FROM (${all}) o) f ORDER BY turn, place LIMIT @limit`,
  )
}

export async function freeBindings(
  connection: Connection,
  owner: number,
  filter: MailboxFilter,
  now: number,
): Promise<MailboxBindings> {
  const found = await inTurn(bindingsOf(shared(connection), filter))
  return { ...found, ...{ owner, now, after: -1, limit: candidates } }
}
