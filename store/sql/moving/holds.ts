import { type Delivery, type DeliveryState, isHeld, stateOf } from '../../../src/domain/delivery.ts'
import { isLost, MailError } from '../../../src/domain/errors.ts'
import type { JsonObject } from '../../../src/domain/json.ts'
import { advance } from '../../../src/domain/lifecycle.ts'
import { idOfRank } from '../../../src/domain/priority.ts'
import type { Doer, Held, Hold, MailboxFilter, Moved, Settlement } from '../../mail-store.ts'
import { clockOf } from '../clock.ts'
import type { Connection, CopyChanges, Engine, HandOver, Tx } from '../connection.ts'
import { findNextFree } from '../reading/mailbox.ts'
import { seenAt } from '../reading/seen.ts'
import type { OpenChange } from '../rows/changes.ts'
import { findCopyRow, rankOfMessage } from '../rows/copies.ts'
import { findFullLetter } from '../rows/letters.ts'
import { findNumber } from '../rows/names.ts'
import { type CopyRow, deliveryOf, messageOf } from '../rows/rows.ts'
import { mapped, type Work } from '../work.ts'
import { changeCopies, lookAt } from './changing.ts'
import { attempt, targetOf } from './moves.ts'

const unreadBox = 0

/** Keeps unread copies from other readers of the mailbox while they are handed over. They stay unread. */
export function* holdCopies(
  tx: Tx,
  { doer, owner, at }: HandOver,
  until: number,
  messages: readonly number[],
): Work<readonly Held[]> {
  const agent = yield* findNumber(tx, owner)
  const deed = tx.engine.openChange(tx, { doer, at, what: 'offered' })
  const time = yield* clockOf(tx, agent ?? 0, at)
  return yield* mapped(messages, function* (message): Work<Held> {
    const rank = yield* rankOfMessage(tx, message)
    const row = agent === undefined || rank === undefined ? undefined : yield* findCopyRow(tx, agent, rank)
    if (row === undefined) return yield* refused('no-copy')
    if (seenAt(row, time).box !== unreadBox) return yield* refused('not-unread')
    if (isHeld(row.held_until, at)) return yield* refused('held-elsewhere')
    return (yield* unlessLost(() => hold(tx, deed, doer, until, row))) ?? (yield* refused('lost'))

    function* refused(why: Held['why']): Work<Held> {
      return { message, hold: null, why, letter: yield* unlessLost(() => findFullLetter(tx, message, agent)) }
    }
  })
}

/** `null` for mail whose body is lost: it must keep no other mail from its reader. */
function* unlessLost<T>(find: () => Work<T>): Work<T | null> {
  try {
    return yield* find()
  } catch (error) {
    if (isLost(error)) return null
    throw error
  }
}

/** The most pressing unread copy that is free and whose body can be read; those before it that cannot are named. */
export function* holdNextCopy(
  connection: Connection,
  handOver: HandOver,
  until: number,
  filter: MailboxFilter,
): Work<Held | null> {
  const { fast } = connection.engine
  const held = fast === null ? undefined : yield* fast.holdNext(connection, handOver, until, filter)
  if (held !== undefined) return held
  const agent = yield* findNumber(connection, handOver.owner)
  // Repeated requests for missing mail must not make others wait.
  if (agent === undefined || (yield* findNextFree(connection, agent, filter, handOver.at)) === undefined)
    return null
  // Others cannot see held mail, so a hold rings nobody; settling and releasing it ring.
  return yield* connection.write(
    (tx) => holdNextOf(tx, agent, handOver, until, filter),
    () => false,
  )
}

