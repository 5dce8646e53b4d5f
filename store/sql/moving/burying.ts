import { stateOf } from '../../../src/domain/delivery.ts'
import { waysLostByRetiring } from '../../../src/domain/lost-ways.ts'
import { type Agent, isLiving, rolesOf } from '../../../src/domain/roster.ts'
import { isRoleWay } from '../../../src/domain/ways.ts'
import type { Doer } from '../../mail-store.ts'
import type { Tx } from '../connection.ts'
import { findAgentAt } from '../rows/agent-rows.ts'
import type { OpenChange } from '../rows/changes.ts'
import { type CopyRow, copyShape, deliveryOf } from '../rows/rows.ts'
import { waysOfRow } from '../rows/way-rows.ts'
import type { Work } from '../work.ts'
import {
  buryCopy,
  hasAnother,
  isAwaited,
  isUnread,
  loseWays,
  loseWaysSince,
  unreadSql,
} from './losing-ways.ts'

type Retiring = { readonly id: number; readonly before: Agent; readonly doer: Doer; readonly at: number }

/** A retired agent's unread mail becomes dead letters where it is lost; else it expires, and a role's mail waits. */
export function* buryOfRetired(tx: Tx, { id: agent, before, doer, at }: Retiring): Work<void> {
  const deed = tx.engine.openChange(tx, { doer, at, what: 'dead' })
  const roles = rolesOf(before).map((role) => `role:${role}`)
  yield* loseWays(tx, deed, { agent, lost: roles, at })
  for (const row of yield* tx.wide(copyShape, unreadSql, agent)) yield* endOfRetired(tx, deed, row)
  yield* deed.finish()
}

/**
 * A copy came back: its owner may be retired by now, or without the role or the tag that it came by.
 * @param isKnown its owner had read it
 */
export function* asItsOwnerIs(
  tx: Tx,
  deed: OpenChange,
  row: CopyRow,
  { at, isKnown }: { readonly at: number; readonly isKnown: boolean },
): Work<CopyRow> {
  const owner = yield* findAgentAt(tx, row.agent_id)
  if (owner === undefined) return row
  if (isLiving(owner)) return yield* loseWaysSince(tx, deed, row, { owner, at, isKnown })
  const left = yield* loseWaysSince(tx, deed, row, { owner: withoutRoles(owner), at, isKnown })
  return isUnread(left) ? yield* endOfRetired(tx, deed, left) : left
}

/** What a retired agent had by its roles goes to the next holder. */
function withoutRoles(agent: Agent): Agent {
  return { ...agent, role: null, tags: agent.tags.filter((tag) => !isRoleWay(tag)) }
}

/** Unread mail of a retired agent. */
function* endOfRetired(tx: Tx, deed: OpenChange, row: CopyRow): Work<CopyRow> {
  return (yield* isLost(tx, row)) ? yield* buryCopy(tx, deed, row, 'retired') : yield* lapse(tx, deed, row)
}

/**
 * Whether somebody was to get it as a retired agent, and nobody does. What went to all, or to a tag that others bear, reached those; the
 * system's news was for its reader alone; and what was answered has arrived.
 */
function* isLost(tx: Tx, row: CopyRow): Work<boolean> {
  const lost = waysLostByRetiring(waysOfRow(row))
  if (lost.length === 0 || !(yield* isAwaited(tx, row))) return false
  for (const way of lost) if (!(yield* hasAnother(tx, row, [way]))) return true
  return false
}

/** Out of the way among the expired, where its reader sees it already. */
export function* lapse(tx: Tx, deed: OpenChange, row: CopyRow): Work<CopyRow> {
  const next = {
    ...stateOf(yield* deliveryOf(tx, row)),
    box: 'expired',
    was: 'unread',
    snoozedUntil: null,
    heldBy: null,
    heldUntil: null,
  } as const
  return yield* deed.change({ row, next, what: 'expired' })
}
