import type { DeliveryState } from '../../../src/domain/delivery.ts'
import { stateOf } from '../../../src/domain/delivery.ts'
import { idOfRank } from '../../../src/domain/priority.ts'
import { isDoneByRoles, isRoleWay } from '../../../src/domain/ways.ts'
import type { Tx } from '../connection.ts'
import type { OpenChange } from '../rows/changes.ts'
import { findCopyRow, holdersOf } from '../rows/copies.ts'
import { donePostings, endPosting, reopenPosting } from '../rows/postings.ts'
import { type CopyRow, deliveryOf } from '../rows/rows.ts'
import { waysOfRow } from '../rows/way-rows.ts'
import type { Work } from '../work.ts'

/**
 * A role's mail that one holder completed or answered is done for all: the copies of those who have it by such roles alone leave their
 * inboxes.
 */
export function* closeForOthers(
  tx: Tx,
  deed: Pick<OpenChange, 'change'>,
  copy: CopyRow,
  at: number,
): Work<void> {
  const roles = waysOfRow(copy).filter(isRoleWay)
  if (roles.length === 0) return
  const message = idOfRank(copy.rank)
  for (const role of roles) yield* endPosting(tx, role, message, at)
  for (const holder of yield* holdersOf(tx, message)) {
    if (holder === copy.agent_id) continue
    const row = yield* findCopyRow(tx, holder, copy.rank)
    if (row === undefined || !(yield* isDoneFor(tx, row, roles))) continue
    const delivery = yield* deliveryOf(tx, row)
    if (isOpen(delivery)) yield* deed.change({ row, next: done(delivery, at), what: 'done-elsewhere' })
  }
}

/** Whether a holder's copy is done with these roles: with all of its ways, of which others may have been done before. */
function* isDoneFor(tx: Tx, row: CopyRow, roles: readonly string[]): Work<boolean> {
  const before = row.also_via === null ? [] : yield* donePostings(tx, idOfRank(row.rank))
  return isDoneByRoles(waysOfRow(row), roles, (role) => before.includes(role))
}

/** Whether a copy was addressed to a role, perhaps among other addresses. */
export function hasRoleWay(copy: CopyRow): boolean {
  return waysOfRow(copy).some(isRoleWay)
}

/** Whether it came to holders of roles alone. */
export function isOfRoles(copy: CopyRow): boolean {
  return waysOfRow(copy).every(isRoleWay)
}

/** Undoes what completing a copy at that time did to its roles' mail. What was done before that stays done. */
export function* reopenRoles(tx: Tx, copy: CopyRow, at: number): Work<void> {
  for (const role of waysOfRow(copy).filter(isRoleWay))
    yield* reopenPosting(tx, role, idOfRank(copy.rank), at)
}

/** What was taken back may be stood by again; it is done all the same. */
function isOpen({ box }: DeliveryState): boolean {
  return (
    box === 'unread' ||
    box === 'read' ||
    box === 'processing' ||
    box === 'failed' ||
    box === 'snoozed' ||
    box === 'withheld' ||
    box === 'retracted'
  )
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
