import type { AgentSession } from '../../../src/domain/session.ts'
import type { Connection } from '../database/connection.ts'
import { sessionsBy } from '../rows/session-rows.ts'

const end = `s WHERE ended_at IS NULL AND briefed_at IS NULL AND process IS NOT NULL AND started_at < ?
  AND NOT EXISTS(SELECT 1 FROM sessions b WHERE b.agent_id = s.agent_id AND b.briefed_at IS NOT NULL
    AND (b.process = s.process OR b.beat_at >= s.started_at))
  ORDER BY beat_at DESC, agent_id, id LIMIT ? + 0`

export function unbriefedSessions(
  connection: Connection,
  before: number,
  most: number,
): readonly AgentSession[] {
  return sessionsBy(connection, end, before, most)
}
