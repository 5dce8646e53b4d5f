import { boxes } from '../../../src/domain/delivery.ts'
import { isLost } from '../../../src/domain/errors.ts'
import { lostMail } from '../../../src/domain/lost-mail.ts'
import type { FullLetter } from '../../../src/domain/message.ts'
import { idMask, idOfRank } from '../../../src/domain/priority.ts'
import { claimed } from '../../../src/domain/queue.ts'
import type { Claimed, ClaimRequest, Doer } from '../../mail-store.ts'
import type { Connection } from '../database/connection.ts'
import { readableJson } from '../database/readable-json.ts'
import { flatMapped } from '../database/sequences.ts'
import { shortenLeases } from '../moving/leases-ahead.ts'
import { deedOf, openChange } from '../rows/changes.ts'
import { findCopyRow } from '../rows/copies.ts'
import { findFullLetter } from '../rows/letters.ts'
import { processingItems } from '../rows/queue-counts.ts'
import { admitting, admittingAsRemembered, type QueueRow } from '../rows/queue-rows.ts'
import { hasReturned } from '../rows/returned-rows.ts'
import { type CopyRow, deliveryOf } from '../rows/rows.ts'
import { type TakenRow, takenLetter, takenSource, takenSql } from '../rows/taken-rows.ts'
import { returnLapsed } from './lapsing.ts'

export type QueueParts = {
  readonly connection: Connection
}

const unread = boxes.indexOf('unread')
const available = `SELECT rank FROM deliveries WHERE agent_id = @queue AND box = ${unread} AND (expires_at IS NULL OR expires_at > @at)`
const byRankSql = `${available} ORDER BY rank LIMIT 1`
/** Within one priority and tier the ranks follow arrival, of all together the numbers do. */
const oldestSql = `${available} ORDER BY rank & ${idMask} LIMIT 1`
const returnedSql = `${available} AND rank IN (SELECT rank FROM returned WHERE agent_id = @queue) ORDER BY rank LIMIT 1`
/** Asked only where an item's body is lost. */
const sound = ' AND rank NOT IN (SELECT value FROM numbers(@lost))'
/** What another claimant is being given just now is passed over. */
const taking = ' FOR UPDATE SKIP LOCKED'

type Next = { readonly rank: number; readonly returned: boolean }

/** The item that a queue gives next, what came back first; none while it has as many claimed as it may. */
async function headOf(
  connection: Connection,
  queue: QueueRow,
  at: number,
  lost: readonly number[] = [],
): Promise<Next | undefined> {
  if (queue.max_concurrency !== null) {
    if (connection.isWriting)
      await connection.statement('SELECT 1 FROM queues WHERE agent_id = ? FOR UPDATE').run(queue.agent_id)
    const sql = `SELECT ${processingItems} FROM queues q WHERE q.agent_id = @queue`
    const claimed = await connection.column(sql).get({ queue: queue.agent_id, now: at })
    if (Number(claimed) >= queue.max_concurrency) return undefined
  }
  const bindings = { queue: queue.agent_id, at }
  const rankBy = async (sql: string) =>
    connection
      .column(
        `${lost.length === 0 ? sql : sql.replaceAll(available, available + sound)}${connection.isWriting ? taking : ''}`,
      )
      .get({ ...bindings, lost: JSON.stringify(lost) })
  const returned = (await hasReturned(connection, queue.agent_id)) ? await rankBy(returnedSql) : undefined
  const rank = returned ?? (await rankBy(queue.ordering === 'fifo' ? oldestSql : byRankSql))
  return typeof rank === 'number' ? { rank, returned: returned !== undefined } : undefined
}

const claimSql = `SELECT c.outcome, c.queue, ${takenSql} FROM claim_item(?::json, ?::json) c CROSS JOIN ${takenSource}`

type ClaimedRow = TakenRow & {
  readonly outcome: 'claimed' | 'none' | 'changed' | 'rest'
  readonly queue: string
}

/** A claim with one call; `undefined` where that leaves it to the caller. */
export async function claimAtOnce(
  connection: Connection,
  doer: Doer,
  request: ClaimRequest,
  at: number,
): Promise<Claimed | null | undefined> {
  const deed = deedOf({ doer, at, what: 'claim' })
  for (let anew = false; ; anew = true) {
    const { queues, marks } = await admittingAsRemembered(connection, request, anew)
    const asked = readableJson({
      ...{ at, lease: request.lease, holder: doer.actor, name: request.queue, marks },
      queues: queues.map(({ agent_id }) => agent_id),
    })
    const row = (await connection.statement(claimSql).get(asked, deed)) as ClaimedRow
    if (row.outcome === 'changed') continue
    if (row.outcome === 'none') return null
    if (row.outcome === 'rest') return undefined
    const letter = await takenLetter(connection, row)
    return { queue: row.queue, attempt: row.attempts, letter, lost: [] }
  }
}

/**
 * Of all who ask exactly one gets an item. One whose body is lost keeps no other from being
 * given. @throws MailError `damaged` where there are only such
 */
export async function claimNext(
  parts: QueueParts,
  doer: Doer,
  request: ClaimRequest,
  at: number,
): Promise<Claimed | null> {
  const { connection } = parts
  const queues = await admitting(connection, request)
  for (const queue of queues) {
    await shortenLeases(connection, queue.agent_id, queue.lease, at)
    await returnLapsed(parts, queue, doer, at)
  }
  const lost: number[] = []
  for (;;) {
    const found = await findHead(connection, queues, at, lost)
    if (found === null && lost.length > 0) throw lostMail(lost.map(idOfRank))
    if (found === null) return null
    const { queue, row } = found
    try {
      const letter = await findFullLetter(connection, idOfRank(row.rank), queue.agent_id)
      if (letter === null) return null
      return {
        ...(await claimItem(parts, doer, { lease: request.lease, at }, found, letter)),
        lost: lost.map(idOfRank),
      }
    } catch (error) {
      if (!isLost(error)) throw error
      lost.push(row.rank)
    }
  }
}

type Head = { readonly queue: QueueRow; readonly row: CopyRow }

/** The most pressing of what the queues give next. */
async function findHead(
  connection: Connection,
  queues: readonly QueueRow[],
  at: number,
  lost: readonly number[],
): Promise<Head | null> {
  const heads = await flatMapped(queues, async (queue) => {
    const head = await headOf(connection, queue, at, lost)
    return head === undefined ? [] : [{ queue, ...head }]
  })
  const [first] = heads.sort(
    (one, other) => Number(other.returned) - Number(one.returned) || one.rank - other.rank,
  )
  const row = first && (await findCopyRow(connection, first.queue.agent_id, first.rank))
  return row === undefined || first === undefined ? null : { queue: first.queue, row }
}

async function claimItem(
  { connection }: QueueParts,
  doer: Doer,
  { lease, at }: { readonly lease: number | null; readonly at: number },
  { queue, row }: Head,
  letter: FullLetter,
): Promise<Omit<Claimed, 'lost'>> {
  const until = at + (lease ?? queue.lease)
  const deed = openChange(connection, { doer, at, what: 'claim' })
  const next = claimed(await deliveryOf(connection, row), doer.actor, until, at)
  const detail = { by: doer.actor, until: new Date(until).toISOString(), attempt: next.attempts }
  const changed = await deed.change({ row, next, what: 'claim', detail })
  const delivery = await deliveryOf(connection, changed)
  return { queue: queue.name, attempt: next.attempts, letter: { ...letter, delivery } }
}
