import { type Delivery, type DeliveryState, isHeld, stateOf } from '../../../src/domain/delivery.ts'
import { isLost, MailError } from '../../../src/domain/errors.ts'
import type { JsonObject } from '../../../src/domain/json.ts'
import { advance } from '../../../src/domain/lifecycle.ts'
import { idOfRank } from '../../../src/domain/priority.ts'
import type { Doer, Held, Hold, MailboxFilter, Moved, Settlement } from '../../mail-store.ts'
import { clockPart } from '../../sql/reading/mailbox-sql.ts'
import { seenAt } from '../../sql/reading/seen.ts'
import type { Connection } from '../database/connection.ts'
import { readableJson } from '../database/readable-json.ts'
import { mapped } from '../database/sequences.ts'
import { findNextFree, freeBindings, freeSqlOf } from '../reading/mailbox.ts'
import { deedOf, type OpenChange, openChange } from '../rows/changes.ts'
import { clockOf } from '../rows/clock.ts'
import { findCopyRow, rankOfMessage } from '../rows/copies.ts'
import { findFullLetter } from '../rows/letters.ts'
import { namesOf } from '../rows/names.ts'
import { planned } from '../rows/planned.ts'
import { lookedAt } from '../rows/remembered.ts'
import { type CopyRow, deliveryOf, messageOf } from '../rows/rows.ts'
import { type TakenRow, takenLetter, takenSource, takenSql } from '../rows/taken-rows.ts'
import { attempt, findTarget, targetOf } from './moves.ts'

type Parts = { readonly connection: Connection }
export type HandOver = { readonly doer: Doer; readonly owner: string; readonly at: number }

const unreadBox = 0

/** Keeps unread copies from other readers of the mailbox while they are handed over. They stay unread. */
export async function holdCopies(
  parts: Parts,
  handOver: HandOver,
  until: number,
  messages: readonly number[],
): Promise<readonly Held[]> {
  const { connection } = parts
  const agent = await namesOf(connection).find(handOver.owner)
  const deed = openChange(connection, { doer: handOver.doer, at: handOver.at, what: 'offered' })
  const time = await clockOf(connection, agent ?? 0, handOver.at)
  return mapped(messages, async (message) => {
    const rank = await rankOfMessage(connection, message)
    const row =
      agent === undefined || rank === undefined ? undefined : await findCopyRow(connection, agent, rank)
    const refused = async (why: Held['why']): Promise<Held> => ({
      message,
      hold: null,
      why,
      letter: await unlessLost(async () => findFullLetter(connection, message, agent)),
    })
    if (row === undefined) return refused('no-copy')
    if (seenAt(row, time).box !== unreadBox) return refused('not-unread')
    if (isHeld(row.held_until, handOver.at)) return refused('held-elsewhere')
    return (await unlessLost(async () => hold(parts, deed, handOver, until, row))) ?? (await refused('lost'))
  })
}

/** `null` for mail whose body is lost: it must keep no other mail from its reader. */
async function unlessLost<T>(find: () => Promise<T>): Promise<T | null> {
  try {
    return await find()
  } catch (error) {
    if (isLost(error)) return null
    throw error
  }
}

/**
 * The most pressing unread copy that is free, with one call; `undefined` where that leaves it to the caller.
 * Work that came back has been waiting for longest: it goes before all other mail.
 */
export async function holdAtOnce(
  connection: Connection,
  { doer, owner, at }: HandOver,
  until: number,
  filter: MailboxFilter,
): Promise<Held | null | undefined> {
  const agent = await namesOf(connection).find(owner)
  if (agent === undefined) return null
  const asked = readableJson({ holder: holderOf(doer), until })
  const bindings = {
    ...(await freeBindings(connection, agent, filter, at)),
    ...{ asked, deed: deedOf({ doer, at, what: 'offered' }) },
  }
  const row = (await connection.statement(holdNextSql(connection, filter)).get(bindings)) as HoldRow
  if (row.outcome === null) return row.candidates === 0 ? null : undefined
  if (row.outcome !== 'held') return undefined
  const letter = await takenLetter(connection, row)
  const { attempts } = letter.delivery
  return { message: row.id, hold: { message: row.id, attempt: attempts }, why: 'held', letter }
}

type HoldRow = TakenRow & { readonly outcome: string | null; readonly candidates: number }

const holdTexts = new Map<string, string>()

