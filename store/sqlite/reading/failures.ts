import { boxes } from '../../../src/domain/delivery.ts'
import { type Failure, failureKey, failureKeyPrefix } from '../../../src/domain/failure-notice.ts'
import { idMask, idOfRank } from '../../../src/domain/priority.ts'
import type { FailedRequest } from '../../mail-store.ts'
import type { Connection } from '../database/connection.ts'
import { findCopyRow } from '../rows/copies.ts'
import { findLetter } from '../rows/letters.ts'
import { namesOf } from '../rows/names.ts'
import { deliveryOf } from '../rows/rows.ts'

type Row = { readonly agent_id: number; readonly rank: number; readonly round: number }

const failed = boxes.indexOf('failed')
const round = `(SELECT count(*) FROM events e WHERE e.message_id = (d.rank & ${idMask}) AND e.agent_id = d.agent_id AND e.what = 'redelivered')`
/** As `failureKey` makes it. */
const keySql = `'${failureKeyPrefix}' || (d.rank & ${idMask}) || ':' || a.address || iif(${round} = 0, '', ':' || ${round})`
/** The words of the partial index, which serves no others. */
const source = `deliveries d INDEXED BY deliveries_failed CROSS JOIN agents a ON a.id = d.agent_id`
const isFailed = `d.owes = 1 AND (d.box = ${failed} OR d.was = ${failed})`

/** Failed copies whose requester lives, is somebody else, and has had no notice; of one owner, or of all. */
export function unreportedFailures(
  connection: Connection,
  owner: string | null,
  most: number,
): readonly Failure[] {
  const names = namesOf(connection)
  const sql = `SELECT d.agent_id, d.rank, ${round} AS round FROM ${source} CROSS JOIN agents s ON s.id = d.sender_id
WHERE ${isFailed}${owner === null ? '' : ' AND d.agent_id = @owner'} AND d.sender_id <> d.agent_id AND s.state IN ('alive', 'frozen')
  AND NOT EXISTS(SELECT 1 FROM messages n WHERE n.sender_id = @system AND n.key = ${keySql})
LIMIT @most + 0`
  const system = names.find('system') ?? -1
  const bindings = { system, most, ...(owner === null ? {} : { owner: names.find(owner) ?? -1 }) }
  const rows = connection.statement(sql).all(bindings) as Row[]
  return rows.map((row) => failureOf(connection, row))
}

const lastSql = `SELECT t.actor_id AS actor, t.at, e.detail ->> '$.reason' AS reason FROM events e CROSS JOIN deeds t ON t.id = e.deed_id
WHERE e.message_id = ? AND e.agent_id = ? AND e.what = 'fail' ORDER BY e.seq DESC LIMIT 1`

function failureOf(connection: Connection, { agent_id, rank, round }: Row): Failure {
  const names = namesOf(connection)
  const message = idOfRank(rank)
  const last = connection.statement(lastSql).get(message, agent_id) as
    | { readonly actor: number; readonly at: number; readonly reason: unknown }
    | undefined
  const owner = names.of(agent_id)
  return {
    message,
    owner,
    by: last === undefined ? owner : names.of(last.actor),
    reason: typeof last?.reason === 'string' ? last.reason : null,
    at: last?.at ?? 0,
    round,
  }
}

/** A word of the requester's to the request or its notice, after the notice. */
const wroteAgain = `SELECT 1 FROM messages r WHERE r.thread_id = ? AND r.thread_id <> r.id AND r.id > ? AND r.sender_id = ? AND r.reply_to IN (?, ?) LIMIT 1`

/**
 * Requests of one sender that failed and that it has not dealt with, the newest first. It has once the notice is
 * acknowledged or put away, or the sender wrote again; `looked` bounds how many are gone through.
 */
export function failedRequests(
  connection: Connection,
  from: string,
  { most, looked }: { readonly most: number; readonly looked: number },
): readonly FailedRequest[] {
  const sender = namesOf(connection).find(from)
  if (sender === undefined) return []
  const sql = `SELECT d.agent_id, d.rank, ${round} AS round FROM deliveries d INDEXED BY deliveries_failed
WHERE ${isFailed} AND d.sender_id = ? AND d.agent_id <> d.sender_id ORDER BY d.rank & ${idMask} DESC LIMIT ? + 0`
  const found: FailedRequest[] = []
  for (const row of connection.statement(sql).all(sender, looked) as Row[]) {
    const failure = failureOf(connection, row)
    if (found.length === most) break
    if (isDealtWith(connection, sender, failure)) continue
    const copy = findCopyRow(connection, row.agent_id, row.rank)
    const letter = findLetter(connection, failure.message, () =>
      copy === undefined ? null : deliveryOf(connection, copy),
    )
    if (letter !== null) found.push({ letter, failure })
  }
  return found
}

function isDealtWith(connection: Connection, sender: number, { message, owner, round }: Failure): boolean {
  const system = namesOf(connection).find('system')
  const sql = 'SELECT id, rank, thread_id AS thread FROM messages WHERE sender_id = ? AND key = ?'
  const notice = connection.statement(sql).get(system ?? -1, failureKey(message, owner, round)) as
    | { readonly id: number; readonly rank: number; readonly thread: number }
    | undefined
  if (notice === undefined) return false
  const copy = findCopyRow(connection, sender, notice.rank)
  if (
    copy !== undefined &&
    (copy.ack_at !== null || boxes[copy.box] === 'archived' || boxes[copy.box] === 'completed')
  )
    return true
  const again = connection.statement(wroteAgain)
  return again.get(notice.thread, notice.id, sender, message, notice.id) !== undefined
}
