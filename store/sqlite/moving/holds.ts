import { type Delivery, type DeliveryState, isHeld, stateOf } from '../../../src/domain/delivery.ts'
import { isLost, MailError } from '../../../src/domain/errors.ts'
import type { JsonObject } from '../../../src/domain/json.ts'
import { advance } from '../../../src/domain/lifecycle.ts'
import { idOfRank } from '../../../src/domain/priority.ts'
import type { Doer, Held, Hold, MailboxFilter, Moved, Settlement } from '../../mail-store.ts'
import { numberCursor } from '../../sql/cursors.ts'
import { seenAt } from '../../sql/reading/seen.ts'
import type { Connection } from '../database/connection.ts'
import { findNextFree } from '../reading/mailbox.ts'
import { type OpenChange, openChange } from '../rows/changes.ts'
import { clockOf } from '../rows/clock.ts'
import { findCopyRow, rankOfMessage } from '../rows/copies.ts'
import { findFullLetter } from '../rows/letters.ts'
import { namesOf } from '../rows/names.ts'
import { type CopyRow, deliveryOf, messageOf } from '../rows/rows.ts'
import { attempt, findTarget } from './moves.ts'

type Parts = { readonly connection: Connection }
export type HandOver = { readonly doer: Doer; readonly owner: string; readonly at: number }

const unreadBox = 0

/** Keeps unread copies from other readers of the mailbox while they are handed over. They stay unread. */
export function holdCopies(
  parts: Parts,
  handOver: HandOver,
  until: number,
  messages: readonly number[],
): readonly Held[] {
  const { connection } = parts
  const agent = namesOf(connection).find(handOver.owner)
  const deed = openChange(connection, { doer: handOver.doer, at: handOver.at, what: 'offered' })
  const time = clockOf(connection, agent ?? 0, handOver.at)
  return messages.map((message) => {
    const rank = rankOfMessage(connection, message)
    const row = agent === undefined || rank === undefined ? undefined : findCopyRow(connection, agent, rank)
    const refused = (why: Held['why']): Held => ({
      message,
      hold: null,
      why,
      letter: unlessLost(() => findFullLetter(connection, message, agent)),
    })
    if (row === undefined) return refused('no-copy')
    if (seenAt(row, time).box !== unreadBox) return refused('not-unread')
    if (isHeld(row.held_until, handOver.at)) return refused('held-elsewhere')
    return unlessLost(() => hold(parts, deed, handOver, until, row)) ?? refused('lost')
  })
}

/** `null` for mail whose body is lost: it must keep no other mail from its reader. */
function unlessLost<T>(find: () => T): T | null {
  try {
    return find()
  } catch (error) {
    if (isLost(error)) return null
    throw error
  }
}

/** The most pressing unread copy that is free and whose body can be read; those before it that cannot are named. */
export function holdNextCopy(
  parts: Parts,
  handOver: HandOver,
  until: number,
  filter: MailboxFilter,
): Held | null {
  const { connection } = parts
  const agent = namesOf(connection).find(handOver.owner)
  if (agent === undefined) return null
  const deed = openChange(connection, { doer: handOver.doer, at: handOver.at, what: 'offered' })
  const lost = new Set<number>()
  // Work that came back has been waiting for longest: it goes before all other mail.
  for (const some of [{ ...filter, returned: true } as const, filter])
    for (let after = -1; ; ) {
      const row = findNextFree(connection, agent, some, handOver.at, after)
      if (row === undefined) break
      try {
        const held = hold(parts, deed, handOver, until, row)
        return lost.size === 0 ? held : { ...held, lost: [...lost] }
      } catch (error) {
        if (!isLost(error)) throw error
        lost.add(idOfRank(row.rank))
        after = row.rank
      }
    }
  const [first] = lost
  return first === undefined
    ? null
    : { message: first, hold: null, why: 'lost', letter: null, lost: [...lost] }
}

