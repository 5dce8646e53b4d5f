import { sealedPreview } from '../../../src/domain/seal.ts'
import type { MessageStore } from '../../mail-store.ts'
import type { Connection } from '../database/connection.ts'
import { firstSince } from '../rows/first-since.ts'
import { namesOf } from '../rows/names.ts'

const sinceSql = `SELECT count(*) AS n FROM (SELECT sent_at FROM messages WHERE sender_id = ? ORDER BY id DESC LIMIT ?) m WHERE sent_at > ?`
const sealersSql = `SELECT DISTINCT a.address FROM messages m JOIN agents a ON a.id = m.sender_id
WHERE m.id >= ? AND m.preview = ? AND (?::boolean OR m.recipients::jsonb @> to_jsonb(?::bigint)) ORDER BY a.address`

/** How a sender has been writing: one short walk down an index. */
export function openHabits(connection: Connection): Pick<MessageStore, 'sentSince' | 'sealers'> {
  const names = namesOf(connection)
  return {
    async sentSince(from, since, most) {
      const sender = await names.find(from)
      if (sender === undefined) return 0
      return ((await connection.statement(sinceSql).get(sender, most, since)) as { n: number }).n
    },
    async sealers(holder, since) {
      return connection.read(async () => {
        const { first } = await firstSince(connection, 'messages', 'arrived_at', since)
        const agent = holder === null ? -1 : ((await names.find(holder)) ?? -1)
        const asked = connection.column(sealersSql)
        return (await asked.all(first, sealedPreview, holder === null, agent)) as string[]
      })
    },
  }
}
