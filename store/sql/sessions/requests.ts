import type { Decision } from '../../../src/domain/approval.ts'
import type { Approval, RequestStore, StoredRequest } from '../../session-store.ts'
import type { Connection } from '../connection.ts'
import { numberOf, requireNumber } from '../rows/names.ts'
import type { Working } from '../work.ts'

/** A request of a hook that died is forgotten when the next one comes, ms. */
const rememberedFor = 86_400_000

type Row = {
  readonly id: string
  readonly agent: string
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
const requests = `SELECT r.id, a.address AS agent, r.session, r.helper, r.request, r.since, r.until, r.process, r.taken_at, r.closed_at
FROM requests r CROSS JOIN agents a ON a.id = r.agent_id`
const insertSql = `INSERT INTO requests(${columns}) VALUES(@id, @agent, @session, @helper, @request, @since, @until, @process, NULL, NULL)`
const noteSql = `INSERT INTO approvals(request, agent, at, by, principal, verdict, digest, outcome, signature)
VALUES(@request, @agent, @at, @by, @principal, @verdict, @digest, @outcome, @signature)`

export function openRequests(connection: Connection): Working<RequestStore> {
  return {
    *open({ agent: address, session, helper, ...request }) {
      yield* connection.write(function* (tx) {
        const agent = yield* requireNumber(tx, address)
        yield* tx.run('DELETE FROM requests WHERE since < ?', request.since - rememberedFor)
        yield* tx.run(insertSql, { ...request, agent, session: session ?? '', helper: helper ?? '' })
      })
    },
    *find(id) {
      return requestOf(yield* connection.row<Row>(`${requests} WHERE r.id = ?`, id))
    },
    *of({ agent: address, session, helper, since }) {
      const sql = `${requests} WHERE r.agent_id = ? AND r.session = ? AND r.helper = ? AND r.since = ?`
      const agent = yield* numberOf(connection, address)
      return requestOf(yield* connection.row<Row>(sql, agent, session ?? '', helper ?? '', since))
    },
    *note(approval) {
      yield* connection.write((tx) => tx.run(noteSql, approval))
    },
    decisions(id) {
      const sql =
        'SELECT verdict, digest, by, at, signature FROM approvals WHERE request = ? AND signature IS NOT NULL ORDER BY id'
      return connection.rows<Decision>(sql, id)
    },
    *take(id, at) {
      const sql = 'UPDATE requests SET taken_at = ? WHERE id = ? AND taken_at IS NULL AND closed_at IS NULL'
      const taken = yield* connection.write(
        (tx) => tx.run(sql, at, id),
        (changes) => changes > 0 && ['roster'],
      )
      return taken > 0
    },
    *close(id, at) {
      const sql = 'UPDATE requests SET closed_at = ? WHERE id = ? AND closed_at IS NULL'
      yield* connection.write(
        (tx) => tx.run(sql, at, id),
        (changes) => changes > 0 && ['roster'],
      )
    },
    approvals(agent, most) {
      const sql =
        'SELECT at, agent, request, verdict, by, principal, outcome FROM approvals WHERE agent = ? ORDER BY id DESC LIMIT ?'
      return connection.rows<Approval>(sql, agent, most)
    },
  }
}

function requestOf(row: Row | undefined): StoredRequest | null {
  if (row === undefined) return null
  return {
    id: row.id,
    agent: row.agent,
    session: row.session === '' ? null : row.session,
    helper: row.helper === '' ? null : row.helper,
    request: row.request,
    since: row.since,
    until: row.until,
    process: row.process,
    takenAt: row.taken_at,
    closedAt: row.closed_at,
  }
}
