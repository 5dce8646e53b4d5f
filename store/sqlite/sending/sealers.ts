import { sealedPreview } from '../../../src/domain/seal.ts'
import type { MessageStore } from '../../mail-store.ts'
import type { Connection } from '../database/connection.ts'
import { firstSince } from '../rows/first-since.ts'
import { namesOf } from '../rows/names.ts'

const sealersSql = `SELECT DISTINCT a.address FROM messages m CROSS JOIN agents a ON a.id = m.sender_id
WHERE m.id >= @first AND m.preview = @preview AND (@holder IS NULL OR EXISTS(SELECT 1 FROM json_each(m.recipients) r WHERE r.value = @holder))
ORDER BY a.address`

/** Who has sent sealed mail: asked for when a key changes. */
export function openSealers(connection: Connection): Pick<MessageStore, 'sealers'> {
  const names = namesOf(connection)
  return {
    async sealers(holder, since) {
      return connection.read(() => {
        const { first } = firstSince(connection, 'messages', 'arrived_at', since)
        const asked = {
          first,
          preview: sealedPreview,
          holder: holder === null ? null : (names.find(holder) ?? -1),
        }
        return connection.column(sealersSql).all(asked) as string[]
      })
    },
  }
}
