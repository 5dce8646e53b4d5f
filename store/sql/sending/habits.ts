import type { MessageStore } from '../../mail-store.ts'
import type { Connection } from '../connection.ts'
import { findNumber } from '../rows/names.ts'
import type { Working } from '../work.ts'

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
