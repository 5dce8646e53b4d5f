import { passedOn } from '../../../src/domain/dead-letter.ts'
import type { DeliveryState } from '../../../src/domain/delivery.ts'
import { stateOf } from '../../../src/domain/delivery.ts'
import { idOfRank } from '../../../src/domain/priority.ts'
import type { Connection, Tx } from '../connection.ts'
import type { OpenChange } from '../rows/changes.ts'
import { findCopyRow, holdersOf } from '../rows/copies.ts'
import { type CopyRow, copyShape, deliveryOf } from '../rows/rows.ts'
import type { Work } from '../work.ts'

/** A role's mail that one holder completed or answered is done for all: the others' copies leave their inboxes. */
export function* closeForOthers(
  tx: Tx,
  deed: Pick<OpenChange, 'change'>,
  copy: CopyRow,
  at: number,
): Work<void> {
  if (copy.via === null || !isOfRole(copy)) return
  const message = idOfRank(copy.rank)
  yield* markPosting(tx, copy.via, message, at)
  for (const holder of yield* holdersOf(tx, message)) {
    if (holder === copy.agent_id) continue
    const row = yield* findCopyRow(tx, holder, copy.rank)
    if (row === undefined || row.via !== copy.via) continue
    const delivery = yield* deliveryOf(tx, row)
    if (isOpen(delivery)) yield* deed.change({ row, next: done(delivery, at), what: 'done-elsewhere' })
  }
}

/** Whether a copy came to whoever holds a role. */
export function isOfRole({ via }: CopyRow): boolean {
  return via?.startsWith('role:') ?? false
}

/** Agents that join later get a role's mail only while it is not done. */
export function* markPosting(tx: Tx, selector: string, message: number, doneAt: number | null): Work<void> {
  const sql = 'UPDATE postings SET done_at = ? WHERE selector = ? AND message_id = ?'
  yield* tx.run(sql, doneAt, selector, message)
}

const waitingSql = `SELECT ${copyShape.columns} FROM postings p CROSS JOIN messages m ON m.id = p.message_id CROSS JOIN deliveries d
ON d.agent_id = @agent AND d.box IN (0, 1, 6) AND d.rank = m.rank AND d.via = p.selector
WHERE p.selector = @selector AND p.done_at IS NULL AND (p.expires_at IS NULL OR p.expires_at > @at) ORDER BY p.message_id`

/**
 * Mail that an agent got as the holder of a role, and has not started, leaves its inbox with the role. It is not dead: it
 * waits for the next holder.
 */
export function* leaveRoles(
  tx: Tx,
  deed: OpenChange,
  agent: number,
  roles: readonly string[],
  at: number,
): Work<void> {
  for (const role of roles) {
    const selector = `role:${role}`
    for (const row of yield* tx.wide(copyShape, waitingSql, { agent, selector, at }))
      yield* deed.change({
        row,
        next: passedOn(yield* deliveryOf(tx, row)),
        what: 'passed-on',
        detail: { role },
      })
  }
}

const lastSql = 'SELECT what FROM events WHERE message_id = ? AND agent_id = ? ORDER BY seq DESC LIMIT 1'

/** Whether a copy left with its role, and nothing was done to it since. */
export function* isPassedOn(connection: Connection, { rank, agent_id }: CopyRow): Work<boolean> {
  return (yield* connection.cell(lastSql, idOfRank(rank), agent_id)) === 'passed-on'
}

function isOpen({ box }: DeliveryState): boolean {
  return box === 'unread' || box === 'read' || box === 'processing' || box === 'failed' || box === 'snoozed'
}

function done(delivery: DeliveryState, at: number): DeliveryState {
  return {
    ...stateOf(delivery),
    box: 'archived',
    was: 'completed',
    owes: false,
    snoozedUntil: null,
    completedAt: at,
    heldBy: null,
    heldUntil: null,
  }
}
