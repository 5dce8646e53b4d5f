import type { Connection } from '../database/connection.ts'
import { ofDeed } from '../rows/event-rows.ts'

/** A session's last hand-over is among these, or so old that later mail alone counts. */
const deedsLookedAt = 10_000

const toldSql = `SELECT max(coalesce(json_extract(e.detail, '$.portion'), 0)) AS portion,
  max(coalesce(json_extract(e.detail, '$.stopped'), 0)) AS stopped
FROM events e CROSS JOIN deeds d ON d.id = e.deed_id
WHERE e.message_id = ? AND e.agent_id = ? AND e.what IN ('shown', 'told') AND d.session = ?`

/** How a session knows a copy: in part, and whether it was kept from stopping for it; `null` if not at all. */
export function howTold(
  connection: Connection,
  agent: number,
  session: string,
  message: number,
): { readonly portion: boolean; readonly stopped: boolean } | null {
  const row = connection.statement(toldSql).get(message, agent, session) as {
    readonly portion: number | null
    readonly stopped: number | null
  }
  return row.portion === null ? null : { portion: row.portion === 1, stopped: row.stopped === 1 }
}

const uptoSql = `SELECT max(max(e.message_id, coalesce(json_extract(e.detail, '$.upto'), 0))) AS upto
FROM deeds d CROSS JOIN events e ON ${ofDeed('d')}
WHERE d.id > (SELECT max(id) FROM deeds) - ${deedsLookedAt} AND d.what = 'shown' AND d.session = ? AND e.agent_id = ?`

/** The newest message that a session was shown, in full, by header or by count; 0 for none. */
export function toldUpTo(connection: Connection, agent: number, session: string): number {
  const row = connection.statement(uptoSql).get(session, agent) as { readonly upto: number | null }
  return row.upto ?? 0
}
