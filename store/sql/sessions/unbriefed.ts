import type { AgentSession } from '../../../src/domain/session.ts'
import type { Connection } from '../connection.ts'
import { sessionsBy } from '../rows/session-rows.ts'
import type { Work } from '../work.ts'

/** Those whose hooks never ran: no session of the process was briefed, nor any of the agent since then. */
export function unbriefedSessions(
  connection: Connection,
  before: number,
  most: number,
): Work<readonly AgentSession[]> {
  const end = `WHERE s.ended_at IS NULL AND s.briefed_at IS NULL AND s.process IS NOT NULL AND s.started_at < ?
  AND NOT EXISTS(SELECT 1 FROM sessions b WHERE b.agent_id = s.agent_id AND b.briefed_at IS NOT NULL
    AND (b.process = s.process OR b.beat_at >= s.started_at))
  ORDER BY s.beat_at DESC, s.agent_id, s.id LIMIT ?`
  return sessionsBy(connection, end, before, most)
}
