import type { MessageStore, Post, Repeated } from '../../mail-store.ts'
import type { Connection, Tx } from '../connection.ts'
import { addressOf, findNumber } from '../rows/names.ts'
import type { Work, Working } from '../work.ts'

const sinceSql = `SELECT count(*) FROM (SELECT sent_at FROM messages WHERE sender_id = ? ORDER BY id DESC LIMIT ?) m WHERE sent_at > ?`

/** How a sender has been writing: one short walk down an index. */
export function openHabits(connection: Connection): Working<Pick<MessageStore, 'sentSince'>> {
  return {
    *sentSince(from, since, most) {
      const sender = yield* findNumber(connection, from)
      if (sender === undefined) return 0
      return (yield* connection.cell<number>(sinceSql, sender, most, since)) ?? 0
    },
  }
}

/** More recipients than this of one message are not gone through for a warning. */
const mostAsked = 20

/** Most mail goes to one recipient, and this query for it takes less than half the time. */
const [oneSql, manySql, oneOpenSql, manyOpenSql] = [0, 2].flatMap((last) =>
  [
    'deliveries d ON d.agent_id = ?',
    'numbers(?) r ON TRUE CROSS JOIN deliveries d ON d.agent_id = r.value',
  ].map(
    (copies) => `SELECT m.id, d.agent_id AS agent, d.box
FROM (SELECT id, rank, subject FROM messages WHERE sender_id = ? ORDER BY id DESC LIMIT ?) m CROSS JOIN ${copies} AND d.box ${last === 0 ? '= 0' : 'IN (0, 1, 2)'} AND d.rank = m.rank
WHERE m.subject = ? AND (d.expires_at IS NULL OR d.expires_at > ?) ORDER BY m.id DESC LIMIT 1`,
  ),
) as [string, string, string, string]

type Row = { readonly id: number; readonly agent: number; readonly box: number }

/**
 * Finds the message that a new one repeats, before the new one is stored. Every send runs this: a short walk down one
 * index, under the lock that the send holds anyway, since a separate query would cost a third of a send.
 */
export function* findRepeat(
  tx: Tx,
  sender: number,
  recipients: readonly number[],
  { repeatsAmong, repeatsRead, subject, sentAt }: Post,
): Work<Repeated | undefined> {
  const [first] = recipients
  if (repeatsAmong === undefined || first === undefined) return undefined
  const one = recipients.length === 1
  const whom = one ? first : `[${recipients.slice(0, mostAsked).join(',')}]`
  const sql = repeatsRead ? (one ? oneOpenSql : manyOpenSql) : one ? oneSql : manySql
  const found = yield* tx.row<Row>(sql, sender, repeatsAmong, whom, subject, sentAt)
  return found && { id: found.id, address: yield* addressOf(tx, found.agent), isRead: found.box !== 0 }
}
