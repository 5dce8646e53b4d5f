import { boxes, leaseTime, stateOf } from '../../../src/domain/delivery.ts'
import { advance } from '../../../src/domain/lifecycle.ts'
import { idMask, idOfRank } from '../../../src/domain/priority.ts'
import type { Doer } from '../../mail-store.ts'
import type { DueCopy, Silent } from '../../upkeep-store.ts'
import type { Connection } from '../database/connection.ts'
import { hasLeaseAhead, shortenLeases } from '../moving/leases-ahead.ts'
import { findCopyRow } from '../rows/copies.ts'
import { type DeedParts, openDeed } from '../rows/deeds.ts'
import { namesOf } from '../rows/names.ts'
import { type CopyRow, deliveryOf } from '../rows/rows.ts'

const [processing, snoozed] = [boxes.indexOf('processing'), boxes.indexOf('snoozed')]

type Row = { readonly agent_id: number; readonly rank: number }
type Kind = 'snoozes' | 'leases'

/** So many rows change under one lock: senders go in between. */
const lockedRows = 25

const signs = [
  'a.registered_at',
  'coalesce(a.last_seen, 0)',
  'coalesce((SELECT m.sent_at FROM messages m WHERE m.sender_id = a.id ORDER BY m.id DESC LIMIT 1), 0)',
  'coalesce((SELECT t.at FROM deeds t WHERE t.actor_id = a.id AND (t.undoable = 1 OR t.reverses IS NOT NULL) ORDER BY t.id DESC LIMIT 1), 0)',
]
/** The last that was heard of an agent: a beat, a message, a deed. */
const heard = `max(${signs.join(', ')})`
/** What was noted by a clock that was ahead tells nothing of who has its work since. */
const heardByNow = `max(${signs.map((sign) => `iif(${sign} > @now, 0, ${sign})`).join(', ')})`
const notQueue = 'NOT EXISTS(SELECT 1 FROM queues q WHERE q.agent_id = a.id)'

const conditions: Readonly<Record<Kind, string>> = {
  snoozes: `d.box = ${snoozed} AND d.snoozed_until <= @now`,
  // A worker who goes on past its lease and is heard of keeps its work.
  leases: `d.box = ${processing} AND d.held_until <= @now AND ${notQueue} AND (a.state <> 'alive' OR ${heardByNow} < d.held_until)`,
}

function dueSql(kind: Kind, only = ''): string {
  return `SELECT d.agent_id, d.rank FROM agents a CROSS JOIN deliveries d ON d.agent_id = a.id AND ${conditions[kind]}${only} LIMIT @limit + 0`
}

export function dueCopies(
  connection: Connection,
  kind: Kind,
  limit: number,
  now: number,
): readonly DueCopy[] {
  const rows = connection.read(() => connection.statement(dueSql(kind)).all({ now, limit }) as Row[])
  return rows.map((row) => dueCopy(connection, row))
}

function dueCopy(connection: Connection, { agent_id, rank }: Row): DueCopy {
  return { owner: namesOf(connection).of(agent_id), message: idOfRank(rank) }
}

/** Looks without the lock, then once more under it: of two patrols one finds nothing left. */
export function endDue(
  parts: DeedParts,
  kind: Kind,
  doer: Doer,
  limit: number,
  now: number,
): readonly DueCopy[] {
  const { connection } = parts
  if (kind === 'leases') shortenOwn(connection, now)
  const rows = connection.read(() => connection.statement(dueSql(kind)).all({ now, limit }) as Row[])
  const ended: DueCopy[] = []
  for (let at = 0; at < rows.length; at += lockedRows)
    ended.push(...endRows(parts, kind, doer, rows.slice(at, at + lockedRows), now))
  return ended
}

/** What agents took from their own mailboxes; queues have theirs shortened as they are asked for work. */
function shortenOwn(connection: Connection, now: number): void {
  const sql = `SELECT DISTINCT a.id FROM agents a CROSS JOIN deliveries d ON d.agent_id = a.id AND d.box = ${processing} AND d.held_until > ?
WHERE ${notQueue}`
  const owners = connection.column(sql).all(now + leaseTime) as number[]
  const ahead = owners.filter((owner) => hasLeaseAhead(connection, owner, leaseTime, now))
  if (ahead.length === 0) return
  connection.write(() => {
    for (const owner of ahead) shortenLeases(connection, owner, leaseTime, now)
  })
}

