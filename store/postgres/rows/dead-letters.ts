import { noticeKeyPrefix } from '../../../src/domain/dead-letter.ts'
import { type DeadReason, isDeadReason } from '../../../src/domain/dead-reason.ts'
import { type Box, boxes } from '../../../src/domain/delivery.ts'
import type { Message } from '../../../src/domain/message.ts'
import { idMask, idOfRank } from '../../../src/domain/priority.ts'
import type { Connection } from '../database/connection.ts'
import { namesOf } from './names.ts'
import { isOfPeer } from './tellable.ts'

const box = (name: Box) => boxes.indexOf(name)
const reasonSql = `SELECT readable(detail)::json ->> 'reason' AS reason FROM events WHERE message_id = ? AND agent_id = ? AND what = 'dead' ORDER BY seq DESC LIMIT 1`

/** Why a copy is dead stands in the log alone: dead letters are few, and other copies pay nothing for it. */
export async function deadReasonOf(
  connection: Connection,
  row: { readonly agent_id: number; readonly rank: number; readonly box: number },
): Promise<DeadReason | null> {
  if (row.box !== box('dead')) return null
  const found = (await connection.statement(reasonSql).get(idOfRank(row.rank), row.agent_id)) as
    | { reason: unknown }
    | undefined
  return isDeadReason(found?.reason) ? found.reason : 'retired'
}

/** Swarms that tell each other of lost answers would never stop. */
const isRequest = `(SELECT m.kind FROM messages m WHERE m.id = d.rank & ${idMask}) = 'request'`

/**
 * Messages with dead copies whose senders live and have had no notice yet, and requests of other swarms; of one owner, or of
 * all. Nobody is told of a broadcast, nor of what was dead when it was imported: that has no such event.
 */
export async function untoldIds(
  connection: Connection,
  owner: number | null,
  most: number,
): Promise<readonly number[]> {
  const sql = `SELECT DISTINCT d.rank & ${idMask} AS id
FROM agents a JOIN deliveries d ON d.agent_id = a.id AND d.box = ${box('dead')} JOIN agents s ON s.id = d.sender_id
WHERE ${owner === null ? '' : 'a.id = @owner AND '}(s.state IN ('alive', 'frozen') OR ${isOfPeer('s')} AND ${isRequest})
  AND coalesce(d.via, 'to') <> 'all' AND coalesce(d.via, 'to') NOT LIKE 'swarm:%'
  AND EXISTS(SELECT 1 FROM events e WHERE e.message_id = d.rank & ${idMask} AND e.agent_id = d.agent_id AND e.what = 'dead')
  AND NOT EXISTS(SELECT 1 FROM messages n WHERE n.sender_id = @system AND n.key = '${noticeKeyPrefix}' || (d.rank & ${idMask}))
ORDER BY id LIMIT @most`
  const bindings = { system: (await namesOf(connection).find('system')) ?? -1, most }
  const rows = (await connection
    .statement(sql)
    .all(owner === null ? bindings : { ...bindings, owner })) as Pick<Message, 'id'>[]
  return rows.map(({ id }) => id)
}
