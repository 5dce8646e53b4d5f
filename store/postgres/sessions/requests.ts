import type { Decision } from '../../../src/domain/approval.ts'
import type { Approval, RequestStore, StoredRequest } from '../../request-store.ts'
import type { Connection } from '../database/connection.ts'
import { namesOf } from '../rows/names.ts'

/** A request of a hook that died is forgotten when the next one comes, ms. */
const rememberedFor = 86_400_000

type Row = {
  readonly id: string
  readonly agent_id: number
  readonly session: string
  readonly helper: string
  readonly request: string
  readonly since: number
  readonly until: number
  readonly process: string | null
  readonly taken_at: number | null
  readonly closed_at: number | null
}

const columns = 'id, agent_id, session, helper, request, since, until, process, taken_at, closed_at'
const insertSql = `INSERT INTO requests(${columns}) VALUES(@id, @agent, @session, @helper, @request, @since, @until, @process, NULL, NULL)`
const noteSql = `INSERT INTO approvals(request, agent, at, by, principal, verdict, digest, outcome, signature)
VALUES(@request, @agent, @at, @by, @principal, @verdict, @digest, @outcome, @signature)`

export function openRequests(connection: Connection): RequestStore {
  const names = namesOf(connection)
  const rowOf = async (row: Row | undefined): Promise<StoredRequest | null> =>
    row === undefined
      ? null
      : {
          id: row.id,
          agent: await names.of(row.agent_id),
          session: row.session === '' ? null : row.session,
          helper: row.helper === '' ? null : row.helper,
          request: row.request,
          since: row.since,
          until: row.until,
          process: row.process,
          takenAt: row.taken_at,
          closedAt: row.closed_at,
        }
  return {
    async open({ agent: address, session, helper, ...request }) {
      const agent = await names.require(address)
      await connection.write(async () => {
        await connection.statement('DELETE FROM requests WHERE since < ?').run(request.since - rememberedFor)
        await connection
          .statement(insertSql)
          .run({ ...request, agent, session: session ?? '', helper: helper ?? '' })
      })
    },
    async find(id) {
      const sql = `SELECT ${columns} FROM requests WHERE id = ?`
      return rowOf((await connection.statement(sql).get(id)) as Row | undefined)
    },
    async of({ agent, session, helper, since }) {
      const sql = `SELECT ${columns} FROM requests WHERE agent_id = ? AND session = ? AND helper = ? AND since = ?`
      const found = await connection
        .statement(sql)
        .get((await names.find(agent)) ?? -1, session ?? '', helper ?? '', since)
      return rowOf(found as Row | undefined)
    },
    async note(approval) {
      await connection.write(async () => connection.statement(noteSql).run(approval))
    },
    async decisions(id) {
      const sql =
        'SELECT verdict, digest, by, at, signature FROM approvals WHERE request = ? AND signature IS NOT NULL ORDER BY id'
      return (await connection.statement(sql).all(id)) as Decision[]
    },
    async take(id, at) {
      const sql = 'UPDATE requests SET taken_at = ? WHERE id = ? AND taken_at IS NULL AND closed_at IS NULL'
      return connection.write(
        async () => (await connection.statement(sql).run(at, id)).changes > 0,
        (taken) => taken,
      )
    },
    async close(id, at) {
      const sql = 'UPDATE requests SET closed_at = ? WHERE id = ? AND closed_at IS NULL'
      await connection.write(
        async () => (await connection.statement(sql).run(at, id)).changes > 0,
        (closed) => closed,
      )
    },
    async approvals(agent, most) {
      const sql =
        'SELECT at, agent, request, verdict, by, principal, outcome FROM approvals WHERE agent = ? ORDER BY id DESC LIMIT ?'
      return (await connection.statement(sql).all(agent, most)) as Approval[]
    },
  }
}
