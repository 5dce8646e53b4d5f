import type { SessionStore } from '../../session-store.ts'
import type { Connection, Tx } from '../connection.ts'
import { noteSeen } from '../rows/last-seen.ts'
import { numberOf } from '../rows/names.ts'
import { findSession, listSessions, sessionsIn } from '../rows/session-rows.ts'
import { unlisted } from '../tables/agents.ts'
import type { Work, Working } from '../work.ts'

/** Sessions that nobody heard of for so long, and that hold nothing, are forgotten when the agent's next one begins, ms. */
const rememberedFor = 3 * 86_400_000

const reachSql =
  'UPDATE sessions SET way = @way WHERE agent_id = @agent AND id = @id AND way IS DISTINCT FROM @way'
const endSql = 'UPDATE sessions SET ended_at = ? WHERE agent_id = ? AND id = ? AND ended_at IS NULL'
const briefSql = 'UPDATE sessions SET briefed_at = ? WHERE agent_id = ? AND id = ? AND briefed_at IS NULL'

type Lives = Pick<
  SessionStore,
  'find' | 'list' | 'inProcesses' | 'beat' | 'reach' | 'end' | 'brief' | 'isBriefed'
>

export function openSessions(connection: Connection): Working<Lives> {
  return {
    *find(agent, id) {
      return yield* findSession(connection, yield* numberOf(connection, agent), id)
    },
    *list(agent, most) {
      return yield* listSessions(connection, yield* numberOf(connection, agent), most)
    },
    inProcesses: (processes) => sessionsIn(connection, processes),
    *beat(address, id, process, at, bySelf = false) {
      const known = yield* findSession(connection, yield* numberOf(connection, address), id)
      return yield* connection.write(
        function* (tx) {
          const agent = yield* numberOf(tx, address)
          const isNoted = yield* beat(tx, { agent, id, process, at })
          if (isNoted && bySelf) yield* noteSeen(tx, agent, { principal: null, command: null }, at)
          return isNoted
        },
        () => (known === null || known.endedAt !== null) && ['roster'],
      )
    },
    *reach(address, id, way) {
      yield* connection.write(
        function* (tx) {
          return yield* tx.run(reachSql, { agent: yield* numberOf(tx, address), id, way })
        },
        (changes) => changes > 0 && ['roster'],
      )
    },
    *end(agent, id, at) {
      yield* connection.write(
        function* (tx) {
          return yield* tx.run(endSql, at, yield* numberOf(tx, agent), id)
        },
        (changes) => changes > 0 && ['roster'],
      )
    },
    brief: (agent, session, at) =>
      connection.write(
        function* (tx) {
          return (yield* tx.run(briefSql, at, yield* numberOf(tx, agent), session)) > 0
        },
        () => false,
      ),
    *isBriefed(agent, session) {
      const sql = 'SELECT briefed_at IS NOT NULL FROM sessions WHERE agent_id = ? AND id = ?'
      return (yield* connection.cell<number>(sql, yield* numberOf(connection, agent), session)) === 1
    },
  }
}

type Beat = {
  readonly agent: number
  readonly id: string
  readonly process: string | null | undefined
  readonly at: number
}

const beatSql = `INSERT INTO sessions(agent_id, id, started_at, beat_at, process) VALUES(@agent, @id, @at, @at, @process)
ON CONFLICT(agent_id, id) DO UPDATE SET beat_at = @at, ended_at = NULL, process = @process`

function* beat(tx: Tx, { agent, id, process, at }: Beat): Work<boolean> {
  const onRoster = `SELECT 1 FROM agents WHERE id = ? AND state <> '${unlisted}'`
  if ((yield* tx.cell(onRoster, agent)) === undefined) return false
  const known = yield* findSession(tx, agent, id)
  const named = process === undefined ? (known?.process ?? null) : process
  yield* tx.run(beatSql, { agent, id, at, process: named })
  if (known === null) yield* forgetOld(tx, agent, at)
  return true
}

function* forgetOld(tx: Tx, agent: number, at: number): Work<void> {
  const sql = `DELETE FROM sessions WHERE agent_id = @agent AND coalesce(ended_at, beat_at) < @before
  AND NOT EXISTS(SELECT 1 FROM deliveries d WHERE d.agent_id = @agent AND d.box = 2 AND d.held_by = sessions.id)`
  yield* tx.run(sql, { agent, before: at - rememberedFor })
}
