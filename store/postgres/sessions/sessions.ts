import type { SessionStore } from '../../session-store.ts'
import { findSession, listSessions, sessionsIn } from '../../sql/rows/session-rows.ts'
import { unbriefedSessions } from '../../sql/sessions/unbriefed.ts'
import { unlisted } from '../../sql/unlisted.ts'
import { inTurn } from '../../sql/work.ts'
import type { Connection } from '../database/connection.ts'
import { shared } from '../engine/shared.ts'
import { noteSeen } from '../rows/last-seen.ts'
import { namesOf } from '../rows/names.ts'
import { leftOpen, returnedLetters } from './left-open.ts'
import { takeBack, workOf } from './work.ts'

/** Sessions that nobody heard of for so long, and that hold nothing, are forgotten when the agent's next one begins, ms. */
const rememberedFor = 3 * 86_400_000

export function openSessions(connection: Connection): SessionStore {
  const names = namesOf(connection)
  const whose = async (agent: string) => (await names.find(agent)) ?? -1
  return {
    async find(agent, id) {
      return inTurn(findSession(shared(connection), await whose(agent), id))
    },
    async list(agent, most) {
      return inTurn(listSessions(shared(connection), await whose(agent), most))
    },
    async inProcesses(processes) {
      return inTurn(sessionsIn(shared(connection), processes))
    },
    async beat(agent, id, process, at, bySelf = false) {
      const known = await inTurn(findSession(shared(connection), await whose(agent), id))
      return connection.write(
        async () => {
          const isNoted = await beat(connection, { agent: await whose(agent), id, process, at })
          if (isNoted && bySelf)
            await noteSeen(connection, await whose(agent), { principal: null, command: null }, at)
          return isNoted
        },
        () => known === null || known.endedAt !== null,
      )
    },
    async reach(agent, id, way) {
      const sql =
        'UPDATE sessions SET way = @way WHERE agent_id = @agent AND id = @id AND way IS DISTINCT FROM @way'
      await connection.write(
        async () => (await connection.statement(sql).run({ agent: await whose(agent), id, way })).changes > 0,
        (noted) => noted,
      )
    },
    async end(agent, id, at) {
      const sql = 'UPDATE sessions SET ended_at = ? WHERE agent_id = ? AND id = ? AND ended_at IS NULL'
      await connection.write(
        async () => (await connection.statement(sql).run(at, await whose(agent), id)).changes > 0,
        (ended) => ended,
      )
    },
    async work(agent, most) {
      return connection.read(async () => workOf(connection, agent, most))
    },
    async takeBack(doer, work, at) {
      if (work.length === 0) return []
      return connection.write(
        async () => takeBack({ connection }, doer, work, at),
        ({ length }) => length > 0,
      )
    },
    async returned(most) {
      return connection.read(async () => returnedLetters(connection, most))
    },
    async leftOpen(agent, session, most) {
      return connection.read(async () => leftOpen(connection, agent, session, most))
    },
    async brief(agent, session, at) {
      const sql = 'UPDATE sessions SET briefed_at = ? WHERE agent_id = ? AND id = ? AND briefed_at IS NULL'
      return connection.write(
        async () => (await connection.statement(sql).run(at, await whose(agent), session)).changes > 0,
        () => false,
      )
    },
    async isBriefed(agent, session) {
      const sql = 'SELECT briefed_at IS NOT NULL FROM sessions WHERE agent_id = ? AND id = ?'
      return (await connection.column(sql).get(await whose(agent), session)) === 1
    },
    async unbriefed(before, most) {
      return inTurn(unbriefedSessions(shared(connection), before, most))
    },
  }
}

type Beat = {
  readonly agent: number
  readonly id: string
  readonly process: string | null | undefined
  readonly at: number
}

async function beat(connection: Connection, { agent, id, process, at }: Beat): Promise<boolean> {
  const onRoster = `SELECT 1 FROM agents WHERE id = ? AND state <> '${unlisted}'`
  if ((await connection.statement(onRoster).get(agent)) === undefined) return false
  const upsert = `INSERT INTO sessions(agent_id, id, started_at, beat_at, process) VALUES(@agent, @id, @at, @at, @process)
ON CONFLICT(agent_id, id) DO UPDATE SET beat_at = @at, ended_at = NULL, process = @process`
  const known = await inTurn(findSession(shared(connection), agent, id))
  const named = process === undefined ? (known?.process ?? null) : process
  await connection.statement(upsert).run({ agent, id, at, process: named })
  if (known === null) await forgetOld(connection, agent, at)
  return true
}

async function forgetOld(connection: Connection, agent: number, at: number): Promise<void> {
  const sql = `DELETE FROM sessions WHERE agent_id = @agent AND coalesce(ended_at, beat_at) < @before
  AND NOT EXISTS(SELECT 1 FROM deliveries d WHERE d.agent_id = @agent AND d.box = 2 AND d.held_by = sessions.id)`
  await connection.statement(sql).run({ agent, before: at - rememberedFor })
}
