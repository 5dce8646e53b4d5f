import { sealedPreview } from '../../../src/domain/seal.ts'
import type { MessageStore } from '../../mail-store.ts'
import type { Connection } from '../connection.ts'
import { firstSince } from '../first-since.ts'
import { numberOf } from '../rows/names.ts'
import type { Working } from '../work.ts'

const sealersSql = `SELECT DISTINCT a.address FROM messages m CROSS JOIN agents a ON a.id = m.sender_id
WHERE m.id >= @first AND m.preview = @preview
  AND (CAST(@holder AS bigint) IS NULL OR EXISTS(SELECT 1 FROM numbers(m.recipients) r WHERE r.value = @holder))
ORDER BY a.address`

/** Who has sent sealed mail: asked for when a key changes. */
export function openSealers(connection: Connection): Working<Pick<MessageStore, 'sealers'>> {
  return {
    sealers: (holder, since) =>
      connection.read(function* (at) {
        const { first } = yield* firstSince(at, 'messages', since)
        const agent = holder === null ? null : yield* numberOf(at, holder)
        return yield* at.cells<string>(sealersSql, { first, preview: sealedPreview, holder: agent })
      }),
  }
}