function endRows(
  { connection, signals }: DeedParts,
  kind: Kind,
  doer: Doer,
  rows: readonly Row[],
  now: number,
): readonly DueCopy[] {
  const again = connection.statement(dueSql(kind, ' AND a.id = @agent AND d.rank = @rank'))
  return connection.write(
    () => {
      const what = kind === 'snoozes' ? 'woken' : 'lapsed'
      const deed = openDeed(connection, signals, { doer, at: now, what })
      const ended: DueCopy[] = []
      for (const { agent_id, rank } of rows) {
        const row = findCopyRow(connection, agent_id, rank)
        if (row === undefined || !again.get({ now, limit: 1, agent: agent_id, rank })) continue
        deed.change({ row, next: ending(connection, kind, row, now), what })
        ended.push(dueCopy(connection, row))
      }
      deed.finish()
      return ended
    },
    (ended) => ended.length > 0,
  )
}

function ending(connection: Connection, kind: Kind, row: CopyRow, now: number) {
  const delivery = deliveryOf(connection, row)
  if (kind === 'leases') return advance(delivery, { verb: 'unread', at: now })
  return { ...stateOf(delivery), box: delivery.was ?? 'unread', was: null, snoozedUntil: null }
}

type SilentRow = {
  readonly address: string
  readonly reports_to: string | null
  readonly since: number
  readonly works: number
}

/** Whoever must be heard of and was not: the watched, the deacon, and who holds work. Persons come and go. */
export function silentAgents(connection: Connection, before: number, limit: number): readonly Silent[] {
  const sql = `SELECT address, reports_to, since, works FROM (
  SELECT a.address, a.reports_to, a.watched OR a.address = 'deacon/' AS watched, ${heard} AS since,
    EXISTS(SELECT 1 FROM deliveries d WHERE d.agent_id = a.id AND d.box = ${processing})
    OR EXISTS(SELECT 1 FROM queues q CROSS JOIN deliveries d ON d.agent_id = q.agent_id AND d.box = ${processing} WHERE d.held_by = a.address) AS works
  FROM agents a WHERE a.state = 'alive' AND a.kind = 'agent' AND coalesce(a.last_seen, 0) < @before)
WHERE since < @before AND (watched OR works) ORDER BY since LIMIT @limit + 0`
  const rows = connection.read(() => connection.statement(sql).all({ before, limit }) as SilentRow[])
  return rows.map(({ address, reports_to, since, works }) => ({
    address,
    reportsTo: reports_to,
    since,
    why: works === 1 ? 'works' : 'watched',
  }))
}

/** Which of these notices of the system were sent already. */
export function sentKeys(connection: Connection, keys: readonly string[]): readonly string[] {
  const sql =
    'SELECT key FROM messages WHERE sender_id = ? AND key IS NOT NULL AND key IN (SELECT value FROM json_each(?))'
  const system = namesOf(connection).find('system') ?? -1
  return connection.column(sql).all(system, JSON.stringify(keys)) as string[]
}

const owing = ['unread', 'read', 'processing', 'snoozed', 'expired'] as const

/** Debts of living agents without the notice that bears their key: who was asked once is not found again. */
export function overdueCopies(connection: Connection, before: number, limit: number): readonly DueCopy[] {
  const places = owing.map((box) => boxes.indexOf(box)).join(', ')
  const sql = `SELECT a.id AS agent_id, d.rank FROM agents a
CROSS JOIN deliveries d ON d.agent_id = a.id AND d.box IN (${places}) AND d.owes = 1 AND d.was IS NOT ${boxes.indexOf('failed')}
CROSS JOIN messages m ON m.id = (d.rank & ${idMask})
WHERE a.state = 'alive' AND m.sent_at < @before
  AND NOT EXISTS(SELECT 1 FROM messages n WHERE n.sender_id = @system AND n.key IS NOT NULL AND n.key = 'overdue:' || m.id || ':' || a.address)
LIMIT @limit + 0`
  const system = namesOf(connection).find('system') ?? -1
  const rows = connection.read(
    () => connection.statement(sql).all({ before, system, limit }) as readonly Row[],
  )
  return rows.map((row) => dueCopy(connection, row))
}

export function checkpoint(connection: Connection): number {
  const [done] = connection.database.pragma('wal_checkpoint(PASSIVE)') as {
    readonly checkpointed: number
    readonly log: number
  }[]
  return Math.max(0, done?.checkpointed ?? 0)
}
