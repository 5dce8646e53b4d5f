import type { BellWay } from '../../../src/domain/bell.ts'
import type { AgentSession } from '../../../src/domain/session.ts'
import type { Connection, Values } from '../connection.ts'
import type { Work } from '../work.ts'

type SessionRow = {
  readonly agent: string
  readonly id: string
  readonly started_at: number
  readonly beat_at: number
  readonly ended_at: number | null
  readonly process: string | null
  readonly way: BellWay | null
}

const sessions = `SELECT a.address AS agent, s.id, s.started_at, s.beat_at, s.ended_at, s.process, s.way
FROM sessions s CROSS JOIN agents a ON a.id = s.agent_id`

export function* findSession(connection: Connection, agent: number, id: string): Work<AgentSession | null> {
  const row = yield* connection.row<SessionRow>(`${sessions} WHERE s.agent_id = ? AND s.id = ?`, agent, id)
  return row === undefined ? null : sessionOf(row)
}

export function listSessions(
  connection: Connection,
  agent: number,
  most: number,
): Work<readonly AgentSession[]> {
  return sessionsBy(connection, 'WHERE s.agent_id = ? ORDER BY s.beat_at DESC, s.id LIMIT ?', agent, most)
}

export function sessionsIn(
  connection: Connection,
  processes: readonly string[],
): Work<readonly AgentSession[]> {
  const end = 'WHERE s.process IN (SELECT value FROM texts(?)) ORDER BY s.beat_at DESC, s.id'
  return sessionsBy(connection, end, JSON.stringify(processes))
}

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

function* sessionsBy(connection: Connection, end: string, ...values: Values): Work<readonly AgentSession[]> {
  return (yield* connection.rows<SessionRow>(`${sessions} ${end}`, ...values)).map(sessionOf)
}

function sessionOf(row: SessionRow): AgentSession {
  return {
    agent: row.agent,
    id: row.id,
    startedAt: row.started_at,
    beatAt: row.beat_at,
    endedAt: row.ended_at,
    process: row.process,
    way: row.way,
  }
}
