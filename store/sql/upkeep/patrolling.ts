import { boxes, type DeliveryState, leaseTime, type Returned, stateOf } from '../../../src/domain/delivery.ts'
import { advance } from '../../../src/domain/lifecycle.ts'
import { idMask, idOfRank } from '../../../src/domain/priority.ts'
import type { Doer } from '../../mail-store.ts'
import type { DueCopy, UpkeepStore } from '../../upkeep-store.ts'
import { firstArrived } from '../arrivals.ts'
import type { Connection, Engine } from '../connection.ts'
import { comeBack } from '../moving/coming-back.ts'
import { hasLeaseAhead, shortenLeases } from '../moving/leases-ahead.ts'
import { findCopyRow } from '../rows/copies.ts'
import { byMessage, type DueRow, firstOf } from '../rows/due-rows.ts'
import { addressOf, numberOf } from '../rows/names.ts'
import { markReturned, type Taking, takingOf } from '../rows/returned-rows.ts'
import { type CopyRow, deliveryOf } from '../rows/rows.ts'
import { sideBySide } from '../side-by-side.ts'
import { filtered, type Work, type Working } from '../work.ts'
import { isSilentSince, silentAgents } from './silence.ts'

const [processing, snoozed] = [boxes.indexOf('processing'), boxes.indexOf('snoozed')]

type Kind = 'snoozes' | 'leases'

/** The most rows changed under one lock, so that senders can write in between. */
const lockedRows = 25

const notQueue = 'NOT EXISTS(SELECT 1 FROM queues q WHERE q.agent_id = a.id)'

const conditions: Readonly<Record<Kind, string>> = {
  snoozes: `d.box = ${snoozed} AND d.snoozed_until <= @now`,
  // A worker who goes on past its lease and is heard of keeps its work.
  leases: `d.box = ${processing} AND d.held_until <= @now AND (coalesce(d.held_by, a.address) = a.address OR d.held_until <= @now - ${leaseTime}) AND coalesce(d.held_by, '') NOT IN (SELECT value FROM texts(@spared)) AND ${notQueue} AND (a.state <> 'alive' OR (${isSilentSince('d.held_until')}))`,
}

/** Each in the order of an index. */
function dueSql({ copiesByAgent }: Engine, kind: Kind, only = ''): string {
  const copies = copiesByAgent({
    columns: 'd.agent_id, d.rank',
    where: `${conditions[kind]}${only}`,
    ...(kind === 'leases' && { by: 'd.held_until' }),
    most: '@limit',
  })
  return `${copies} LIMIT @limit`
}

type Part = Pick<UpkeepStore, 'due' | 'endDue' | 'silent' | 'overdue' | 'undecided' | 'sentKeys'>

/** What a patrol looks for in the mailboxes. */
export function openPatrolling(connection: Connection): Working<Part> {
  return {
    *due(kind, limit, now, spared = []) {
      const rows = yield* dueRows(connection, { kind, limit, now, spared })
      return yield* sideBySide(connection, rows, (each, row) => dueCopy(each, row))
    },
    endDue: (doer, kind, limit, now, spared = []) => endDue(connection, doer, { kind, limit, now, spared }),
    silent: (before, limit) => silentAgents(connection, before, limit),
    overdue: (before, limit) => overdueCopies(connection, before, limit),
    undecided: (now, past, limit) => undecidedCopies(connection, now, past, limit),
    *sentKeys(keys) {
      const system = yield* numberOf(connection, 'system')
      return yield* connection.cells<string>(sentSql, system, JSON.stringify(keys))
    },
  }
}

const sentSql =
  'SELECT key FROM messages WHERE sender_id = ? AND key IS NOT NULL AND key IN (SELECT value FROM texts(?))'

export type Due = {
  readonly kind: Kind
  readonly limit: number
  readonly now: number
  readonly spared: readonly string[]
}
type Bindings = Readonly<Record<string, string | number>>

function* dueRows(connection: Connection, due: Due): Work<readonly DueRow[]> {
  const sql = dueSql(connection.engine, due.kind)
  return (yield* connection.read((at) => at.rows<DueRow>(sql, bindingsOf(due)))).toSorted(byMessage)
}

function bindingsOf({ kind, limit, now, spared }: Due): Bindings {
  return kind === 'leases' ? { limit, now, spared: JSON.stringify(spared) } : { limit, now }
}

function* dueCopy(connection: Connection, { agent_id, rank }: DueRow): Work<DueCopy> {
  return { owner: yield* addressOf(connection, agent_id), message: idOfRank(rank) }
}

/** Looks without the lock, then once more under it: of two patrols one finds nothing left. */
export function* endDue(connection: Connection, doer: Doer, due: Due): Work<readonly DueCopy[]> {
  if (due.kind === 'leases') yield* shortenOwn(connection, due.now)
  const rows = yield* dueRows(connection, due)
  const ended: DueCopy[] = []
  for (let at = 0; at < rows.length; at += lockedRows)
    ended.push(...(yield* endRows(connection, doer, rows.slice(at, at + lockedRows), due)))
  return ended
}

const leasedSql = `SELECT DISTINCT a.id FROM agents a CROSS JOIN deliveries d ON d.agent_id = a.id AND d.box = ${processing} AND d.held_until > ?
WHERE ${notQueue} ORDER BY a.id`

