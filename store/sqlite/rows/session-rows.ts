import type { BellWay } from '../../../src/domain/bell.ts'
import type { AgentSession } from '../../../src/domain/session.ts'
import type { Connection } from '../database/connection.ts'
import { namesOf } from './names.ts'

type SessionRow = {
  readonly agent_id: number
  readonly id: string
  readonly started_at: number
  readonly beat_at: number
  readonly ended_at: number | null
  readonly process: string | null
  readonly way: BellWay | null
}

const columns = 'agent_id, id, started_at, beat_at, ended_at, process, way'

export function findSession(connection: Connection, agent: number, id: string): AgentSession | null {
  const sql = `SELECT ${columns} FROM sessions WHERE agent_id = ? AND id = ?`
  const row = connection.statement(sql).get(agent, id) as SessionRow | undefined
  return row === undefined ? null : sessionOf(connection, row)
}

export function listSessions(connection: Connection, agent: number, most: number): readonly AgentSession[] {
  return sessionsBy(connection, 'WHERE agent_id = ? ORDER BY beat_at DESC, id LIMIT ? + 0', agent, most)
}

export function sessionsIn(connection: Connection, processes: readonly string[]): readonly AgentSession[] {
  const end = 'WHERE process IN (SELECT value FROM json_each(?)) ORDER BY beat_at DESC, id'
  return sessionsBy(connection, end, JSON.stringify(processes))
}

/** Those that the end of a query about sessions finds. */
export function sessionsBy(
  connection: Connection,
  end: string,
  ...values: readonly (string | number)[]
): readonly AgentSession[] {
  const rows = connection.statement(`SELECT ${columns} FROM sessions ${end}`).all(...values) as SessionRow[]
  return rows.map((row) => sessionOf(connection, row))
}

function sessionOf(connection: Connection, row: SessionRow): AgentSession {
  return {
    agent: namesOf(connection).of(row.agent_id),
    id: row.id,
    startedAt: row.started_at,
    beatAt: row.beat_at,
    endedAt: row.ended_at,
    process: row.process,
    way: row.way,
  }
}
