import type { Letter } from '../../../src/domain/message.ts'
import { idOfRank } from '../../../src/domain/priority.ts'
import type { MailboxFilter, Page, PageRequest } from '../../mail-store.ts'
import { numberCursor } from '../../sql/cursors.ts'
import type { Connection } from '../database/connection.ts'
import { findCopyRow } from '../rows/copies.ts'
import { namesOf } from '../rows/names.ts'
import { deliveryOf, type MessageRow, messageColumns, messageOf } from '../rows/rows.ts'
import { seenAt } from './mailbox-sql.ts'
import { openWalks, type Passed } from './walks.ts'

type Shared = Letter & { readonly copies: number; readonly unread: number }
/** The copies of one message; `shown` is the one that represents them. */
type Group = { readonly rank: number; shown: Passed; copies: number; unread: number }
type GroupRow = MessageRow & { readonly recipients: number }

/** All mailboxes merged by rank, the copies of one message as one row. */
export function everyonePage(
  connection: Connection,
  first: string,
  filter: MailboxFilter,
  now: number,
  page: PageRequest,
): Page<Shared> {
  if (filter.boxes.length === 0) return { rows: [], next: null }
  const groups: Group[] = []
  const own = namesOf(connection).find(first)
  const walks = openWalks(connection, filter, now, numberCursor(page.after, -1))
  for (let copy = walks.next(); copy !== null; copy = walks.next()) {
    let group = groups.at(-1)
    if (group?.rank !== copy.rank) {
      if (groups.length === page.limit)
        return {
          rows: groups.map((done) => sharedLetter(connection, done, filter)),
          next: String(group?.rank),
        }
      group = { rank: copy.rank, shown: copy, copies: 0, unread: 0 }
      groups.push(group)
    }
    group.copies += 1
    group.unread += Number(copy.unread)
    if (copy.owner === own) group.shown = copy
  }
  return { rows: groups.map((group) => sharedLetter(connection, group, filter)), next: null }
}

function sharedLetter(connection: Connection, group: Group, filter: MailboxFilter): Shared {
  const sql = `SELECT ${messageColumns}, json_array_length(m.recipients) AS recipients FROM messages m WHERE m.id = ?`
  const row = connection.statement(sql).get(idOfRank(group.rank)) as GroupRow
  const copy = findCopyRow(connection, group.shown.owner, group.rank)
  return {
    message: messageOf(connection, row),
    delivery: copy === undefined ? null : deliveryOf(connection, seenAt(copy, group.shown.time)),
    copies: Math.max(row.recipients, group.copies),
    unread: filter.boxes.includes('unread') ? group.unread : countUnreadCopies(connection, group.rank),
  }
}

/** Where the unread ones are not among the rows, they are counted one by one. */
function countUnreadCopies(connection: Connection, rank: number): number {
  const sql = `SELECT count(*) AS n FROM messages m, json_each(m.recipients) r CROSS JOIN deliveries d ON d.agent_id = r.value AND d.box = 0 AND d.rank = m.rank WHERE m.id = ?`
  return (connection.statement(sql).get(idOfRank(rank)) as { n: number }).n
}
