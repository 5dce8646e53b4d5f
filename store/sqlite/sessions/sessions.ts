import type { SessionStore } from '../../session-store.ts'
import { findSession, listSessions, sessionsIn } from '../../sql/rows/session-rows.ts'
import { unlisted } from '../../sql/unlisted.ts'
import { atOnce } from '../../sql/work.ts'
import type { Connection } from '../database/connection.ts'
import { shared } from '../engine/shared.ts'
import { noteSeen } from '../rows/last-seen.ts'
import { namesOf } from '../rows/names.ts'

/** Sessions that nobody heard of for so long, and that hold nothing, are forgotten when the agent's next one begins, ms. */
const rememberedFor = 3 * 86_400_000

export function openSessions(connection: Connection): SessionStore {
  const names = namesOf(connection)
  const whose = (agent: string) => names.find(agent) ?? -1
  return {
    async find(agent, id) {
      return atOnce(findSession(shared(connection), whose(agent), id))
    },
    async list(agent, most) {
      return atOnce(listSessions(shared(connection), whose(agent), most))
    },
    async inProcesses(processes) {
      return atOnce(sessionsIn(shared(connection), processes))
    },
    async beat(agent, id, process, at, bySelf = false) {
      const known = atOnce(findSession(shared(connection), whose(agent), id))
      return connection.write(
        () => {
          const isNoted = beat(connection, { agent: whose(agent), id, process, at })
          if (isNoted && bySelf) noteSeen(connection, whose(agent), { principal: null, command: null }, at)
          return isNoted
        },
        () => known === null || known.endedAt !== null,
      )
    },
    async reach(agent, id, way) {
      const sql = 'UPDATE sessions SET way = @way WHERE agent_id = @agent AND id = @id AND way IS NOT @way'
      connection.write(
        () => connection.statement(sql).run({ agent: whose(agent), id, way }).changes > 0,
        (noted) => noted,
      )
    },
    async end(agent, id, at) {
      const sql = 'UPDATE sessions SET ended_at = ? WHERE agent_id = ? AND id = ? AND ended_at IS NULL'
      connection.write(
        () => connection.statement(sql).run(at, whose(agent), id).changes > 0,
        (ended) => ended,
      )
    },
    async work(agent, most) {
      const { workOf } = await import('./work.ts')
      return connection.read(() => workOf(connection, agent, most))
    },
    async takeBack(doer, work, at) {
      if (work.length === 0) return []
      const { takeBack } = await import('./work.ts')
      return connection.write(
        () => takeBack({ connection }, doer, work, at),
        ({ length }) => length > 0,
      )
    },
    async returned(most) {
      const { returnedLetters } = await import('./left-open.ts')
      return connection.read(() => returnedLetters(connection, most))
    },
    async leftOpen(agent, session, most) {
      const { leftOpen } = await import('./left-open.ts')
      return connection.read(() => leftOpen(connection, agent, session, most))
    },
    async brief(agent, session, at) {
      const sql = 'UPDATE sessions SET briefed_at = ? WHERE agent_id = ? AND id = ? AND briefed_at IS NULL'
      return connection.write(
        () => connection.statement(sql).run(at, whose(agent), session).changes > 0,
        () => false,
      )
    },
    async isBriefed(agent, session) {
      const sql = 'SELECT briefed_at IS NOT NULL FROM sessions WHERE agent_id = ? AND id = ?'
      return connection.column(sql).get(whose(agent), session) === 1
    },
    async unbriefed(before, most) {
      const { unbriefedSessions } = await import('../../sql/sessions/unbriefed.ts')
      return atOnce(unbriefedSessions(shared(connection), before, most))
    },
  }
}

type Beat = {
  readonly agent: number
  readonly id: string
  readonly process: string | null | undefined
  readonly at: number
}

function beat(connection: Connection, { agent, id, process, at }: Beat): boolean {
  const onRoster = `SELECT 1 FROM agents WHERE id = ? AND state <> '${unlisted}'`
  if (connection.statement(onRoster).get(agent) === undefined) return false
  const upsert = `INSERT INTO sessions(agent_id, id, started_at, beat_at, process) VALUES(@agent, @id, @at, @at, @process)
ON CONFLICT DO UPDATE SET beat_at = @at, ended_at = NULL, process = @process`
  const known = atOnce(findSession(shared(connection), agent, id))
  const named = process === undefined ? (known?.process ?? null) : process
  connection.statement(upsert).run({ agent, id, at, process: named })
  if (known === null) forgetOld(connection, agent, at)
  return true
}

function forgetOld(connection: Connection, agent: number, at: number): void {
  const sql = `DELETE FROM sessions WHERE agent_id = @agent AND coalesce(ended_at, beat_at) < @before
  AND NOT EXISTS(SELECT 1 FROM deliveries d WHERE d.agent_id = @agent AND d.box = 2 AND d.held_by = sessions.id)`
  connection.statement(sql).run({ agent, before: at - rememberedFor })
}