/** Shortens the leases in agents' own mailboxes; those of queues are shortened at the next claim. */
function* shortenOwn(connection: Connection, now: number): Work<void> {
  const owners = yield* connection.cells<number>(leasedSql, now + leaseTime)
  const ahead = yield* filtered(owners, (owner) => hasLeaseAhead(connection, owner, leaseTime, now))
  if (ahead.length === 0) return
  yield* connection.write(function* (tx) {
    for (const owner of ahead) yield* shortenLeases(tx, owner, leaseTime, now)
  })
}

function endRows(
  connection: Connection,
  doer: Doer,
  rows: readonly DueRow[],
  due: Due,
): Work<readonly DueCopy[]> {
  const { kind, now } = due
  const again = dueSql(connection.engine, kind, ' AND a.id = @agent AND d.rank = @rank')
  const bindings = bindingsOf({ ...due, limit: 1 })
  return connection.write(
    function* (tx) {
      yield* tx.engine.keepRoster(tx)
      const what = kind === 'snoozes' ? 'woken' : 'lapsed'
      const deed = tx.engine.openChange(tx, { doer, at: now, what })
      const ended: DueCopy[] = []
      for (const { agent_id: agent, rank } of rows) {
        const row = yield* findCopyRow(tx, agent, rank)
        if (row === undefined || (yield* tx.row(again, { ...bindings, agent, rank })) === undefined) continue
        const taking = kind === 'leases' ? yield* takingOf(tx, row) : null
        const next = yield* ending(tx, kind, row, now)
        const back = yield* comeBack(tx, deed, { row, next, what }, now)
        if (taking !== null) yield* markReturned(tx, back, yield* returnedFrom(tx, row, taking))
        ended.push(yield* dueCopy(tx, row))
      }
      yield* deed.finish()
      return ended
    },
    (ended) => ended.length > 0,
  )
}

function* returnedFrom(
  connection: Connection,
  { agent_id, held_by }: CopyRow,
  { at }: Taking,
): Work<Returned> {
  const by = yield* addressOf(connection, agent_id)
  return { by, session: held_by === by ? null : held_by, takenAt: at }
}

function* ending(connection: Connection, kind: Kind, row: CopyRow, now: number): Work<DeliveryState> {
  const delivery = yield* deliveryOf(connection, row)
  if (kind === 'leases') return advance(delivery, { verb: 'unread', at: now })
  return { ...stateOf(delivery), box: delivery.was ?? 'unread', was: null, snoozedUntil: null }
}

const lapsed = 'd.owes = 1 AND d.box IN (7, 8) AND d.was IS DISTINCT FROM 4'

/** Debts with a message before the bound, of living agents without a notice under their key. Between people there is none. */
const untoldOf = (columns: string, index: string, debts: string) =>
  `SELECT ${columns}, a.id AS agent_id, d.rank FROM deliveries d INDEXED BY ${index} CROSS JOIN agents a ON a.id = d.agent_id
WHERE ${debts} AND (d.rank & ${idMask}) < @bound AND a.state = 'alive'
  AND (a.kind = 'agent' OR EXISTS(SELECT 1 FROM agents s WHERE s.id = d.sender_id AND s.kind = 'agent' AND s.state <> 'dead'))
  AND NOT EXISTS(SELECT 1 FROM messages n WHERE n.sender_id = @system AND n.key IS NOT NULL AND n.key = 'overdue:' || (d.rank & ${idMask}) || ':' || a.address)`
// Two indexes have all debts and nothing else: open copies are a hundred times as many, and each round asks.
const overdueSql = firstOf(
  [
    `${untoldOf('0 AS half, d.sender_id AS creditor', 'deliveries_asked', 'owes_answer(d)')} ORDER BY d.sender_id, d.agent_id, d.rank & ${idMask}`,
    `${untoldOf('1 AS half, 0 AS creditor', 'deliveries_lapsed_by', `${lapsed} AND d.box = ${boxes.indexOf('expired')}`)} ORDER BY d.agent_id, d.rank & ${idMask}`,
  ],
  `half, creditor, agent_id, rank & ${idMask}`,
  '@limit',
)

/** So each is reminded once. */
function* overdueCopies(connection: Connection, before: number, limit: number): Work<readonly DueCopy[]> {
  const system = yield* numberOf(connection, 'system')
  const rows = yield* connection.read(function* (at) {
    const bound = yield* firstArrived(at, before)
    return yield* at.rows<DueRow>(overdueSql, { bound, system, limit })
  })
  return yield* sideBySide(connection, rows.toSorted(byMessage), (each, row) => dueCopy(each, row))
}

const untold = (key: string) =>
  `NOT EXISTS(SELECT 1 FROM messages n WHERE n.sender_id = @system AND n.key IS NOT NULL AND n.key = '${key}:' || (e.rank & ${idMask}))`

/** The table has open escalations alone, so it is small whatever the size of the store. */
const undecidedSql = `SELECT e.agent_id, e.rank FROM escalations e
WHERE e.deadline <= @now AND (${untold('deadline')} OR (e.deadline <= @now - @past AND ${untold('deadline-past')}))
ORDER BY e.deadline, e.rank & ${idMask}, e.agent_id LIMIT @limit`

function* undecidedCopies(
  connection: Connection,
  now: number,
  past: number,
  limit: number,
): Work<readonly DueCopy[]> {
  const system = yield* numberOf(connection, 'system')
  const rows = yield* connection.read((at) => at.rows<DueRow>(undecidedSql, { now, past, system, limit }))
  return yield* sideBySide(connection, rows, (each, row) => dueCopy(each, row))
}
