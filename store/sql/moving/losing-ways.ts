import { buried, passedOn } from '../../../src/domain/dead-letter.ts'
import type { DeadReason } from '../../../src/domain/dead-reason.ts'
import { boxes } from '../../../src/domain/delivery.ts'
import { fateWithoutWays, waysNotBorne } from '../../../src/domain/lost-ways.ts'
import { idMask, idOfRank } from '../../../src/domain/priority.ts'
import type { Agent } from '../../../src/domain/roster.ts'
import { isRoleWay } from '../../../src/domain/ways.ts'
import type { Connection, Tx } from '../connection.ts'
import { setWays } from '../rows/changed-ways.ts'
import type { OpenChange } from '../rows/changes.ts'
import { numberOf } from '../rows/names.ts'
import { type CopyRow, copyShape, deliveryOf } from '../rows/rows.ts'
import { waysOfRow } from '../rows/way-rows.ts'
import type { Work } from '../work.ts'

/** The oldest message first, so that the log is the same on every engine. */
export const unreadSql = `SELECT ${copyShape.columns} FROM deliveries d WHERE d.agent_id = ? AND (d.box = 0 OR (d.box = 6 AND d.was = 0)) ORDER BY d.rank & ${idMask}`

const ofRoleSql = `SELECT ${copyShape.columns} FROM postings p CROSS JOIN messages m ON m.id = p.message_id CROSS JOIN deliveries d
ON d.agent_id = @agent AND d.box IN (0, 1, 6) AND d.rank = m.rank AND (d.via = p.selector OR d.also_via IS NOT NULL)
WHERE p.selector = @selector AND p.done_at IS NULL AND (p.expires_at IS NULL OR p.expires_at > @at) ORDER BY p.message_id`

type Losing = { readonly agent: number; readonly lost: readonly string[]; readonly at: number }
type Since = {
  readonly owner: Agent
  readonly at: number
  /** Its owner read it before it was unread again. */
  readonly isKnown: boolean
}

/**
 * An agent that ceased to hold a role, to bear a tag or to be in a session loses these ways from the copies that it has not started.
 * A copy that has another way stays as it is.
 */
export function* loseWays(tx: Tx, deed: OpenChange, { agent, lost, at }: Losing): Work<void> {
  if (lost.length === 0) return
  const copies = new Map<number, CopyRow>()
  for (const selector of lost.filter(isRoleWay))
    for (const row of yield* tx.wide(copyShape, ofRoleSql, { agent, selector, at })) copies.set(row.rank, row)
  if (!lost.every(isRoleWay))
    for (const row of yield* tx.wide(copyShape, unreadSql, agent)) copies.set(row.rank, row)
  for (const row of copies.values()) yield* takeWays(tx, deed, row, { lost, at, isKnown: false })
}

/** Of what brought a copy first, its owner may have lost something since. */
export function* loseWaysSince(
  tx: Tx,
  deed: OpenChange,
  row: CopyRow,
  { owner, at, isKnown }: Since,
): Work<CopyRow> {
  if (!isUnfinished(row)) return row
  return yield* takeWays(tx, deed, row, { lost: waysNotBorne(waysOfRow(row), owner), at, isKnown })
}

function* takeWays(
  tx: Tx,
  deed: OpenChange,
  row: CopyRow,
  { lost, at, isKnown }: Pick<Losing, 'lost' | 'at'> & Pick<Since, 'isKnown'>,
): Work<CopyRow> {
  const ways = waysOfRow(row)
  const taken = ways.filter((way) => lost.includes(way))
  if (taken.length === 0) return row
  const left = ways.filter((way) => !lost.includes(way))
  if (left.length > 0) return yield* setWays(tx, row, left)
  const isWithOthers = (yield* hasAnother(tx, row, taken)) || !(yield* isAwaited(tx, row))
  const isWaiting = yield* waitsForNext(tx, row, taken, at)
  switch (fateWithoutWays(taken, { isUnread: isUnread(row) && !isKnown, isWaiting, isWithOthers })) {
    case 'stays':
      return row
    case 'passed-on':
      return yield* passOn(tx, deed, row, taken)
    case 'dead':
      return yield* buryCopy(tx, deed, row, reasonOf(taken))
  }
}

