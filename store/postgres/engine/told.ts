import type { Told } from '../../sql/connection.ts'
import { cursorOfSnapshot } from '../database/arrivals.ts'
import type { Connection } from '../database/connection.ts'

/** A session's last hand-over is among these, or so old that later mail alone counts. */
const deedsLookedAt = 10_000

/**
 * One look: what a session knows of each message, and the moment of the look. It knows what was shown and what it was told of. Beside a
 * shown message it knows what was there when that was stored, and what its settlement notes. Of what the same change stored numbers
 * decide: a change may see itself in its own snapshot, once others have ended after it began.
 */
const toldSql = `WITH shown AS MATERIALIZED (SELECT e.message_id AS id, s.seen, s.xact, (readable(e.detail)::json ->> 'upto')::pg_snapshot AS upto
  FROM deeds d JOIN events e ON e.deed_id = d.id JOIN messages s ON s.id = e.message_id
  WHERE d.id > (SELECT max(id) FROM deeds) - ${deedsLookedAt} AND d.what = 'shown' AND d.session = @session AND e.agent_id = @agent)
SELECT pg_current_snapshot()::text AS newest, m.id, k.times, k.portions, k.stops, EXISTS(SELECT 1 FROM shown s
    WHERE s.id = m.id OR pg_visible_in_snapshot(m.xact, s.upto)
      OR CASE WHEN m.xact = s.xact THEN m.id < s.id ELSE pg_visible_in_snapshot(m.xact, s.seen) END) AS earlier
FROM (SELECT 1) one LEFT JOIN (numbers(@messages) j JOIN messages m ON m.id = j.value) ON TRUE
LEFT JOIN LATERAL (SELECT count(*) AS times, count(*) FILTER (WHERE readable(e.detail)::json ->> 'portion' = 'true') AS portions,
    count(*) FILTER (WHERE readable(e.detail)::json ->> 'stopped' = 'true') AS stops
  FROM events e JOIN deeds d ON d.id = e.deed_id
  WHERE e.message_id = m.id AND e.agent_id = @agent AND e.what IN ('shown', 'told') AND d.session = @session) k ON TRUE`

type Row = {
  readonly newest: string
  readonly id: number | null
  readonly times: number
  readonly portions: number
  readonly stops: number
  readonly earlier: number
}

export async function toldOf(
  connection: Connection,
  agent: number,
  session: string,
  messages: readonly number[],
): Promise<Told> {
  const bindings = { agent, session, messages: JSON.stringify(messages) }
  const rows = (await connection.statement(toldSql).all(bindings)) as readonly Row[]
  const byId = new Map(rows.map((row) => [row.id, row]))
  const those = (isSo: (row: Row) => boolean) =>
    messages.filter((message) => {
      const row = byId.get(message)
      return row !== undefined && isSo(row)
    })
  return {
    told: those(({ times }) => times > 0),
    portioned: those(({ portions }) => portions > 0),
    stopped: those(({ stops }) => stops > 0),
    earlier: those(({ earlier }) => earlier === 1),
    newest: cursorOfSnapshot(rows[0]?.newest ?? '1:1:'),
  }
}
