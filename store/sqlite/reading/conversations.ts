import { idOfRank } from '../../../src/domain/priority.ts'
import type { Conversation, MailboxFilter, Page, PageRequest } from '../../mail-store.ts'
import { numberCursor } from '../../sql/cursors.ts'
import type { Connection } from '../database/connection.ts'
import { type Clock, clockOf } from '../rows/clock.ts'
import { findCopyRow } from '../rows/copies.ts'
import { findLetter } from '../rows/letters.ts'
import { namesOf } from '../rows/names.ts'
import { deliveryOf } from '../rows/rows.ts'
import { cellReader } from '../rows/wide-rows.ts'
import { bindingsOf, headColumns, mailboxSql, seenAt, threadColumns } from './mailbox-sql.ts'

/** The number of copies that a walk reads ahead. */
const batch = 200
/** More messages than these of one thread are not gathered into its row. */
const mostMembers = 500
/** Only the newest messages of a thread are searched for its senders. */
const mostLookedAt = 50

type Member = { readonly rank: number; readonly unread: boolean }

/** One mailbox by rank, the copies of one thread as one row where its first copy stands. */
export function conversationPage(
  connection: Connection,
  owner: number,
  filter: MailboxFilter,
  now: number,
  page: PageRequest,
): Page<Conversation> {
  if (filter.boxes.length === 0) return { rows: [], next: null }
  const time = clockOf(connection, owner, now)
  const read = openReading(connection, owner, filter, time)
  const passed = new Set<number>()
  const found: { readonly thread: number; readonly members: readonly Member[]; readonly rank: number }[] = []
  for (let after = numberCursor(page.after, -1); ; ) {
    const rows = read.copies(after)
    for (const { rank, thread } of rows) {
      after = rank
      if (passed.has(thread)) continue
      passed.add(thread)
      const members = read.members(thread)
      // Its row is on an earlier page.
      if (members[0]?.rank !== rank) continue
      if (found.length === page.limit) return { rows: found.map(rowOf), next: String(found.at(-1)?.rank) }
      found.push({ thread, members, rank })
    }
    if (rows.length < batch) return { rows: found.map(rowOf), next: null }
  }

  function rowOf({ thread, members }: (typeof found)[number]): Conversation {
    const newest = Math.max(...members.map(({ rank }) => idOfRank(rank)))
    const letter = findLetter(connection, newest, ({ rank }) => {
      const copy = findCopyRow(connection, owner, rank)
      return copy === undefined ? null : deliveryOf(connection, seenAt(copy, time))
    })
    if (letter === null) throw new Error(`Message ${newest} has a copy, and is not there.`)
    return {
      ...letter,
      messages: members.map(({ rank }) => idOfRank(rank)).sort((one, other) => one - other),
      unread: members.filter(({ unread }) => unread).length,
      participants: participantsOf(connection, thread),
    }
  }
}

function openReading(connection: Connection, owner: number, filter: MailboxFilter, time: Clock) {
  const bindings = { ...bindingsOf(connection, filter), ...time, owner }
  const walk = cellReader(connection, threadColumns, mailboxSql(filter, 'threads'))
  const gather = cellReader(
    connection,
    headColumns,
    mailboxSql(filter, 'heads', ` AND d.rank IN (${ranksSql})`),
  )
  return {
    copies: (after: number) =>
      walk({ ...bindings, after, limit: batch }).map(([rank = 0, thread = 0]) => ({
        rank: Number(rank),
        thread: Number(thread),
      })),
    members: (thread: number): readonly Member[] =>
      gather({ ...bindings, after: -1, limit: mostMembers, thread }).map(
        ([rank = 0, box = 0, was = null, snoozed_until = null, ends_at = null]) => ({
          rank,
          unread: seenAt({ box, was, snoozed_until, ends_at }, time).box === 0,
        }),
      ),
  }
}

const membersSql = (columns: string) =>
  `SELECT ${columns} FROM messages t WHERE t.id = @thread UNION ALL SELECT ${columns} FROM messages t WHERE t.thread_id = @thread AND t.thread_id <> t.id`
const ranksSql = membersSql('t.rank')

/** The senders in a thread, in the order of their first message among the newest. */
function participantsOf(connection: Connection, thread: number): readonly string[] {
  const sql = `SELECT sender_id FROM (${membersSql('t.id, t.sender_id')} ORDER BY 1 DESC LIMIT ${mostLookedAt}) ORDER BY id`
  const senders = connection.column(sql).all({ thread }) as number[]
  const names = namesOf(connection)
  return [...new Set(senders)].map((id) => names.of(id))
}
