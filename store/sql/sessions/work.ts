import { boxes } from '../../../src/domain/delivery.ts'
import { advance } from '../../../src/domain/lifecycle.ts'
import { idOfRank } from '../../../src/domain/priority.ts'
import type { Work as Held } from '../../../src/domain/session.ts'
import type { Doer } from '../../mail-store.ts'
import type { Connection, Tx } from '../connection.ts'
import { comeBack } from '../moving/coming-back.ts'
import { endTry } from '../places/lapsing.ts'
import type { OpenChange } from '../rows/changes.ts'
import { findCopyRow, rankOfMessage } from '../rows/copies.ts'
import { addressOf, findNumber, numberOf } from '../rows/names.ts'
import { allQueues, type QueueRow } from '../rows/queue-rows.ts'
import { markReturned, takingOf } from '../rows/returned-rows.ts'
import { type CopyRow, deliveryOf } from '../rows/rows.ts'
import { findSession } from '../rows/session-rows.ts'
import { eachBeside, sideBySide } from '../side-by-side.ts'
import { filtered, type Work } from '../work.ts'

const [unread, processing] = [boxes.indexOf('unread'), boxes.indexOf('processing')]

type HeldRow = {
  readonly agent_id: number
  readonly box: number
  readonly rank: number
  readonly held_by: string
  readonly held_until: number | null
  readonly attempts: number
  readonly owner_name: string | null
}

/** Few are held, and lie together: in the order of ranks, SQLite would walk whole mailboxes. */
const held = 'deliveries d INDEXED BY deliveries_held'
const heldSql = `SELECT d.agent_id, name_beside(d.agent_id) AS owner_name, d.box, d.rank, d.held_by, d.held_until, d.attempts FROM`
const everySql = `${heldSql} ${held} WHERE d.held_by IS NOT NULL AND d.box = ${processing} ORDER BY d.agent_id, d.rank LIMIT ?`
const ownSql = `${heldSql} ${held} WHERE d.held_by IS NOT NULL AND d.box IN (${unread}, ${processing}) AND d.agent_id = ? ORDER BY d.box, d.rank LIMIT ?`
const claimedSql = `${heldSql} queues q CROSS JOIN ${held} ON d.box = ${processing} AND d.agent_id = q.agent_id AND d.held_by = ? ORDER BY q.name, d.rank LIMIT ?`

/** An agent's work from its own mailbox and from queues; everybody's if none is named. */
export function* workOf(connection: Connection, agent: string | null, most: number): Work<readonly Held[]> {
  const [all, rows] = yield* eachBeside(connection, allQueues, (at) => heldOf(at, agent, most))
  const queues = new Set(all.map(({ agent_id }) => agent_id))
  return yield* sideBySide(connection, rows.slice(0, most), (each, row) =>
    workOfRow(each, row, queues.has(row.agent_id)),
  )
}

function* heldOf(connection: Connection, agent: string | null, most: number): Work<readonly HeldRow[]> {
  if (agent === null) return yield* connection.rows<HeldRow>(everySql, most)
  const found = yield* eachBeside(
    connection,
    function* (at) {
      return yield* at.rows<HeldRow>(ownSql, yield* numberOf(at, agent), most)
    },
    (at) => at.rows<HeldRow>(claimedSql, agent, most),
  )
  return found.flat()
}

/** A copy in the own mailbox is held under the session's name, a claim under the claimant's; a hold adds its process. */
function* workOfRow(connection: Connection, row: HeldRow, isQueue: boolean): Work<Held> {
  const owner = row.owner_name ?? (yield* addressOf(connection, row.agent_id))
  const kind = row.box === unread ? 'hold' : 'lease'
  const taking = kind === 'lease' ? yield* takingOf(connection, row) : null
  const by = kind === 'hold' ? row.held_by.replace(/#\d+$/u, '') : row.held_by
  const holder = isQueue ? by : owner
  const sessionId = isQueue ? (taking?.session ?? null) : by === owner ? null : by
  const session =
    sessionId === null ? null : yield* findSession(connection, yield* numberOf(connection, holder), sessionId)
  return {
    owner,
    message: idOfRank(row.rank),
    attempt: row.attempts,
    holder,
    session,
    sessionId,
    kind,
    takenAt: taking?.at ?? 0,
    until: row.held_until,
  }
}

/** Each only while it is still at the attempt that was seen: of two who find a session gone, one takes its work back. */
export function* takeBack(tx: Tx, doer: Doer, work: readonly Held[], at: number): Work<readonly Held[]> {
  yield* tx.engine.keepRoster(tx)
  const queues = new Map((yield* allQueues(tx)).map((queue) => [queue.agent_id, queue]))
  const deed = tx.engine.openChange(tx, { doer, at, what: 'lapsed' })
  const taken = yield* filtered(work, function* (one) {
    const agent = yield* findNumber(tx, one.owner)
    const rank = yield* rankOfMessage(tx, one.message)
    const row = agent === undefined || rank === undefined ? undefined : yield* findCopyRow(tx, agent, rank)
    if (row === undefined || row.attempts !== one.attempt || row.held_by === null) return false
    return yield* giveUp(tx, deed, { work: one, row, queue: queues.get(row.agent_id), at })
  })
  yield* deed.finish()
  return taken
}

type Ending = {
  readonly work: Held
  readonly row: CopyRow
  readonly queue: QueueRow | undefined
  readonly at: number
}

function* giveUp(tx: Tx, deed: OpenChange, { work, row, queue, at }: Ending): Work<boolean> {
  if (row.box !== (work.kind === 'hold' ? unread : processing)) return false
  const detail = { by: work.holder, session: work.sessionId }
  if (work.kind === 'hold') {
    const sql =
      'UPDATE deliveries SET held_by = NULL, held_until = NULL WHERE agent_id = ? AND box = ? AND rank = ?'
    yield* tx.run(sql, row.agent_id, row.box, row.rank)
    yield* deed.note(row, 'released', { attempt: row.attempts })
    return true
  }
  if (queue !== undefined) yield* endTry(tx, deed, { queue, row }, 'lapsed', detail)
  else {
    const next = advance(yield* deliveryOf(tx, row), { verb: 'unread', at })
    const back = yield* comeBack(tx, deed, { row, next, what: 'lapsed', detail }, at)
    yield* markReturned(tx, back, { by: work.holder, session: work.sessionId, takenAt: work.takenAt })
  }
  return true
}
