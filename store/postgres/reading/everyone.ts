import type { Letter } from '../../../src/domain/message.ts'
import { idOfRank } from '../../../src/domain/priority.ts'
import type { MailboxFilter, Page, PageRequest } from '../../mail-store.ts'
import { numberCursor } from '../../sql/cursors.ts'
import type { Connection } from '../database/connection.ts'
import { mapped } from '../database/sequences.ts'
import { findCopyRow } from '../rows/copies.ts'
import { namesOf } from '../rows/names.ts'
import { deliveryOf, type MessageRow, messageColumns, messageOf } from '../rows/rows.ts'
import { seenAt } from './mailbox-sql.ts'
import { openWalks, type Passed } from './walks.ts'

type Shared = Letter & { readonly copies: number; readonly unread: number }
/** The copies of one message; `shown` is the one that stands for them. */
type Group = { readonly rank: number; shown: Passed; copies: number; unread: number }
type GroupRow = MessageRow & { readonly recipients: number }

/** All mailboxes merged by rank, the copies of one message as one row. */
export async function everyonePage(
  connection: Connection,
  first: string,
  filter: MailboxFilter,
  now: number,
  page: PageRequest,
): Promise<Page<Shared>> {
  if (filter.boxes.length === 0) return { rows: [], next: null }
  const groups: Group[] = []
  const own = await namesOf(connection).find(first)
  const walks = await openWalks(connection, filter, now, numberCursor(page.after, -1))
  for (let copy = await walks.next(); copy !== null; copy = await walks.next()) {
    let group = groups.at(-1)
    if (group?.rank !== copy.rank) {
      if (groups.length === page.limit)
        return {
          rows: await mapped(groups, async (done) => sharedLetter(connection, done, filter)),
          next: String(group?.rank),
        }
      group = { rank: copy.rank, shown: copy, copies: 0, unread: 0 }
      groups.push(group)
    }
    group.copies += 1
    group.unread += Number(copy.unread)
    if (copy.owner === own) group.shown = copy
  }
  return { rows: await mapped(groups, async (group) => sharedLetter(connection, group, filter)), next: null }
}

async function sharedLetter(connection: Connection, group: Group, filter: MailboxFilter): Promise<Shared> {
  const sql = `SELECT ${messageColumns}, json_array_length(m.recipients::json) AS recipients FROM messages m WHERE m.id = ?`
  const row = (await connection.statement(sql).get(idOfRank(group.rank))) as GroupRow
  const copy = await findCopyRow(connection, group.shown.owner, group.rank)
  return {
    message: await messageOf(connection, row),
    delivery: copy === undefined ? null : await deliveryOf(connection, seenAt(copy, group.shown.time)),
    copies: Math.max(row.recipients, group.copies),
    unread: filter.boxes.includes('unread') ? group.unread : await countUnreadCopies(connection, group.rank),
  }
}

/** Where the unread ones are not among the rows, they are counted one by one. */
async function countUnreadCopies(connection: Connection, rank: number): Promise<number> {
  const sql = `SELECT count(*) AS n FROM messages m CROSS JOIN numbers(m.recipients) r JOIN deliveries d ON d.agent_id = r.value AND d.box = 0 AND d.rank = m.rank WHERE m.id = ?`
  return ((await connection.statement(sql).get(idOfRank(rank))) as { n: number }).n
}
