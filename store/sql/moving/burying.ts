import { buried, lapsesInSilence } from '../../../src/domain/dead-letter.ts'
import type { DeadReason } from '../../../src/domain/dead-reason.ts'
import { stateOf } from '../../../src/domain/delivery.ts'
import { isTag } from '../../../src/domain/places.ts'
import { idMask, idOfRank } from '../../../src/domain/priority.ts'
import { type Agent, rolesOf } from '../../../src/domain/roster.ts'
import type { Doer } from '../../mail-store.ts'
import type { Tx } from '../connection.ts'
import type { OpenChange } from '../rows/changes.ts'
import { numberOf } from '../rows/names.ts'
import { type CopyRow, copyShape, deliveryOf } from '../rows/rows.ts'
import type { Work } from '../work.ts'
import { leaveRoles } from './role-mail.ts'

/** The oldest message first, so that the log is the same on every engine. */
const unreadSql = (more = '') =>
  `SELECT ${copyShape.columns} FROM deliveries d WHERE d.agent_id = ? AND (d.box = 0 OR (d.box = 6 AND d.was = 0))${more} ORDER BY d.rank & ${idMask}`

type Retiring = { readonly id: number; readonly before: Agent; readonly doer: Doer; readonly at: number }

const bearerSql = `SELECT 1 FROM agent_tags t CROSS JOIN agents a ON a.id = t.agent_id
WHERE t.tag = ? AND t.agent_id <> ? AND a.state IN ('alive', 'frozen') LIMIT 1`
const senderSql = 'SELECT sender_id FROM messages WHERE id = ?'
const answeredSql = "SELECT 1 FROM events WHERE message_id = ? AND agent_id = ? AND what = 'answered' LIMIT 1"

/**
 * Whether nobody gets what a retired agent had not read. What went to all, or to a tag that others bear, reached those; the system's
 * news was for its reader alone; and what was answered has arrived.
 */
function* isLost(tx: Tx, { agent_id, rank, via }: CopyRow): Work<boolean> {
  if (via !== null && lapsesInSilence(via)) return false
  if (via !== null && isTag(via) && (yield* tx.cell(bearerSql, via, agent_id)) !== undefined) return false
  const message = idOfRank(rank)
  if ((yield* tx.cell(senderSql, message)) === (yield* numberOf(tx, 'system'))) return false
  return (yield* tx.cell(answeredSql, message, agent_id)) === undefined
}

/** A retired agent's unread mail becomes dead letters where it is lost; else it expires, and a role's mail waits. */
export function* buryOfRetired(tx: Tx, { id: agent, before, doer, at }: Retiring): Work<void> {
  const deed = tx.engine.openChange(tx, { doer, at, what: 'dead' })
  yield* leaveRoles(tx, deed, agent, rolesOf(before), at)
  for (const row of yield* tx.wide(copyShape, unreadSql(), agent))
    if (yield* isLost(tx, row)) yield* buryCopy(tx, deed, row, 'retired')
    else yield* lapse(tx, deed, row)
  yield* deed.finish()
}

type Session = {
  readonly id: number
  readonly before: Agent | null
  readonly after: Agent
  readonly doer: Doer
  readonly at: number
}

/** Mail to a session that another one took the place of, unread. A frozen agent may come back to its own. */
export function* buryOfSession(tx: Tx, { id, before, after, doer, at }: Session): Work<void> {
  const session = before?.session ?? null
  if (session === null || session === after.session) return
  const deed = tx.engine.openChange(tx, { doer, at, what: 'dead' })
  const rows = yield* tx.wide(copyShape, unreadSql(' AND d.via = ?'), id, `session:${session}`)
  for (const row of rows) yield* buryCopy(tx, deed, row, 'session-ended')
  yield* deed.finish()
}

export function* buryCopy(tx: Tx, deed: OpenChange, row: CopyRow, reason: DeadReason): Work<void> {
  const next = buried(yield* deliveryOf(tx, row), reason)
  yield* deed.change({ row, next, what: 'dead', detail: { reason } })
}

/** Out of the way among the expired, where its reader sees it already. */
export function* lapse(tx: Tx, deed: OpenChange, row: CopyRow): Work<void> {
  const next = {
    ...stateOf(yield* deliveryOf(tx, row)),
    box: 'expired',
    was: 'unread',
    snoozedUntil: null,
    heldBy: null,
    heldUntil: null,
  } as const
  yield* deed.change({ row, next, what: 'expired' })
}
