import { lapsesInSilence } from '../../../src/domain/dead-letter.ts'
import { boxes } from '../../../src/domain/delivery.ts'
import { idOfRank } from '../../../src/domain/priority.ts'
import type { Buried } from '../../mail-store.ts'
import { clockOf } from '../clock.ts'
import type { Connection, Engine, Tx } from '../connection.ts'
import type { OpenChange } from '../rows/changes.ts'
import { findCopyRow, holdersOf, wasShown } from '../rows/copies.ts'
import { byMessage, type DueRow, firstOf } from '../rows/due-rows.ts'
import { requireNumber } from '../rows/names.ts'
import type { CopyRow } from '../rows/rows.ts'
import type { Work } from '../work.ts'
import { lapse } from './burying.ts'
import { buryCopy } from './losing-ways.ts'
import { isOfRoles } from './role-mail.ts'

const dead = boxes.indexOf('dead')
const system = { actor: 'system', principal: null, session: null, command: 'patrol' }

type Kept = { readonly selector: string; readonly id: number }

const clockSql = 'least(@now, coalesce(a.frozen_at, @now))'
const freeSql = '(d.held_until IS NULL OR d.held_until <= @now)'
/**
 * A frozen agent's clock stops. Mail in a hand-over waits for the next round. Unread mail without
 * an expiry can be half of a store, so each half of the query reads its own index.
 */
const dueSql = ({ copiesByAgent }: Engine) =>
  firstOf(
    [
      copiesByAgent({
        columns: '0 AS half, d.agent_id, d.expires_at AS due, d.rank',
        where: `d.box = 0 AND d.expires_at <= ${clockSql} AND ${freeSql}`,
        by: 'd.expires_at',
        index: 'deliveries_expiring',
        most: '@most',
      }),
      copiesByAgent({
        columns: '1 AS half, d.agent_id, 0 AS due, d.rank',
        where: `d.box = 6 AND d.expires_at <= ${clockSql} AND d.was = 0 AND d.snoozed_until <= @now AND ${freeSql}`,
        most: '@most',
      }),
    ],
    'half, agent_id, due, rank',
    '@most',
  )

/** The most copies changed under one lock, so that senders can write in between. */
const lockedCopies = 25

type Expired = { readonly due: readonly DueRow[]; readonly kept: readonly Kept[] }

/** Finds expired copies, and expired mail that was kept for somebody: the oldest message first, up to a limit. */
export function* findExpired(connection: Connection, now: number, most: number): Work<Expired> {
  const due = yield* connection.rows<DueRow>(dueSql(connection.engine), { now, most })
  const kept = yield* connection.rows<Kept>(expiredKept, { now, most: most - due.length })
  return { due: due.toSorted(byMessage), kept: kept.toSorted((one, other) => one.id - other.id) }
}

/** Looks first, without keeping any writer waiting; each find is looked at again under the lock. */
export function* buryExpired(connection: Connection, now: number, batch: number): Work<Buried> {
  const { due, kept } = yield* connection.read((at) => findExpired(at, now, batch))
  const ended: Ended[] = []
  for (let at = 0; at < due.length; at += lockedCopies)
    ended.push(yield* endSlice(connection, now, due.slice(at, at + lockedCopies), []))
  for (let at = 0; at < kept.length; at += lockedCopies)
    ended.push(yield* endSlice(connection, now, [], kept.slice(at, at + lockedCopies)))
  const buried = ended.flatMap((slice) => slice.dead)
  const lapsed = ended.flatMap((slice) => slice.lapsed)
  const more = due.length + kept.length === batch
  return { dead: buried.length, lapsed: lapsed.length, messages: [...buried, ...lapsed], more }
}

type Ended = { readonly dead: number[]; readonly lapsed: number[] }

function endSlice(
  connection: Connection,
  now: number,
  due: readonly DueRow[],
  kept: readonly Kept[],
): Work<Ended> {
  return connection.write(
    function* (tx) {
      const done: Ended = { dead: [], lapsed: [] }
      const deed = tx.engine.openChange(tx, { doer: system, at: now, what: 'dead' })
      for (const copy of due) {
        const end = yield* endCopy(tx, deed, copy, now)
        if (end !== null) done[end].push(idOfRank(copy.rank))
      }
      for (const one of kept) if (yield* bounce(tx, deed, one, now)) done.dead.push(one.id)
      yield* deed.finish()
      return done
    },
    (done) => done.dead.length + done.lapsed.length > 0,
  )
}