function holdNextSql(connection: Connection, filter: MailboxFilter): string {
  const free = freeSqlOf(connection, filter)
  let sql = holdTexts.get(free)
  if (sql === undefined)
    holdTexts.set(
      free,
      (sql = `WITH ${clockPart}, n AS MATERIALIZED (${free})
SELECT c.outcome, k.candidates, ${takenSql} FROM (SELECT count(*) AS candidates FROM n) k LEFT JOIN (
  SELECT h.* FROM n CROSS JOIN LATERAL hold_copy(n.agent_id, n.rank, n.box, n.attempts, n.held_until, @asked::json, @deed::json) h LIMIT 1
) c ON TRUE CROSS JOIN ${takenSource}`),
    )
  return sql
}

/** The most pressing unread copy that is free and whose body can be read; those before it that cannot are named. */
export async function holdNextCopy(
  parts: Parts,
  handOver: HandOver,
  until: number,
  filter: MailboxFilter,
): Promise<Held | null> {
  const { connection } = parts
  const agent = await namesOf(connection).find(handOver.owner)
  if (agent === undefined) return null
  const deed = openChange(connection, { doer: handOver.doer, at: handOver.at, what: 'offered' })
  const lost = new Set<number>()
  // Work that came back has been waiting for longest: it goes before all other mail.
  for (const some of [{ ...filter, returned: true } as const, filter])
    for (let after = -1; ; ) {
      const row = await findNextFree(connection, agent, some, handOver.at, after)
      if (row === undefined) break
      try {
        const held = await hold(parts, deed, handOver, until, row)
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

const holderOf = ({ session, actor }: Doer) => `${session ?? actor}#${process.pid}`

async function hold(
  { connection }: Parts,
  deed: OpenChange,
  { doer }: HandOver,
  until: number,
  row: CopyRow,
): Promise<Held> {
  const message = idOfRank(row.rank)
  const attempts = row.attempts + 1
  const held_by = holderOf(doer)
  // Read before anything is changed: it may be lost.
  const letter = await findFullLetter(connection, message, row.agent_id)
  const sql =
    'UPDATE deliveries SET held_by = ?, held_until = ?, attempts = ? WHERE agent_id = ? AND box = ? AND rank = ?'
  await connection.statement(sql).run(held_by, until, attempts, row.agent_id, row.box, row.rank)
  await deed.note(row, 'offered', { attempt: attempts })
  const delivery = await deliveryOf(connection, { ...row, held_by, held_until: until, attempts })
  return {
    message,
    hold: { message, attempt: attempts },
    why: 'held',
    letter: letter && { ...letter, delivery },
  }
}

/** What was printed is shown. A hold that somebody else has taken over since says so and changes nothing. */
export async function settleHolds(
  { connection }: Parts,
  handOver: HandOver,
  holds: readonly Hold[],
  as: Settlement,
): Promise<readonly Moved[]> {
  const { doer, owner, at } = handOver
  const agent = await namesOf(connection).find(owner)
  const messages = holds.map(({ message }) => message)
  const moved = await planned(connection, { doer, at, what: 'shown' }, holds.length, async (plan, anew) => {
    const looked = await lookedAt(connection, agent, messages, anew)
    return mapped(holds, async (held): Promise<Moved> => {
      const found = await targetOf(connection, looked.get(held.message), owner, held.message)
      if (found.problem !== null) return found
      const current = plan.now(found.row)
      const delivery = await deliveryOf(connection, current)
      const message = await messageOf(connection, found.message)
      const next = attempt(() => settled(delivery, held, as, at))
      if ('code' in next)
        return { message: held.message, letter: { message, delivery }, changed: false, problem: next }
      const row = await plan.change({
        row: current,
        next,
        what: as.verb === 'tell' ? 'told' : 'shown',
        detail: detailOf(as),
      })
      return {
        message: held.message,
        letter: { message, delivery: await deliveryOf(connection, row) },
        changed: true,
        problem: null,
      }
    })
  })
  return moved ?? []
}

function detailOf(as: Settlement): JsonObject {
  if (as.verb === 'process') return { as: as.verb }
  const { verb, upto } = as
  return {
    as: verb,
    ...(upto === undefined ? {} : { upto }),
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

/** What was not printed is offered again. */
export async function releaseHolds(
  { connection }: Parts,
  { doer, owner, at }: HandOver,
  holds: readonly Hold[],
): Promise<boolean> {
  const agent = await namesOf(connection).find(owner)
  const deed = openChange(connection, { doer, at, what: 'released' })
  let released = false
  for (const held of holds) {
    const found = await findTarget(connection, agent, owner, held.message)
    if (found.problem !== null || found.row.attempts !== held.attempt || found.row.held_by === null) continue
    const { agent_id, box, rank } = found.row
    const sql =
      'UPDATE deliveries SET held_by = NULL, held_until = NULL WHERE agent_id = ? AND box = ? AND rank = ?'
    await connection.statement(sql).run(agent_id, box, rank)
    await deed.note(found.row, 'released', { attempt: held.attempt })
    released = true
  }
  return released
}
