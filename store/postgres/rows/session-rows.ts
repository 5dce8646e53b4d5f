import type { BellWay } from '../../../src/domain/bell.ts'
import type { AgentSession } from '../../../src/domain/session.ts'
import type { Connection } from '../database/connection.ts'
import { mapped } from '../database/sequences.ts'
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

export async function findSession(
  connection: Connection,
  agent: number,
  id: string,
): Promise<AgentSession | null> {
  const sql = `SELECT ${columns} FROM sessions WHERE agent_id = ? AND id = ?`
  const row = (await connection.statement(sql).get(agent, id)) as SessionRow | undefined
  return row === undefined ? null : await sessionOf(connection, row)
}

export async function listSessions(
  connection: Connection,
  agent: number,
  most: number,
): Promise<readonly AgentSession[]> {
  const sql = `SELECT ${columns} FROM sessions WHERE agent_id = ? ORDER BY beat_at DESC, id LIMIT ?`
  return mapped((await connection.statement(sql).all(agent, most)) as SessionRow[], async (row) =>
    sessionOf(connection, row),
  )
}

export async function sessionsIn(
  connection: Connection,
  processes: readonly string[],
): Promise<readonly AgentSession[]> {
  const sql = `SELECT ${columns} FROM sessions WHERE process IN (SELECT value FROM texts(?)) ORDER BY beat_at DESC, id`
  const rows = (await connection.statement(sql).all(JSON.stringify(processes))) as SessionRow[]
  return mapped(rows, async (row) => sessionOf(connection, row))
}

export async function unbriefedSessions(
  connection: Connection,
  before: number,
  most: number,
): Promise<readonly AgentSession[]> {
  const sql = `SELECT ${columns} FROM sessions s WHERE ended_at IS NULL AND briefed_at IS NULL AND process IS NOT NULL AND started_at < ?
  AND NOT EXISTS(SELECT 1 FROM sessions b WHERE b.agent_id = s.agent_id AND b.briefed_at IS NOT NULL
    AND (b.process = s.process OR b.beat_at >= s.started_at))
  ORDER BY beat_at DESC, agent_id, id LIMIT ?`
  return mapped((await connection.statement(sql).all(before, most)) as SessionRow[], async (row) =>
    sessionOf(connection, row),
  )
}

async function sessionOf(connection: Connection, row: SessionRow): Promise<AgentSession> {
  return {
    agent: await namesOf(connection).of(row.agent_id),
    id: row.id,
    startedAt: row.started_at,
    beatAt: row.beat_at,
    endedAt: row.ended_at,
    process: row.process,
    way: row.way,
  }
}
