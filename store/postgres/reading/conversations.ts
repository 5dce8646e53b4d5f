import { idOfRank } from '../../../src/domain/priority.ts'
import type { Conversation, MailboxFilter, Page, PageRequest } from '../../mail-store.ts'
import { numberCursor } from '../../sql/cursors.ts'
import type { Connection } from '../database/connection.ts'
import { mapped } from '../database/sequences.ts'
import { type Clock, clockOf } from '../rows/clock.ts'
import { findCopyRow } from '../rows/copies.ts'
import { findLetter } from '../rows/letters.ts'
import { namesOf } from '../rows/names.ts'
import { deliveryOf } from '../rows/rows.ts'
import { bindingsOf, mailboxSql, type Placed, seenAt } from './mailbox-sql.ts'

/** A walk reads so many copies ahead. */
const batch = 200
/** More messages than these of one thread are not gathered into its row. */
const mostMembers = 500
/** The senders of the newest messages stand for all of a thread. */
const mostLookedAt = 50

type Member = { readonly rank: number; readonly unread: boolean }

/** One mailbox by rank, the copies of one thread as one row where its first copy stands. */
export async function conversationPage(
  connection: Connection,
  owner: number,
  filter: MailboxFilter,
  now: number,
  page: PageRequest,
): Promise<Page<Conversation>> {
  if (filter.boxes.length === 0) return { rows: [], next: null }
  const time = await clockOf(connection, owner, now)
  const read = await openReading(connection, owner, filter, time)
  const passed = new Set<number>()
  const found: { readonly thread: number; readonly members: readonly Member[]; readonly rank: number }[] = []
  for (let after = numberCursor(page.after, -1); ; ) {
    const rows = await read.copies(after)
    for (const { rank, thread } of rows) {
      after = rank
      if (passed.has(thread)) continue
      passed.add(thread)
      const members = await read.members(thread)
      // Its row is on an earlier page.
      if (members[0]?.rank !== rank) continue
      if (found.length === page.limit)
        return { rows: await mapped(found, rowOf), next: String(found.at(-1)?.rank) }
      found.push({ thread, members, rank })
    }
    if (rows.length < batch) return { rows: await mapped(found, rowOf), next: null }
  }

  async function rowOf({ thread, members }: (typeof found)[number]): Promise<Conversation> {
    const newest = Math.max(...members.map(({ rank }) => idOfRank(rank)))
    const letter = await findLetter(connection, newest, async ({ rank }) => {
      const copy = await findCopyRow(connection, owner, rank)
      return copy === undefined ? null : await deliveryOf(connection, seenAt(copy, time))
    })
    if (letter === null) throw new Error(`Message ${newest} has a copy, and is not there.`)
    return {
      ...letter,
      messages: members.map(({ rank }) => idOfRank(rank)).sort((one, other) => one - other),
      unread: members.filter(({ unread }) => unread).length,
      participants: await participantsOf(connection, thread),
    }
  }
}

async function openReading(connection: Connection, owner: number, filter: MailboxFilter, time: Clock) {
  const bindings = { ...(await bindingsOf(connection, filter)), ...time, owner }
  const walk = connection.statement(mailboxSql(filter, 'threads'))
  const gather = connection.statement(mailboxSql(filter, 'heads', ` AND d.rank IN (${ranksSql})`))
  return {
    async copies(after: number) {
      const rows = await walk.all({ ...bindings, after, limit: batch })
      return (rows as { rank: number; thread_id: number }[]).map(({ rank, thread_id: thread }) => ({
        rank,
        thread,
      }))
    },
    async members(thread: number): Promise<readonly Member[]> {
      const rows = await gather.all({ ...bindings, after: -1, limit: mostMembers, thread })
      return (rows as (Placed & { rank: number })[]).map((row) => ({
        rank: row.rank,
        unread: seenAt(row, time).box === 0,
      }))
    },
  }
}

const membersSql = (columns: string) =>
  `SELECT ${columns} FROM messages t WHERE t.id = @thread UNION ALL SELECT ${columns} FROM messages t WHERE t.thread_id = @thread AND t.thread_id <> t.id`
const ranksSql = membersSql('t.rank')

/** The senders in a thread, in the order of their first message among the newest. */
async function participantsOf(connection: Connection, thread: number): Promise<readonly string[]> {
  const sql = `SELECT sender_id FROM (${membersSql('t.id, t.sender_id')} ORDER BY 1 DESC LIMIT ${mostLookedAt}) m ORDER BY id`
  const senders = (await connection.column(sql).all({ thread })) as number[]
  const names = namesOf(connection)
  return mapped([...new Set(senders)], async (id) => names.of(id))
}
