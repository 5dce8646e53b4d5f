import { boxes } from '../../../src/domain/delivery.ts'
import { advance } from '../../../src/domain/lifecycle.ts'
import { idOfRank } from '../../../src/domain/priority.ts'
import type { Work } from '../../../src/domain/session.ts'
import type { Doer } from '../../mail-store.ts'
import { findSession } from '../../sql/rows/session-rows.ts'
import { inTurn } from '../../sql/work.ts'
import type { Connection } from '../database/connection.ts'
import { filtered, flatMapped, mapped } from '../database/sequences.ts'
import { shared } from '../engine/shared.ts'
import { endTry } from '../places/lapsing.ts'
import { type ChangeParts, type OpenChange, openChange } from '../rows/changes.ts'
import { findCopyRow, rankOfMessage } from '../rows/copies.ts'
import { namesOf } from '../rows/names.ts'
import { allQueues, type QueueRow } from '../rows/queue-rows.ts'
import { markReturned, takingOf } from '../rows/returned-rows.ts'
import { type CopyRow, deliveryOf } from '../rows/rows.ts'

const [unread, processing] = [boxes.indexOf('unread'), boxes.indexOf('processing')]

type HeldRow = {
  readonly agent_id: number
  readonly box: number
  readonly rank: number
  readonly held_by: string
  readonly held_until: number | null
  readonly attempts: number
}

const heldSql =
  'SELECT agent_id, box, rank, held_by, held_until, attempts FROM deliveries WHERE held_by IS NOT NULL AND'

/** What an agent has from its own mailbox and from queues; of everybody where none is named. */
export async function workOf(
  connection: Connection,
  agent: string | null,
  most: number,
): Promise<readonly Work[]> {
  const queues = new Map((await allQueues(connection)).map((queue) => [queue.agent_id, queue]))
  const rows =
    agent === null
      ? await everyLease(connection, most)
      : await heldOf(connection, agent, [...queues.keys()], most)
  return mapped(rows.slice(0, most), async (row) => workOfRow(connection, row, queues.has(row.agent_id)))
}

async function everyLease(connection: Connection, most: number): Promise<readonly HeldRow[]> {
  const sql = `${heldSql} box = ${processing} ORDER BY agent_id, rank LIMIT ?`
  return (await connection.statement(sql).all(most)) as HeldRow[]
}

async function heldOf(
  connection: Connection,
  agent: string,
  queues: readonly number[],
  most: number,
): Promise<readonly HeldRow[]> {
  const own = (await connection
    .statement(`${heldSql} box IN (${unread}, ${processing}) AND agent_id = ? ORDER BY box, rank LIMIT ?`)
    .all((await namesOf(connection).find(agent)) ?? -1, most)) as HeldRow[]
  const claim = connection.statement(
    `${heldSql} box = ${processing} AND agent_id = ? AND held_by = ? ORDER BY rank LIMIT ?`,
  )
  return [
    ...own,
    ...(await flatMapped(queues, async (queue) => (await claim.all(queue, agent, most)) as HeldRow[])),
  ]
}

/** A copy of one's own is held under the session's name, a claim under the claimant's; a hold adds its process. */
async function workOfRow(connection: Connection, row: HeldRow, isQueue: boolean): Promise<Work> {
  const names = namesOf(connection)
  const owner = await names.of(row.agent_id)
  const kind = row.box === unread ? 'hold' : 'lease'
  const taking = kind === 'lease' ? await takingOf(connection, row) : null
  const by = kind === 'hold' ? row.held_by.replace(/#\d+$/u, '') : row.held_by
  const holder = isQueue ? by : owner
  const sessionId = isQueue ? (taking?.session ?? null) : by === owner ? null : by
  return {
    owner,
    message: idOfRank(row.rank),
    attempt: row.attempts,
    holder,
    session:
      sessionId === null
        ? null
        : await inTurn(findSession(shared(connection), (await names.find(holder)) ?? -1, sessionId)),
    sessionId,
    kind,
    takenAt: taking?.at ?? 0,
    until: row.held_until,
  }
}

/** Each only while it is still at the attempt that was seen: of two who find a session gone, one takes its work back. */
export async function takeBack(
  { connection }: ChangeParts,
  doer: Doer,
  work: readonly Work[],
  at: number,
): Promise<readonly Work[]> {
  const queues = new Map((await allQueues(connection)).map((queue) => [queue.agent_id, queue]))
  const deed = openChange(connection, { doer, at, what: 'lapsed' })
  const taken = await filtered(work, async (one) => {
    const agent = await namesOf(connection).find(one.owner)
    const rank = await rankOfMessage(connection, one.message)
    const row =
      agent === undefined || rank === undefined ? undefined : await findCopyRow(connection, agent, rank)
    if (row === undefined || row.attempts !== one.attempt || row.held_by === null) return false
    return end(connection, deed, { work: one, row, queue: queues.get(row.agent_id), at })
  })
  return taken
}

type Ending = {
  readonly work: Work
  readonly row: CopyRow
  readonly queue: QueueRow | undefined
  readonly at: number
}

async function end(
  connection: Connection,
  deed: OpenChange,
  { work, row, queue, at }: Ending,
): Promise<boolean> {
  if (row.box !== (work.kind === 'hold' ? unread : processing)) return false
  const detail = { by: work.holder, session: work.sessionId }
  if (work.kind === 'hold') {
    const sql =
      'UPDATE deliveries SET held_by = NULL, held_until = NULL WHERE agent_id = ? AND box = ? AND rank = ?'
    await connection.statement(sql).run(row.agent_id, row.box, row.rank)
    await deed.note(row, 'released', { attempt: row.attempts })
    return true
  }
  if (queue !== undefined) await endTry(connection, deed, { queue, row }, 'lapsed', detail)
  else {
    const next = advance(await deliveryOf(connection, row), { verb: 'unread', at })
    await deed.change({ row, next, what: 'lapsed', detail })
    await markReturned(connection, row, { by: work.holder, session: work.sessionId, takenAt: work.takenAt })
  }
  return true
}
