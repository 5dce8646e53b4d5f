import { boxes } from '../../../src/domain/delivery.ts'
import type { AgentDuties, FleetStore } from '../../fleet-store.ts'
import type { Connection } from '../connection.ts'
import { findNumbers } from '../rows/names.ts'
import type { Work, Working } from '../work.ts'
import { failures } from './failures.ts'

const processing = boxes.indexOf('processing')

type Row = AgentDuties & { readonly id: number }

const sql = `SELECT id, sum(works) AS works, sum(owed) AS owed, sum(failed) AS failed FROM (
  SELECT t.agent_id AS id, 0 AS works, t.owed, 0 AS failed FROM numbers(@agents) j CROSS JOIN owed_answers t ON t.agent_id = j.value
  UNION ALL SELECT d.agent_id, count(*), 0, 0 FROM numbers(@agents) j CROSS JOIN deliveries d ON d.agent_id = j.value AND d.box = ${processing} GROUP BY 1
  UNION ALL SELECT a.id, count(*), 0, 0 FROM queues q CROSS JOIN deliveries d ON d.agent_id = q.agent_id AND d.box = ${processing}
    CROSS JOIN agents a ON a.address = d.held_by WHERE a.id IN (SELECT value FROM numbers(@agents)) GROUP BY 1
  UNION ALL SELECT t.actor_id, 0, 0, count(*) ${failures} AND t.actor_id IN (SELECT value FROM numbers(@agents)) GROUP BY 1
) x GROUP BY 1`

export function openDuties(connection: Connection): Working<Pick<FleetStore, 'duties'>> {
  return { duties: (addresses, since) => connection.read((at) => dutiesOf(at, addresses, since)) }
}

/** All at once: a roster asks for hundreds. */
function* dutiesOf(
  connection: Connection,
  addresses: readonly string[],
  since: number | null,
): Work<readonly AgentDuties[]> {
  const ids = yield* findNumbers(connection, addresses)
  const rows = yield* connection.rows<Row>(sql, { agents: JSON.stringify(ids), since })
  const known = new Map(rows.map(({ id, ...duties }) => [id, duties]))
  return ids.map((id) => (id === undefined ? undefined : known.get(id)) ?? { works: 0, owed: 0, failed: 0 })
}
