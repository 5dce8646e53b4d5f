import type { DeliveryState } from '../../src/domain/delivery.ts'
import { stateOf } from '../../src/domain/delivery.ts'
import { idOfRank } from '../../src/domain/priority.ts'
import type { Connection } from './connection.ts'
import { findCopyRow, holdersOf } from './copies.ts'
import type { OpenDeed } from './deeds.ts'
import { type CopyRow, deliveryOf } from './rows.ts'

/** A role's mail that one holder completed or answered is done for all: the others' copies leave their inboxes. */
export function closeForOthers(connection: Connection, deed: OpenDeed, copy: CopyRow, at: number): void {
  if (!copy.via?.startsWith('role:')) return
  const message = idOfRank(copy.rank)
  markPosting(connection, copy.via, message, at)
  for (const holder of holdersOf(connection, message)) {
    if (holder === copy.agent_id) continue
    const row = findCopyRow(connection, holder, copy.rank)
    if (row === undefined || row.via !== copy.via) continue
    const delivery = deliveryOf(connection, row)
    if (isOpen(delivery)) deed.change({ row, next: done(delivery, at), what: 'done-elsewhere' })
  }
}

/** Who joins later finds a role's mail only while it is not done. */
export function markPosting(
  connection: Connection,
  selector: string,
  message: number,
  doneAt: number | null,
): void {
  connection
    .statement('UPDATE postings SET done_at = ? WHERE selector = ? AND message_id = ?')
    .run(doneAt, selector, message)
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
