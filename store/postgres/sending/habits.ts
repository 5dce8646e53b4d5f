import type { MessageStore } from '../../mail-store.ts'
import type { Connection } from '../database/connection.ts'
import { namesOf } from '../rows/names.ts'

const sinceSql = `SELECT count(*) AS n FROM (SELECT sent_at FROM messages WHERE sender_id = ? ORDER BY id DESC LIMIT ?) m WHERE sent_at > ?`

/** How a sender has been writing: one short walk down an index. */
export function openHabits(connection: Connection): Pick<MessageStore, 'sentSince'> {
  const names = namesOf(connection)
  return {
    async sentSince(from, since, most) {
      const sender = await names.find(from)
      if (sender === undefined) return 0
      return ((await connection.statement(sinceSql).get(sender, most, since)) as { n: number }).n
    },
  }
}