function hold(
  { connection }: Parts,
  deed: OpenChange,
  { doer }: HandOver,
  until: number,
  row: CopyRow,
): Held {
  const message = idOfRank(row.rank)
  const attempts = row.attempts + 1
  const held_by = `${doer.session ?? doer.actor}#${process.pid}`
  // Read before anything is changed: it may be lost.
  const letter = findFullLetter(connection, message, row.agent_id)
  const sql =
    'UPDATE deliveries SET held_by = ?, held_until = ?, attempts = ? WHERE agent_id = ? AND box = ? AND rank = ?'
  connection.statement(sql).run(held_by, until, attempts, row.agent_id, row.box, row.rank)
  deed.note(row, 'offered', { attempt: attempts })
  const delivery = deliveryOf(connection, { ...row, held_by, held_until: until, attempts })
  return {
    message,
    hold: { message, attempt: attempts },
    why: 'held',
    letter: letter && { ...letter, delivery },
  }
}

/** Settles printed mail as shown. A hold that another reader has taken over since reports that and changes nothing. */
export function settleHolds(
  { connection }: Parts,
  handOver: HandOver,
  holds: readonly Hold[],
  as: Settlement,
): readonly Moved[] {
  const { doer, owner, at } = handOver
  const agent = namesOf(connection).find(owner)
  const deed = openChange(connection, { doer, at, what: 'shown' })
  const moved = holds.map((held): Moved => {
    const found = findTarget(connection, agent, owner, held.message)
    if (found.problem !== null) return found
    const delivery = deliveryOf(connection, found.row)
    const message = messageOf(connection, found.message)
    const next = attempt(() => settled(delivery, held, as, at))
    if ('code' in next)
      return { message: held.message, letter: { message, delivery }, changed: false, problem: next }
    const row = deed.change({
      row: found.row,
      next,
      what: as.verb === 'tell' ? 'told' : 'shown',
      detail: detailOf(as),
    })
    return {
      message: held.message,
      letter: { message, delivery: deliveryOf(connection, row) },
      changed: true,
      problem: null,
    }
  })
  deed.finish()
  return moved
}

function detailOf(as: Settlement): JsonObject {
  if (as.verb === 'process') return { as: as.verb }
  const { verb, upto } = as
  return {
    as: verb,
    ...(upto === undefined ? {} : { upto: numberCursor(upto, 0) }),
    ...(verb === 'tell' && as.portion ? { portion: true } : {}),
    ...(verb === 'tell' && as.stopped ? { stopped: true } : {}),
  }
}

function settled(delivery: Delivery, held: Hold, as: Settlement, at: number): DeliveryState {
  if (delivery.heldBy === null || delivery.attempts !== held.attempt) {
    throw new MailError(
      'stale',
      'Another reader has received this mail in the meantime.',
      'It may be offered to you again.',
    )
  }
  // The hold was the attempt; taking the work under it is not another.
  if (as.verb === 'process')
    return { ...advance(delivery, { verb: 'process', at, lease: as.lease }), attempts: held.attempt }
  const free = { ...delivery, heldBy: null, heldUntil: null }
  return stateOf(as.verb === 'tell' ? free : advance(free, { verb: 'read', at }))
}

/** Offers mail again that was not printed. */
export function releaseHolds(
  { connection }: Parts,
  { doer, owner, at }: HandOver,
  holds: readonly Hold[],
): boolean {
  const agent = namesOf(connection).find(owner)
  const deed = openChange(connection, { doer, at, what: 'released' })
  let released = false
  for (const held of holds) {
    const found = findTarget(connection, agent, owner, held.message)
    if (found.problem !== null || found.row.attempts !== held.attempt || found.row.held_by === null) continue
    const { agent_id, box, rank } = found.row
    const sql =
      'UPDATE deliveries SET held_by = NULL, held_until = NULL WHERE agent_id = ? AND box = ? AND rank = ?'
    connection.statement(sql).run(agent_id, box, rank)
    deed.note(found.row, 'released', { attempt: held.attempt })
    released = true
  }
  return released
}
