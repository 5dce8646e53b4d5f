import type { Post, Repeated } from '../../mail-store.ts'
import type { Connection } from '../database/connection.ts'
import { namesOf } from '../rows/names.ts'

/** More recipients than this of one message are not gone through for a warning. */
const mostAsked = 20

/** Most mail goes to one recipient, and this query for it takes less than half the time. */
const [oneSql, manySql, oneOpenSql, manyOpenSql] = [0, 2].flatMap((last) =>
  ['deliveries d ON d.agent_id = ?', 'json_each(?) r CROSS JOIN deliveries d ON d.agent_id = r.value'].map(
    (copies) => `SELECT m.id, d.agent_id AS agent, d.box
FROM (SELECT id, rank, subject FROM messages WHERE sender_id = ? ORDER BY id DESC LIMIT ? + 0) m CROSS JOIN ${copies} AND d.box ${last === 0 ? '= 0' : 'IN (0, 1, 2)'} AND d.rank = m.rank
WHERE m.subject = ? AND (d.expires_at IS NULL OR d.expires_at > ?) LIMIT 1`,
  ),
) as [string, string, string, string]

/**
 * Finds the message that a new one repeats, before the new one is stored. Every send runs this: a short walk down one
 * index, under the lock that the send holds anyway, since a separate query would cost a third of a send.
 */
export function findRepeat(
  connection: Connection,
  sender: number,
  recipients: readonly number[],
  { repeatsAmong, repeatsRead, subject, sentAt }: Post,
): Repeated | undefined {
  if (repeatsAmong === undefined) return undefined
  const one = recipients.length === 1
  const whom = one ? recipients[0] : `[${recipients.slice(0, mostAsked).join(',')}]`
  const sql = repeatsRead ? (one ? oneOpenSql : manyOpenSql) : one ? oneSql : manySql
  const found = connection.statement(sql).get(sender, repeatsAmong, whom, subject, sentAt) as
    | { id: number; agent: number; box: number }
    | undefined
  return found && { id: found.id, address: namesOf(connection).of(found.agent), isRead: found.box !== 0 }
}
