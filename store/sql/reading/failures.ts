import { noticeKeyPrefix } from '../../../src/domain/dead-letter.ts'
import { boxes } from '../../../src/domain/delivery.ts'
import { type Failure, failureKeyPrefix } from '../../../src/domain/failure-notice.ts'
import { idMask, idOfRank } from '../../../src/domain/priority.ts'
import type { FailedRequest, Page, PageRequest } from '../../mail-store.ts'
import type { Connection } from '../connection.ts'
import { copyCursor, pageOf } from '../cursors.ts'
import { findCopyRow } from '../rows/copies.ts'
import { isOfPeer } from '../rows/dead-letters.ts'
import { findMessageRow } from '../rows/letters.ts'
import { addressOf, findNumber, numberOf } from '../rows/names.ts'
import { deliveryOf, messageOf } from '../rows/rows.ts'
import { eachBeside, sideBySide } from '../side-by-side.ts'
import type { Work } from '../work.ts'

const closed = [boxes.indexOf('completed'), boxes.indexOf('archived')].join(', ')

/** The notice by its key is acknowledged, completed or archived. The key is an expression of SQL. */
function noticeClosed(key: string): string {
  return `EXISTS(SELECT 1 FROM messages n CROSS JOIN deliveries c
  ON c.agent_id = @owner AND c.box IN (0, 1, 2, 3, 4, 5, 6, 7, 8) AND c.rank = n.rank
  WHERE n.sender_id = @system AND n.key = ${key} AND (c.ack_at IS NOT NULL OR c.box IN (${closed})))`
}

/** Dead letters of mail that @owner sent to others, as `d`, until it has dealt with the notice. */
export const undealtDead = `deliveries d INDEXED BY deliveries_dead WHERE d.box = 7 AND d.sender_id = @owner AND d.agent_id <> @owner
  AND NOT ${noticeClosed(`'${noticeKeyPrefix}' || (d.rank & ${idMask})`)}`

type Row = { readonly agent_id: number; readonly rank: number; readonly round: number }

const failed = boxes.indexOf('failed')
const round = `(SELECT count(*) FROM events e WHERE e.message_id = (d.rank & ${idMask}) AND e.agent_id = d.agent_id AND e.what = 'redelivered')`
/** As `failureKey` makes it. */
const keySql = `'${failureKeyPrefix}' || (d.rank & ${idMask}) || ':' || a.address || CASE WHEN ${round} = 0 THEN '' ELSE ':' || ${round} END`
/** The words of the partial index, which serves no others. */
const source = `deliveries d INDEXED BY deliveries_failed CROSS JOIN agents a ON a.id = d.agent_id`
const isFailed = `d.owes = 1 AND (d.box = ${failed} OR d.was = ${failed})`

/** The requester is an agent of ours, or of a swarm that can be written to. */
const canBeTold = `(s.state IN ('alive', 'frozen') OR ${isOfPeer('s')})`

/** Failed copies whose requester can be notified, is another agent, and has had no notice; of one owner, or of all. */
export function* unreportedFailures(
  connection: Connection,
  owner: string | null,
  most: number,
): Work<readonly Failure[]> {
  const sql = `SELECT d.agent_id, d.rank, ${round} AS round FROM ${source} CROSS JOIN agents s ON s.id = d.sender_id
WHERE ${isFailed}${owner === null ? '' : ' AND d.agent_id = @owner'} AND d.sender_id <> d.agent_id AND ${canBeTold}
  AND NOT EXISTS(SELECT 1 FROM messages n WHERE n.sender_id = @system AND n.key = ${keySql})
ORDER BY d.sender_id, d.rank & ${idMask}, d.agent_id LIMIT @most`
  const system = yield* numberOf(connection, 'system')
  const bindings = { system, most, ...(owner === null ? {} : { owner: yield* numberOf(connection, owner) }) }
  const rows = yield* connection.rows<Row>(sql, bindings)
  return yield* sideBySide(connection, rows, (each, row) => failureOf(each, row))
}

const lastSql = `SELECT t.actor_id AS actor, t.at, text_at(e.detail, reason) AS reason FROM events e CROSS JOIN deeds t ON t.id = e.deed_id
WHERE e.message_id = ? AND e.agent_id = ? AND e.what = 'fail' ORDER BY e.seq DESC LIMIT 1`

type Last = { readonly actor: number; readonly at: number; readonly reason: unknown }

function* failureOf(connection: Connection, { agent_id, rank, round }: Row): Work<Failure> {
  const message = idOfRank(rank)
  const last = yield* connection.row<Last>(lastSql, message, agent_id)
  const owner = yield* addressOf(connection, agent_id)
  return {
    message,
    owner,
    by: last === undefined ? owner : yield* addressOf(connection, last.actor),
    reason: typeof last?.reason === 'string' ? last.reason : null,
    at: last?.at ?? 0,
    round,
  }
}

/** The requester wrote to the request or its notice after the notice. */
const wroteAgain = `EXISTS(SELECT 1 FROM messages n CROSS JOIN messages r ON r.thread_id = n.thread_id AND r.thread_id <> r.id AND r.id > n.id
  WHERE n.sender_id = @system AND n.key = ${keySql} AND r.sender_id = @owner AND r.reply_to IN (n.id, d.rank & ${idMask}))`
/** Failed requests of @owner that it has not dealt with: by its notice, or by writing again. */
const undealtSql = `${source}
WHERE ${isFailed} AND d.sender_id = @owner AND d.agent_id <> @owner AND NOT ${noticeClosed(keySql)} AND NOT ${wroteAgain}`
const pageSql = `SELECT d.agent_id, d.rank, ${round} AS round FROM ${undealtSql}
  AND (d.rank & ${idMask}, d.agent_id) > (@id, @agent) ORDER BY d.rank & ${idMask}, d.agent_id LIMIT @limit`

/** Oldest first. */
export function* failedRequests(
  connection: Connection,
  from: string,
  page: PageRequest,
): Work<Page<FailedRequest>> {
  const owner = yield* findNumber(connection, from)
  if (owner === undefined) return { rows: [], next: null }
  const bindings = {
    owner,
    system: yield* numberOf(connection, 'system'),
    ...copyCursor(page.after),
    limit: page.limit + 1,
  }
  const found = yield* connection.rows<Row>(pageSql, bindings)
  const { rows, next } = pageOf(found, page.limit, ({ rank, agent_id }) => `${idOfRank(rank)}.${agent_id}`)
  return { rows: (yield* sideBySide(connection, rows, requestOf)).flat(), next }
}

function* requestOf(connection: Connection, row: Row): Work<readonly FailedRequest[]> {
  const [failure, copy, message] = yield* eachBeside(
    connection,
    (at) => failureOf(at, row),
    (at) => findCopyRow(at, row.agent_id, row.rank),
    (at) => findMessageRow(at, idOfRank(row.rank)),
  )
  if (message === undefined) return []
  const delivery = copy === undefined ? null : yield* deliveryOf(connection, copy)
  return [{ letter: { message: yield* messageOf(connection, message), delivery }, failure }]
}

export const failedTallySql = `SELECT d.agent_id AS agent, count(*) AS copies FROM ${undealtSql} GROUP BY 1`
