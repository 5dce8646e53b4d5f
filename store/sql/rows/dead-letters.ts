import { noticeKeyPrefix } from '../../../src/domain/dead-letter.ts'
import { boxes } from '../../../src/domain/delivery.ts'
import { idMask } from '../../../src/domain/priority.ts'
import type { Connection } from '../connection.ts'
import type { Work } from '../work.ts'
import { numberOf } from './names.ts'
import { isOfPeer } from './tellable.ts'

const deadBox = boxes.indexOf('dead')
/** Swarms that notify each other of lost answers would never stop. */
const isRequest = `(SELECT m.kind FROM messages m WHERE m.id = d.rank & ${idMask}) = 'request'`

/**
 * Messages with dead copies whose senders live and have had no notice yet, and requests of other swarms; of one owner, or of
 * all. There is no notice for a broadcast, nor for mail that was dead when it was imported: that has no such event.
 */
export function* untoldIds(
  connection: Connection,
  owner: number | null,
  most: number,
): Work<readonly number[]> {
  const sql = `SELECT DISTINCT d.rank & ${idMask} AS id
FROM agents a CROSS JOIN deliveries d ON d.agent_id = a.id AND d.box = ${deadBox} CROSS JOIN agents s ON s.id = d.sender_id
WHERE ${owner === null ? '' : 'a.id = @owner AND '}(s.state IN ('alive', 'frozen') OR ${isOfPeer('s')} AND ${isRequest})
  AND coalesce(d.via, 'to') <> 'all' AND coalesce(d.via, 'to') NOT LIKE 'swarm:%'
  AND EXISTS(SELECT 1 FROM events e WHERE e.message_id = d.rank & ${idMask} AND e.agent_id = d.agent_id AND e.what = 'dead')
  AND NOT EXISTS(SELECT 1 FROM messages n WHERE n.sender_id = @system AND n.key = '${noticeKeyPrefix}' || (d.rank & ${idMask}))
ORDER BY id LIMIT @most`
  const bindings = { system: yield* numberOf(connection, 'system'), most }
  return yield* connection.cells<number>(sql, owner === null ? bindings : { ...bindings, owner })
}