function* endCopy(
  tx: Tx,
  deed: OpenChange,
  { agent_id, rank }: DueRow,
  now: number,
): Work<keyof Ended | null> {
  const row = yield* findCopyRow(tx, agent_id, rank)
  if (row === undefined || !(yield* isDue(tx, row, now))) return null
  if (lapsesInSilence(row.via ?? 'to') || (yield* wasShown(tx, row, isOfRoles(row)))) {
    yield* lapse(tx, deed, row)
    return 'lapsed'
  }
  yield* buryCopy(tx, deed, row, 'expired-unseen')
  return 'dead'
}

function* isDue(connection: Connection, row: CopyRow, now: number): Work<boolean> {
  const { clock } = yield* clockOf(connection, row.agent_id, now)
  if (row.ends_at === null || row.ends_at > clock || (row.held_until ?? 0) > now) return false
  return row.box === 0 || (row.box === 6 && row.was === 0 && (row.snoozed_until ?? 0) <= now)
}

const copySql = 'INSERT INTO deliveries(agent_id, box, rank, was, sender_id, owes) VALUES(?, ?, ?, 0, ?, 0)'

/** Held mail has no copy yet: a dead one is made for the name that it waited for. */
function* bounce(tx: Tx, deed: OpenChange, { selector, id }: Kept, now: number): Work<boolean> {
  const named = selector.startsWith('agent:') || selector.startsWith('group:')
  const sql = named
    ? 'DELETE FROM postings WHERE selector = @selector AND message_id = @id AND expires_at <= @now'
    : 'UPDATE postings SET done_at = @now WHERE selector = @selector AND message_id = @id AND done_at IS NULL'
  if ((yield* tx.run(sql, { selector, id, now })) === 0) return false
  if (!named && (yield* holdersOf(tx, id)).length > 0) return false
  const held = selector.replace(/^agent:/u, '')
  if (yield* hasJoined(tx, id, held)) return false
  const agent_id = yield* requireNumber(tx, held)
  const message = yield* tx.row<DeadMessage>('SELECT rank, sender_id FROM messages WHERE id = ?', id)
  if (message === undefined || (yield* findCopyRow(tx, agent_id, message.rank)) !== undefined) return false
  yield* tx.run(copySql, agent_id, dead, message.rank, message.sender_id)
  yield* deed.note({ agent_id, rank: message.rank }, 'dead', { reason: 'held-expired' })
  return true
}

type DeadMessage = { readonly rank: number; readonly sender_id: number }

const joinedSql =
  "SELECT 1 FROM events WHERE message_id = ? AND what = 'joined' AND text_at(detail, via) = ? LIMIT 1"

/** Whether a pattern that mail was held for brought it to somebody. */
function* hasJoined(connection: Connection, message: number, via: string): Work<boolean> {
  return (yield* connection.cell(joinedSql, message, via)) !== undefined
}

const keptIn = (kind: string) =>
  `p.selector >= '${kind}:' AND p.selector < '${kind};' AND p.expires_at <= @now`
const byPlace = 'ORDER BY p.selector, p.message_id'
const postings = 'SELECT p.selector, p.message_id AS id FROM postings p'

/** Expired mail for a name that nobody took, or for a role that nobody held. */
const expiredKept = firstOf(
  [
    `${postings} WHERE ${keptIn('agent')} ${byPlace}`,
    `${postings} WHERE ${keptIn('group')} ${byPlace}`,
    `${postings} CROSS JOIN messages m ON m.id = p.message_id WHERE ${keptIn('role')} AND p.done_at IS NULL AND m.recipients = '[]'
    AND NOT EXISTS(SELECT 1 FROM events e WHERE e.message_id = p.message_id) ${byPlace}`,
  ],
  'selector, id',
  '@most',
)
