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

/** The session that a row names; an empty name is none. */
export function* sessionOfRow(
  connection: Connection,
  { agent_id, session }: { readonly agent_id: number; readonly session: string },
): Work<{ readonly sessionId: string | null; readonly session: AgentSession | null }> {
  if (session === '') return { sessionId: null, session: null }
  return { sessionId: session, session: yield* findSession(connection, agent_id, session) }
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

/** Those that the end of a query about sessions `s` finds. */
export function* sessionsBy(
  connection: Connection,
  end: string,
  ...values: Values
): Work<readonly AgentSession[]> {
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
