import type { MessageStore } from '../mail-store.ts'
import type { Connection } from './connection.ts'
import { namesOf } from './names.ts'

/** More recipients than this of one message are not gone through for a warning. */
const mostAsked = 20

/** Mail to one is what is sent most, and told apart in less than half the time. */
const [oneSql, manySql] = [
  'deliveries d ON d.agent_id = ?',
  'json_each(?) r CROSS JOIN deliveries d ON d.agent_id = r.value',
].map(
  (copies) => `SELECT m.id, d.agent_id AS agent
FROM (SELECT id, rank, subject FROM messages WHERE sender_id = ? ORDER BY id DESC LIMIT ? + 0) m CROSS JOIN ${copies} AND d.box = 0 AND d.rank = m.rank
WHERE m.subject = ? AND (d.expires_at IS NULL OR d.expires_at > ?) LIMIT 1`,
) as [string, string]
const sinceSql = `SELECT count(*) AS n FROM (SELECT sent_at FROM messages WHERE sender_id = ? ORDER BY id DESC LIMIT ? + 0) WHERE sent_at > ?`

/** How a sender has been writing. On the path of every send: each look is a short walk down one index. */
export function openHabits(connection: Connection): Pick<MessageStore, 'findRepeat' | 'sentSince'> {
  const names = namesOf(connection)
  return {
    async findRepeat(from, subject, recipients, among, now) {
      const sender = names.find(from)
      if (sender === undefined) return null
      const known = recipients.slice(0, mostAsked).map((address) => names.find(address) ?? -1)
      const one = known.length === 1
      const whom = one ? known[0] : `[${known.join(',')}]`
      const found = connection.statement(one ? oneSql : manySql).get(sender, among, whom, subject, now) as
        | { id: number; agent: number }
        | undefined
      return found === undefined ? null : { id: found.id, address: names.of(found.agent) }
    },
    async sentSince(from, since, most) {
      const sender = names.find(from)
      if (sender === undefined) return 0
      return (connection.statement(sinceSql).get(sender, most, since) as { n: number }).n
    },
  }
}
