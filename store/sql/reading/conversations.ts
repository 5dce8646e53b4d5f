import { idOfRank } from '../../../src/domain/priority.ts'
import type { Conversation, MailboxFilter, Page, PageRequest } from '../../mail-store.ts'
import { type Clock, clockOf } from '../clock.ts'
import type { Connection } from '../connection.ts'
import { numberCursor } from '../cursors.ts'
import { findCopyRow } from '../rows/copies.ts'
import { findLetter } from '../rows/letters.ts'
import { addressOf, learnNames } from '../rows/names.ts'
import { deliveryOf } from '../rows/rows.ts'
import { sideBySide } from '../side-by-side.ts'
import { mapped, type Work } from '../work.ts'
import { bindingsOf, headShape, mailboxSql, threadShape } from './mailbox-sql.ts'
import { seenAt } from './seen.ts'

/** The number of copies that a walk reads ahead. */
const batch = 200
/** More messages than these of one thread are not gathered into its row. */
const mostMembers = 500
/** The senders of the newest messages stand for all of a thread. */
const mostLookedAt = 50

type Member = { readonly rank: number; readonly unread: boolean }

/** One mailbox by rank, the copies of one thread as one row where its first copy stands. */
export function* conversationPage(
  connection: Connection,
  owner: number,
  filter: MailboxFilter,
  now: number,
  page: PageRequest,
): Work<Page<Conversation>> {
  if (filter.boxes.length === 0) return { rows: [], next: null }
  const time = yield* clockOf(connection, owner, now)
  const read = yield* openReading(connection, owner, filter, time)
  const passed = new Set<number>()
  const found: { readonly thread: number; readonly members: readonly Member[]; readonly rank: number }[] = []
  for (let after = numberCursor(page.after, -1); ; ) {
    const rows = yield* read.copiesAfter(after)
    for (const { rank, thread } of rows) {
      after = rank
      if (passed.has(thread)) continue
      passed.add(thread)
      const members = yield* read.membersOf(thread)
      // Its row is on an earlier page.
      if (members[0]?.rank !== rank) continue
      if (found.length === page.limit)
        return { rows: yield* mapped(found, rowOf), next: String(found.at(-1)?.rank) }
      found.push({ thread, members, rank })
    }
    if (rows.length < batch) return { rows: yield* mapped(found, rowOf), next: null }
  }

  function* rowOf({ thread, members }: (typeof found)[number]): Work<Conversation> {
    const newest = Math.max(...members.map(({ rank }) => idOfRank(rank)))
    const letter = yield* findLetter(connection, newest, function* ({ rank }) {
      const copy = yield* findCopyRow(connection, owner, rank)
      return copy === undefined ? null : yield* deliveryOf(connection, seenAt(copy, time))
    })
    if (letter === null) throw new Error(`Message ${newest} has a copy, and is not there.`)
    return {
      ...letter,
      messages: members.map(({ rank }) => idOfRank(rank)).sort((one, other) => one - other),
      unread: members.filter(({ unread }) => unread).length,
      participants: yield* participantsOf(connection, thread),
    }
  }
}

function* openReading(connection: Connection, owner: number, filter: MailboxFilter, time: Clock) {
  const bindings = { ...(yield* bindingsOf(connection, filter)), ...time, owner }
  const walk = mailboxSql(connection.engine, filter, 'threads')
  const gather = mailboxSql(connection.engine, filter, 'heads', ` AND d.rank IN (${ranksSql})`)
  return {
    copiesAfter: (after: number) => connection.wide(threadShape, walk, { ...bindings, after, limit: batch }),
    *membersOf(thread: number): Work<readonly Member[]> {
      const asked = { ...bindings, after: -1, limit: mostMembers, thread }
      const rows = yield* connection.wide(headShape, gather, asked)
      return rows.map((row) => ({ rank: row.rank, unread: seenAt(row, time).box === 0 }))
    },
  }
}

const membersSql = (columns: string) =>
  `SELECT ${columns} FROM messages t WHERE t.id = @thread UNION ALL SELECT ${columns} FROM messages t WHERE t.thread_id = @thread AND t.thread_id <> t.id`
const ranksSql = membersSql('t.rank')

/** The senders in a thread, in the order of their first message among the newest. */
function* participantsOf(connection: Connection, thread: number): Work<readonly string[]> {
  const sql = `SELECT sender_id FROM (${membersSql('t.id, t.sender_id')} ORDER BY 1 DESC LIMIT ${mostLookedAt}) m ORDER BY id`
  const senders = new Set(yield* connection.cells<number>(sql, { thread }))
  yield* learnNames(connection, senders)
  return yield* sideBySide(connection, [...senders], (each, id) => addressOf(each, id))
}
