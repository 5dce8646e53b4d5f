import { boxes } from '../../../src/domain/delivery.ts'
import type { Letter } from '../../../src/domain/message.ts'
import { idOfRank } from '../../../src/domain/priority.ts'
import type { DeliveryStore, MailboxFilter, Page, PageRequest } from '../../mail-store.ts'
import type { Connection } from '../connection.ts'
import { numberCursor } from '../cursors.ts'
import { copiesOfEach, findCopy, findCopyRow, rankOfMessage } from '../rows/copies.ts'
import { countUnread } from '../rows/counts.ts'
import { untoldIds } from '../rows/dead-letters.ts'
import { findMessageRow } from '../rows/letters.ts'
import { findNumber, numberOf } from '../rows/names.ts'
import { deliveryOf, messageOf } from '../rows/rows.ts'
import { sideBySide } from '../side-by-side.ts'
import type { Work, Working } from '../work.ts'
import { conversationPage } from './conversations.ts'
import { copiesOf, mailboxList, mailboxPage, newestUnread, olderCopies } from './mailbox.ts'
import { seenAt } from './seen.ts'
import { openWalks, type Passed } from './walks.ts'

export type Listing = Pick<
  DeliveryStore,
  | 'count'
  | 'page'
  | 'list'
  | 'threads'
  | 'everyone'
  | 'newestUnread'
  | 'of'
  | 'ofEach'
  | 'find'
  | 'olderThan'
  | 'untold'
>

/** A page and a list are one look each, which sees one moment anyway. */
export function openListing(connection: Connection): Working<Listing> {
  return {
    *count(owner, now) {
      return yield* countUnread(connection, yield* findNumber(connection, owner), now)
    },
    *untold(owner, most) {
      const agent = owner === null ? null : yield* numberOf(connection, owner)
      return yield* untoldIds(connection, agent, most)
    },
    *page(owner, filter, now, page) {
      const agent = yield* findNumber(connection, owner)
      if (agent === undefined) return { rows: [], next: null }
      return yield* mailboxPage(connection, agent, filter, now, page)
    },
    *list(owner, filter, now, page) {
      const agent = yield* numberOf(connection, owner)
      return yield* mailboxList(connection, agent, filter, now, page)
    },
    *threads(owner, filter, now, page) {
      const agent = yield* findNumber(connection, owner)
      if (agent === undefined) return { rows: [], next: null }
      return yield* connection.read((at) => conversationPage(at, agent, filter, now, page))
    },
    everyone: (first, filter, now, page) =>
      connection.read((at) => everyonePage(at, first, filter, now, page)),
    *newestUnread(owner, most, now) {
      const agent = yield* findNumber(connection, owner)
      if (agent === undefined) return []
      return yield* connection.read((at) => newestUnread(at, agent, most, now))
    },
    of: (message, page) => connection.read((at) => copiesOf(at, message, page)),
    *ofEach(messages, most, always) {
      const agent = always === null ? undefined : yield* findNumber(connection, always)
      return yield* connection.read((at) => copiesOfEach(at, messages, most, agent ?? null))
    },
    *find(owner, message) {
      const rank = yield* rankOfMessage(connection, message)
      return rank === undefined
        ? null
        : yield* findCopy(connection, yield* findNumber(connection, owner), rank)
    },
    *olderThan(owner, wanted, before, most, settled = false) {
      const agent = yield* findNumber(connection, owner)
      const numbers = wanted.map((box) => boxes.indexOf(box))
      if (agent === undefined) return []
      return yield* connection.read((at) => olderCopies(at, agent, numbers, { before, most, settled }))
    },
  }
}

type Shared = Letter & { readonly copies: number; readonly unread: number }
/** The copies of one message; `shown` is the one that represents them. */
type Group = { readonly rank: number; shown: Passed; copies: number; unread: number }

/** All mailboxes merged by rank, the copies of one message as one row. */
function* everyonePage(
  connection: Connection,
  first: string,
  filter: MailboxFilter,
  now: number,
  page: PageRequest,
): Work<Page<Shared>> {
  if (filter.boxes.length === 0) return { rows: [], next: null }
  const groups: Group[] = []
  const own = yield* findNumber(connection, first)
  const walks = yield* openWalks(connection, filter, now, numberCursor(page.after, -1))
  for (let copy = yield* walks.nextCopy(); copy !== null; copy = yield* walks.nextCopy()) {
    let group = groups.at(-1)
    if (group?.rank !== copy.rank) {
      if (groups.length === page.limit)
        return {
          rows: yield* sideBySide(connection, groups, (each, done) => sharedLetter(each, done, filter)),
          next: String(group?.rank),
        }
      group = { rank: copy.rank, shown: copy, copies: 0, unread: 0 }
      groups.push(group)
    }
    group.copies += 1
    group.unread += Number(copy.unread)
    if (copy.owner === own) group.shown = copy
  }
  return {
    rows: yield* sideBySide(connection, groups, (each, group) => sharedLetter(each, group, filter)),
    next: null,
  }
}

function* sharedLetter(connection: Connection, group: Group, filter: MailboxFilter): Work<Shared> {
  const message = idOfRank(group.rank)
  const row = yield* findMessageRow(connection, message)
  if (row === undefined) throw new Error(`Message ${message} has a copy, and is not there.`)
  const recipients = yield* connection.cell<number>(recipientsSql, message)
  const copy = yield* findCopyRow(connection, group.shown.owner, group.rank)
  return {
    message: yield* messageOf(connection, row),
    delivery: copy === undefined ? null : yield* deliveryOf(connection, seenAt(copy, group.shown.time)),
    copies: Math.max(recipients ?? 0, group.copies),
    unread: filter.boxes.includes('unread') ? group.unread : yield* countUnreadCopies(connection, message),
  }
}

const recipientsSql = 'SELECT count(*) FROM messages m, numbers(m.recipients) r WHERE m.id = ?'
const unreadCopiesSql = `SELECT count(*) FROM messages m CROSS JOIN numbers(m.recipients) r ON TRUE CROSS JOIN deliveries d
ON d.agent_id = r.value AND d.box = 0 AND d.rank = m.rank WHERE m.id = ?`

/** Where the unread ones are not among the rows, they are counted one by one. */
function* countUnreadCopies(connection: Connection, message: number): Work<number> {
  return (yield* connection.cell<number>(unreadCopiesSql, message)) ?? 0
}
