import { boxes } from '../../../src/domain/delivery.ts'
import { advance } from '../../../src/domain/lifecycle.ts'
import { idOfRank } from '../../../src/domain/priority.ts'
import type { Work } from '../../../src/domain/session.ts'
import type { Doer } from '../../mail-store.ts'
import { findSession } from '../../sql/rows/session-rows.ts'
import { atOnce } from '../../sql/work.ts'
import type { Connection } from '../database/connection.ts'
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

/** An agent's work from its own mailbox and from queues; everybody's if none is named. */
export function workOf(connection: Connection, agent: string | null, most: number): readonly Work[] {
  const queues = new Map(allQueues(connection).map((queue) => [queue.agent_id, queue]))
  const rows =
    agent === null ? everyLease(connection, most) : heldOf(connection, agent, [...queues.keys()], most)
  return rows.slice(0, most).map((row) => workOfRow(connection, row, queues.has(row.agent_id)))
}

function everyLease(connection: Connection, most: number): readonly HeldRow[] {
  const sql = `${heldSql} box = ${processing} ORDER BY agent_id LIMIT ? + 0`
  return connection.statement(sql).all(most) as HeldRow[]
}

function heldOf(
  connection: Connection,
  agent: string,
  queues: readonly number[],
  most: number,
): readonly HeldRow[] {
  const own = connection
    .statement(`${heldSql} box IN (${unread}, ${processing}) AND agent_id = ? LIMIT ? + 0`)
    .all(namesOf(connection).find(agent) ?? -1, most) as HeldRow[]
  const claim = connection.statement(
    `${heldSql} box = ${processing} AND agent_id = ? AND held_by = ? LIMIT ? + 0`,
  )
  return [...own, ...queues.flatMap((queue) => claim.all(queue, agent, most) as HeldRow[])]
}

/** A copy in the own mailbox is held under the session's name, a claim under the claimant's; a hold adds its process. */
function workOfRow(connection: Connection, row: HeldRow, isQueue: boolean): Work {
  const names = namesOf(connection)
  const owner = names.of(row.agent_id)
  const kind = row.box === unread ? 'hold' : 'lease'
  const taking = kind === 'lease' ? takingOf(connection, row) : null
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
        : atOnce(findSession(shared(connection), names.find(holder) ?? -1, sessionId)),
    sessionId,
    kind,
    takenAt: taking?.at ?? 0,
    until: row.held_until,
  }
}

/** Each only while it is still at the attempt that was seen: of two who find a session gone, one takes its work back. */
export function takeBack(
  { connection }: ChangeParts,
  doer: Doer,
  work: readonly Work[],
  at: number,
): readonly Work[] {
  const queues = new Map(allQueues(connection).map((queue) => [queue.agent_id, queue]))
  const deed = openChange(connection, { doer, at, what: 'lapsed' })
  const taken = work.filter((one) => {
    const agent = namesOf(connection).find(one.owner)
    const rank = rankOfMessage(connection, one.message)
    const row = agent === undefined || rank === undefined ? undefined : findCopyRow(connection, agent, rank)
    if (row === undefined || row.attempts !== one.attempt || row.held_by === null) return false
    return end(connection, deed, { work: one, row, queue: queues.get(row.agent_id), at })
  })
  deed.finish()
  return taken
}

type Ending = {
  readonly work: Work
  readonly row: CopyRow
  readonly queue: QueueRow | undefined
  readonly at: number
}

function end(connection: Connection, deed: OpenChange, { work, row, queue, at }: Ending): boolean {
  if (row.box !== (work.kind === 'hold' ? unread : processing)) return false
  const detail = { by: work.holder, session: work.sessionId }
  if (work.kind === 'hold') {
    const sql =
      'UPDATE deliveries SET held_by = NULL, held_until = NULL WHERE agent_id = ? AND box = ? AND rank = ?'
    connection.statement(sql).run(row.agent_id, row.box, row.rank)
    deed.note(row, 'released', { attempt: row.attempts })
    return true
  }
  if (queue !== undefined) endTry(connection, deed, { queue, row }, 'lapsed', detail)
  else {
    const next = advance(deliveryOf(connection, row), { verb: 'unread', at })
    deed.change({ row, next, what: 'lapsed', detail })
    markReturned(connection, row, { by: work.holder, session: work.sessionId, takenAt: work.takenAt })
  }
  return true
}