function* passOn(tx: Tx, deed: OpenChange, row: CopyRow, taken: readonly string[]): Work<CopyRow> {
  const [way = ''] = taken
  const detail = isRoleWay(way) ? { role: way.slice('role:'.length) } : { tag: way }
  const next = passedOn(yield* deliveryOf(tx, row))
  return yield* deed.change({ row, next, what: 'passed-on', detail })
}

export function* buryCopy(tx: Tx, deed: OpenChange, row: CopyRow, reason: DeadReason): Work<CopyRow> {
  const next = buried(yield* deliveryOf(tx, row), reason)
  return yield* deed.change({ row, next, what: 'dead', detail: { reason } })
}

function reasonOf(taken: readonly string[]): DeadReason {
  return taken.every((way) => way.startsWith('session:')) ? 'session-ended' : 'tag-lost'
}

const [unread, read, snoozed] = [boxes.indexOf('unread'), boxes.indexOf('read'), boxes.indexOf('snoozed')]

export function isUnread({ box, was }: CopyRow): boolean {
  return box === unread || (box === snoozed && was === unread)
}

function isUnfinished(row: CopyRow): boolean {
  return row.box === read || row.box === snoozed || row.box === unread
}

const keptSql =
  'SELECT 1 FROM postings WHERE selector = ? AND message_id = ? AND done_at IS NULL AND (expires_at IS NULL OR expires_at > ?)'

/** Whether the next holder of one of these roles gets it. */
function* waitsForNext(
  connection: Connection,
  { rank }: CopyRow,
  ways: readonly string[],
  at: number,
): Work<boolean> {
  for (const role of ways.filter(isRoleWay))
    if ((yield* connection.cell(keptSql, role, idOfRank(rank), at)) !== undefined) return true
  return false
}

const bearerSql = `SELECT 1 FROM agent_tags t CROSS JOIN agents a ON a.id = t.agent_id CROSS JOIN deliveries d
ON d.agent_id = a.id AND d.box = box_of(a.id, @rank) AND d.rank = @rank
WHERE t.tag = @tag AND t.agent_id <> @agent AND a.state IN ('alive', 'frozen') LIMIT 1`

/** Whether another agent has its own copy by one of these ways, all of which are tags. */
export function* hasAnother(
  connection: Connection,
  { agent_id: agent, rank }: CopyRow,
  tags: readonly string[],
): Work<boolean> {
  for (const tag of tags)
    if ((yield* connection.cell(bearerSql, { agent, rank, tag })) !== undefined) return true
  return false
}

const senderSql = 'SELECT sender_id FROM messages WHERE id = ?'
const answeredSql = "SELECT 1 FROM events WHERE message_id = ? AND agent_id = ? AND what = 'answered' LIMIT 1"

/** Whether its sender may still wait for it to be read: the system does not, and what was answered has arrived. */
export function* isAwaited(connection: Connection, { agent_id, rank }: CopyRow): Work<boolean> {
  const message = idOfRank(rank)
  if ((yield* connection.cell(senderSql, message)) === (yield* numberOf(connection, 'system'))) return false
  return (yield* connection.cell(answeredSql, message, agent_id)) === undefined
}

const lastSql =
  "SELECT what FROM events WHERE message_id = ? AND agent_id = ? AND what NOT IN ('retract', 'replaced') ORDER BY seq DESC LIMIT 1"

/** Whether a copy left for want of a way, and nothing was done to it since. Its sender may have changed their mind. */
export function* isPassedOn(connection: Connection, { rank, agent_id }: CopyRow): Work<boolean> {
  return (yield* connection.cell(lastSql, idOfRank(rank), agent_id)) === 'passed-on'
}
