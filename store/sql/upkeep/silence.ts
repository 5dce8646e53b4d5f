import { boxes } from '../../../src/domain/delivery.ts'
import { clockSkew } from '../../../src/domain/moment.ts'
import type { Silent } from '../../upkeep-store.ts'
import type { Connection } from '../connection.ts'
import type { Work } from '../work.ts'

const processing = boxes.indexOf('processing')

const signs = [
  'a.registered_at',
  'coalesce(a.last_seen, 0)',
  'coalesce((SELECT max(s.beat_at) FROM sessions s WHERE s.agent_id = a.id), 0)',
  'coalesce((SELECT m.sent_at FROM messages m WHERE m.sender_id = a.id AND m.principal IS NULL ORDER BY m.id DESC LIMIT 1), 0)',
  "coalesce((SELECT t.at FROM deeds t WHERE t.actor_id = a.id AND t.principal IS NULL AND t.command IS DISTINCT FROM 'patrol' AND (t.undoable = 1 OR t.reverses IS NOT NULL) ORDER BY t.id DESC LIMIT 1), 0)",
]
/** The last sign of life of an agent itself: a beat, a message, a change. Actions of others in its name do not count. */
const heard = `greatest(${signs.join(', ')})`
/**
 * Nothing was heard of an agent from a moment to now; signs of a clock that was ahead do not count. The
 * cheap ones are first, and one is enough: a worker may hold thousands of copies.
 */
export function isSilentSince(moment: string): string {
  return signs.map((sign) => `${sign} NOT BETWEEN ${moment} AND @now + ${clockSkew}`).join(' AND ')
}

type SilentRow = {
  readonly address: string
  readonly reports_to: string | null
  readonly since: number
  readonly works: number
}

/** The agents that matter are found first, because finding the last sign of life takes five lookups. */
const silentSql = `WITH claimants AS MATERIALIZED (SELECT DISTINCT d.held_by AS address FROM queues q CROSS JOIN deliveries d ON d.agent_id = q.agent_id AND d.box = ${processing}),
  who AS MATERIALIZED (SELECT a.id, (a.watched = 1 OR a.address = 'deacon/') AS watched, a.state = 'frozen' AS frozen,
    EXISTS(SELECT 1 FROM deliveries d WHERE d.agent_id = a.id AND d.box = ${processing})
    OR a.address IN (SELECT address FROM claimants) OR a.id IN (SELECT agent_id FROM returned) AS works
  FROM agents a WHERE a.state IN ('alive', 'frozen') AND a.kind = 'agent' AND coalesce(a.last_seen, 0) < @before)
SELECT address, reports_to, since, works FROM (
  SELECT a.address, a.reports_to, w.works, ${heard} AS since FROM who w CROSS JOIN agents a ON a.id = w.id
  WHERE CASE WHEN w.frozen THEN a.watched = 1 OR (a.address = 'deacon/' AND (w.works OR a.last_seen > a.registered_at)) ELSE w.watched OR w.works END) x
WHERE since < @before ORDER BY since, address LIMIT @limit`

/**
 * Agents that must be heard of and were not: the watched, the deacon, and those with work. A session that ends freezes its agent, so a
 * watched one is asked after even then. A frozen deacon that nobody marked as watched counts if it ever lived or works here: an import brings one.
 */
export function* silentAgents(
  connection: Connection,
  before: number,
  limit: number,
): Work<readonly Silent[]> {
  const rows = yield* connection.read((at) => at.rows<SilentRow>(silentSql, { before, limit }))
  return rows.map(({ address, reports_to, since, works }) => ({
    address,
    reportsTo: reports_to,
    since,
    why: works === 1 ? 'works' : 'watched',
  }))
}
