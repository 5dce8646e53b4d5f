import { noticeKeyPrefix } from '../../../src/domain/dead-letter.ts'
import { type DeadReason, isDeadReason } from '../../../src/domain/dead-reason.ts'
import { boxes } from '../../../src/domain/delivery.ts'
import { idMask, idOfRank } from '../../../src/domain/priority.ts'
import type { Connection } from '../connection.ts'
import type { Work } from '../work.ts'
import { numberOf } from './names.ts'

/** Whether an agent is in another swarm that can be written to. `of` names its row. */
export const isOfPeer = (of: string) =>
  `strpos(${of}.address, '@') > 0 AND substr(${of}.address, strpos(${of}.address, '@') + 1) IN (SELECT name FROM peers)`

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

const reasonSql = `SELECT text_at(detail, reason) FROM events WHERE message_id = ? AND agent_id = ? AND what = 'dead' ORDER BY seq DESC LIMIT 1`

/** Why a copy in the box of the dead is there. Only the log has it: dead letters are few, so other copies need no column for it. */
export function* deadReasonOf(
  connection: Connection,
  { agent_id, rank }: { readonly agent_id: number; readonly rank: number },
): Work<DeadReason> {
  const reason = yield* connection.cell(reasonSql, idOfRank(rank), agent_id)
  return isDeadReason(reason) ? reason : 'retired'
}