function* holdNextOf(
  tx: Tx,
  agent: number,
  { doer, at }: HandOver,
  until: number,
  filter: MailboxFilter,
): Work<Held | null> {
  const deed = tx.engine.openChange(tx, { doer, at, what: 'offered' })
  const lost = new Set<number>()
  // Work that came back has been waiting for longest: it goes before all other mail.
  for (const some of [{ ...filter, returned: true } as const, filter])
    for (let after = -1; ; ) {
      const row = yield* findNextFree(tx, agent, some, at, after)
      if (row === undefined) break
      try {
        const held = yield* hold(tx, deed, doer, until, row)
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

/** Who holds a copy. */
export function holderOf({ session, actor }: Doer): string {
  return `${session ?? actor}#${process.pid}`
}

const holdSql =
  'UPDATE deliveries SET held_by = ?, held_until = ?, attempts = ? WHERE agent_id = ? AND box = ? AND rank = ?'

function* hold(tx: Tx, deed: OpenChange, doer: Doer, until: number, row: CopyRow): Work<Held> {
  const message = idOfRank(row.rank)
  const attempts = row.attempts + 1
  const held_by = holderOf(doer)
  // Read before anything is changed: it may be lost.
  const letter = yield* findFullLetter(tx, message, row.agent_id)
  yield* tx.run(holdSql, held_by, until, attempts, row.agent_id, row.box, row.rank)
  yield* deed.note(row, 'offered', { attempt: attempts })
  const delivery = yield* deliveryOf(tx, { ...row, held_by, held_until: until, attempts })
  return {
    message,
    hold: { message, attempt: attempts },
    why: 'held',
    letter: letter && { ...letter, delivery },
  }
}

/** Settles printed mail as shown. A hold that another reader has taken over since reports that and changes nothing. */
export function* settleHolds(
  connection: Connection,
  { doer, owner, at }: HandOver,
  holds: readonly Hold[],
  as: Settlement,
): Work<readonly Moved[]> {
  const agent = yield* findNumber(connection, owner)
  const messages = holds.map(({ message }) => message)
  return yield* changeCopies(
    connection,
    { doer, at, what: 'shown' },
    { agent, messages },
    (copies) => mapped(holds, (held) => settleHold(copies, { doer, owner, at }, held, as)),
    (moved) => moved.some(({ changed }) => changed),
  )
}

function* settleHold(copies: CopyChanges, { owner, at }: HandOver, held: Hold, as: Settlement): Work<Moved> {
  const found = yield* targetOf(copies.at, yield* copies.look(held.message), owner, held.message)
  if (found.problem !== null) return found
  const current = copies.now(found.row)
  const delivery = yield* deliveryOf(copies.at, current)
  const message = yield* messageOf(copies.at, found.message)
  const next = attempt(() => settled(delivery, held, as, at))
  if ('code' in next)
    return { message: held.message, letter: { message, delivery }, changed: false, problem: next }
  const what = as.verb === 'tell' ? 'told' : 'shown'
  const row = yield* copies.change({ row: current, next, what, detail: detailOf(copies.at.engine, as) })
  return {
    message: held.message,
    letter: { message, delivery: yield* deliveryOf(copies.at, row) },
    changed: true,
    problem: null,
  }
}

function detailOf({ order }: Engine, as: Settlement): JsonObject {
  if (as.verb === 'process') return { as: as.verb }
  const { verb, upto } = as
  return {
    as: verb,
    ...(upto === undefined ? {} : { upto: order.noted(upto) }),
    ...(verb === 'tell' && as.portion ? { portion: true } : {}),
    ...(verb === 'tell' && as.stopped ? { stopped: true } : {}),
  }
}

function settled(delivery: Delivery, held: Hold, as: Settlement, at: number): DeliveryState {
  // Taken back while it was printed: it stays withdrawn, and the log tells the truth.
  if (delivery.box === 'retracted' && delivery.attempts === held.attempt)
    return { ...stateOf(delivery), readAt: as.verb === 'tell' ? delivery.readAt : at }
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

const releaseSql =
  'UPDATE deliveries SET held_by = NULL, held_until = NULL WHERE agent_id = ? AND box = ? AND rank = ?'

/** Offers mail again that was not printed. */
export function* releaseHolds(tx: Tx, { doer, owner, at }: HandOver, holds: readonly Hold[]): Work<boolean> {
  const agent = yield* findNumber(tx, owner)
  const deed = tx.engine.openChange(tx, { doer, at, what: 'released' })
  let released = false
  for (const held of holds) {
    const row = (yield* lookAt(tx, agent, held.message))?.row
    if (row === undefined || row.attempts !== held.attempt || row.held_by === null) continue
    yield* tx.run(releaseSql, row.agent_id, row.box, row.rank)
    yield* deed.note(row, 'released', { attempt: held.attempt })
    released = true
  }
  return released
}
