import type { Kind } from '../../../src/domain/kind.ts'
import type { HandedTask } from '../../mail-store.ts'
import type { Connection } from '../connection.ts'
import { numberOf } from '../rows/names.ts'
import type { Work } from '../work.ts'

/** A session's open work is among these. */
const deedsLookedAt = 100_000
const mostTasks = 100

/** The messages that were handed to their owner, whole or in part; in some sessions, or in any. */
const handedSql = (inSessions: boolean) => `FROM deeds d CROSS JOIN events e ON of_deed(e, d)
CROSS JOIN messages m ON m.id = e.message_id
WHERE d.actor_id = @agent AND d.id > (SELECT max(id) FROM deeds) - ${deedsLookedAt} AND d.what = 'shown'
  AND e.agent_id = @agent AND e.what = 'shown'${inSessions ? ' AND d.session IN (SELECT value FROM texts(@sessions))' : ''}`

type Handed = { readonly owner: string; readonly sessions: readonly string[] | null }

function* handedBindings(connection: Connection, { owner, sessions }: Handed) {
  const agent = yield* numberOf(connection, owner)
  return { agent, ...(sessions !== null && { sessions: JSON.stringify(sessions) }) }
}

/** The tasks of the mail that was handed over, the last one first. */
export function* tasksHanded(connection: Connection, handed: Handed): Work<readonly HandedTask[]> {
  const sql = `SELECT h.id, t.status FROM (SELECT m.task AS id, max(e.seq) AS seq ${handedSql(handed.sessions !== null)}
  AND m.task IS NOT NULL GROUP BY m.task) h CROSS JOIN tasks t ON t.id = h.id ORDER BY h.seq DESC LIMIT ${mostTasks}`
  return yield* connection.rows<HandedTask>(sql, yield* handedBindings(connection, handed))
}

/** Messages of a kind that were handed over, the last one first. */
export function* messagesHanded(
  connection: Connection,
  handed: Handed,
  kind: Kind,
  most: number,
): Work<readonly number[]> {
  const sql = `SELECT e.message_id AS id ${handedSql(handed.sessions !== null)} AND m.kind = @kind ORDER BY e.seq DESC LIMIT @most`
  const bindings = yield* handedBindings(connection, handed)
  return yield* connection.cells<number>(sql, { ...bindings, kind, most })
}
