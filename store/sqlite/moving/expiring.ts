import { lapsesInSilence } from '../../../src/domain/dead-letter.ts'
import { boxes } from '../../../src/domain/delivery.ts'
import { idOfRank } from '../../../src/domain/priority.ts'
import type { Buried } from '../../mail-store.ts'
import { keptSql } from '../../shared/kept.ts'
import { byMessage, type DueRow, firstOf } from '../../shared/orders.ts'
import type { Connection } from '../database/connection.ts'
import { type ChangeParts, type OpenChange, openChange } from '../rows/changes.ts'
import { clockOf } from '../rows/clock.ts'
import { findCopyRow, holdersOf } from '../rows/copies.ts'
import { namesOf } from '../rows/names.ts'
import type { CopyRow } from '../rows/rows.ts'
import { buryCopy, lapse } from './burying.ts'

const dead = boxes.indexOf('dead')
const system = { actor: 'system', principal: null, session: null, command: 'patrol' }

type Kept = { readonly selector: string; readonly id: number }

const clockSql = 'min(@now, coalesce(a.frozen_at, @now))'
const freeSql = '(d.held_until IS NULL OR d.held_until <= @now)'
/**
 * A frozen agent's clock stops. Mail in a hand-over waits for the next round. Unread mail without
 * an expiry can be half of a store, so each half of the query reads its own index. Copies that expire at one moment follow by
 * rank in the index of the first half, which is forced: to name the rank would make SQLite sort all of them.
 */
const dueSql = firstOf(
  [
    `SELECT 0 AS half, d.agent_id, d.expires_at AS due, d.rank FROM agents a CROSS JOIN deliveries d INDEXED BY deliveries_expiring ON d.agent_id = a.id
  WHERE d.box = 0 AND d.expires_at <= ${clockSql} AND ${freeSql} ORDER BY a.id, d.expires_at`,
    `SELECT 1 AS half, d.agent_id, 0 AS due, d.rank FROM agents a CROSS JOIN deliveries d ON d.agent_id = a.id AND d.box = 6
  WHERE d.expires_at <= ${clockSql} AND d.was = 0 AND d.snoozed_until <= @now AND ${freeSql} ORDER BY a.id, d.rank`,
  ],
  'half, agent_id, due, rank',
  '@most + 0',
)
const expiredKept = keptSql('CROSS JOIN', '@most + 0')

/** The most copies changed under one lock, so that senders can write in between. */
const lockedCopies = 25

type Expired = { readonly due: readonly DueRow[]; readonly kept: readonly Kept[] }

/** Finds expired copies, and expired mail that was kept for somebody: at most so many, and the oldest message first. */
export function findExpired(connection: Connection, now: number, most: number): Expired {
  const due = connection.statement(dueSql).all({ now, most }) as DueRow[]
  const kept = connection.statement(expiredKept).all({ now, most: most - due.length }) as Kept[]
  return { due: due.sort(byMessage), kept: kept.sort((one, other) => one.id - other.id) }
}

/** Looks first, without keeping any writer waiting; each find is looked at again under the lock. */
export function buryExpired(connection: Connection, now: number, batch: number): Buried {
  const { due, kept } = connection.read(() => findExpired(connection, now, batch))
  const parts = { connection }
  const ended: Ended[] = []
  for (let at = 0; at < due.length; at += lockedCopies)
    ended.push(endSlice(parts, now, due.slice(at, at + lockedCopies), []))
  for (let at = 0; at < kept.length; at += lockedCopies)
    ended.push(endSlice(parts, now, [], kept.slice(at, at + lockedCopies)))
  const buried = ended.flatMap((slice) => slice.dead)
  const lapsed = ended.flatMap((slice) => slice.lapsed)
  const more = due.length + kept.length === batch
  return { dead: buried.length, lapsed: lapsed.length, messages: [...buried, ...lapsed], more }
}

type Ended = { readonly dead: number[]; readonly lapsed: number[] }

function endSlice(
  { connection }: ChangeParts,
  now: number,
  due: readonly DueRow[],
  kept: readonly Kept[],
): Ended {
  return connection.write(
    () => {
      const done: Ended = { dead: [], lapsed: [] }
      const deed = openChange(connection, { doer: system, at: now, what: 'dead' })
      for (const copy of due) {
        const end = endCopy(connection, deed, copy, now)
        if (end !== null) done[end].push(idOfRank(copy.rank))
      }
      for (const one of kept) if (bounce(connection, deed, one, now)) done.dead.push(one.id)
      deed.finish()
      return done
    },
    (done) => done.dead.length + done.lapsed.length > 0,
  )
}

function endCopy(connection: Connection, deed: OpenChange, { agent_id, rank }: DueRow, now: number) {
  const row = findCopyRow(connection, agent_id, rank)
  if (row === undefined || !isDue(connection, row, now)) return null
  if (lapsesInSilence(row.via ?? 'to') || wasShown(connection, row)) {
    lapse(connection, deed, row)
    return 'lapsed'
  }
  buryCopy(connection, deed, row, 'expired-unseen')
  return 'dead'
}

function isDue(connection: Connection, row: CopyRow, now: number): boolean {
  const { clock } = clockOf(connection, row.agent_id, now)
  if (row.ends_at === null || row.ends_at > clock || (row.held_until ?? 0) > now) return false
  return row.box === 0 || (row.box === 6 && row.was === 0 && (row.snoozed_until ?? 0) <= now)
}

/** Seen once, then marked unread again; a role's mail is seen when any holder saw it. */
function wasShown(connection: Connection, row: CopyRow): boolean {
  const sql =
    "SELECT 1 FROM events WHERE message_id = @message AND (agent_id = @agent OR @shared = 1) AND what IN ('shown', 'read', 'ack', 'process') LIMIT 1"
  const shared = Number(row.via?.startsWith('role:') ?? false)
  return (
    connection.statement(sql).get({ message: idOfRank(row.rank), agent: row.agent_id, shared }) !== undefined
  )
}

/** Held mail has no copy yet: a dead one is made for the name that it waited for. */
function bounce(connection: Connection, deed: OpenChange, { selector, id }: Kept, now: number): boolean {
  const named = selector.startsWith('agent:') || selector.startsWith('group:')
  const sql = named
    ? 'DELETE FROM postings WHERE selector = @selector AND message_id = @id AND expires_at <= @now'
    : 'UPDATE postings SET done_at = @now WHERE selector = @selector AND message_id = @id AND done_at IS NULL'
  if (connection.statement(sql).run({ selector, id, now }).changes === 0) return false
  if (!named && holdersOf(connection, id).length > 0) return false
  const held = selector.replace(/^agent:/u, '')
  if (hasJoined(connection, id, held)) return false
  const agent_id = namesOf(connection).require(held)
  const message = connection.statement('SELECT rank, sender_id FROM messages WHERE id = ?').get(id) as {
    rank: number
    sender_id: number
  }
  if (findCopyRow(connection, agent_id, message.rank) !== undefined) return false
  connection
    .statement('INSERT INTO deliveries(agent_id, box, rank, was, sender_id, owes) VALUES(?, ?, ?, 0, ?, 0)')
    .run(agent_id, dead, message.rank, message.sender_id)
  deed.note({ agent_id, rank: message.rank }, 'dead', { reason: 'held-expired' })
  return true
}

/** Whether a pattern that mail was held for brought it to somebody. */
function hasJoined(connection: Connection, message: number, via: string): boolean {
  const sql =
    "SELECT 1 FROM events WHERE message_id = ? AND what = 'joined' AND detail ->> '$.via' = ? LIMIT 1"
  return connection.statement(sql).get(message, via) !== undefined
}
