import { boxes, leaseTime, type Returned, stateOf } from '../../../src/domain/delivery.ts'
import { advance } from '../../../src/domain/lifecycle.ts'
import { idMask, idOfRank } from '../../../src/domain/priority.ts'
import type { Doer } from '../../mail-store.ts'
import { byMessage, type DueRow, firstOf } from '../../shared/orders.ts'
import { isSilentSince } from '../../sql/upkeep/silence.ts'
import type { DueCopy } from '../../upkeep-store.ts'
import type { Connection } from '../database/connection.ts'
import { filtered, mapped } from '../database/sequences.ts'
import { hasLeaseAhead, shortenLeases } from '../moving/leases-ahead.ts'
import { firstArrivedSince } from '../reading/mailbox.ts'
import { type ChangeParts, openChange } from '../rows/changes.ts'
import { findCopyRow } from '../rows/copies.ts'
import { namesOf } from '../rows/names.ts'
import { markReturned, type Taking, takingOf } from '../rows/returned-rows.ts'
import { type CopyRow, deliveryOf } from '../rows/rows.ts'
import { lapsed, owing } from '../schema/conditions.ts'

const [processing, snoozed] = [boxes.indexOf('processing'), boxes.indexOf('snoozed')]

type Kind = 'snoozes' | 'leases'

/** So many rows change under one lock: senders go in between. */
const lockedRows = 25

const notQueue = 'NOT EXISTS(SELECT 1 FROM queues q WHERE q.agent_id = a.id)'

const conditions: Readonly<Record<Kind, string>> = {
  snoozes: `d.box = ${snoozed} AND d.snoozed_until <= @now`,
  // A worker who goes on past its lease and is heard of keeps its work.
  leases: `d.box = ${processing} AND d.held_until <= @now AND (coalesce(d.held_by, a.address) = a.address OR d.held_until <= @now - ${leaseTime}) AND coalesce(d.held_by, '') NOT IN (SELECT value FROM texts(@spared)) AND ${notQueue} AND (a.state <> 'alive' OR (${isSilentSince('d.held_until')}))`,
}

/** The orders of two indexes, within one agent. */
const orders: Readonly<Record<Kind, string>> = {
  snoozes: 'd.rank',
  leases: 'd.held_until, d.rank',
}

function dueSql(kind: Kind, only = ''): string {
  return `SELECT d.agent_id, d.rank FROM agents a CROSS JOIN LATERAL (SELECT d.agent_id, d.rank, d.held_until FROM deliveries d
  WHERE d.agent_id = a.id AND ${conditions[kind]}${only} ORDER BY ${orders[kind]} LIMIT @limit) d ORDER BY a.id, ${orders[kind]} LIMIT @limit`
}

export async function dueCopies(
  connection: Connection,
  kind: Kind,
  limit: number,
  now: number,
  spared: readonly string[] = [],
): Promise<readonly DueCopy[]> {
  return mapped(await dueRows(connection, { kind, limit, now, spared }), async (row) =>
    dueCopy(connection, row),
  )
}

type Due = {
  readonly kind: Kind
  readonly limit: number
  readonly now: number
  readonly spared: readonly string[]
}

async function dueRows(
  connection: Connection,
  { kind, limit, now, spared }: Due,
): Promise<readonly DueRow[]> {
  const bindings = bindingsOf(kind, { limit, now, spared })
  const rows = await connection.read(
    async () => (await connection.statement(dueSql(kind)).all(bindings)) as DueRow[],
  )
  return rows.sort(byMessage)
}

function bindingsOf(kind: Kind, { spared, ...rest }: Omit<Due, 'kind'>): object {
  return kind === 'leases' ? { ...rest, spared: JSON.stringify(spared) } : rest
}

async function dueCopy(connection: Connection, { agent_id, rank }: DueRow): Promise<DueCopy> {
  return { owner: await namesOf(connection).of(agent_id), message: idOfRank(rank) }
}

/** Looks without the lock, then once more under it: of two patrols one finds nothing left. */
export async function endDue(
  parts: ChangeParts,
  kind: Kind,
  doer: Doer,
  asked: { readonly limit: number; readonly now: number; readonly spared?: readonly string[] | undefined },
): Promise<readonly DueCopy[]> {
  const { connection } = parts
  if (kind === 'leases') await shortenOwn(connection, asked.now)
  const due = { kind, ...asked, spared: asked.spared ?? [] }
  const rows = await dueRows(connection, due)
  const ended: DueCopy[] = []
  for (let at = 0; at < rows.length; at += lockedRows)
    ended.push(...(await endRows(parts, doer, rows.slice(at, at + lockedRows), due)))
  return ended
}

/** What agents took from their own mailboxes; queues have theirs shortened as they are asked for work. */
async function shortenOwn(connection: Connection, now: number): Promise<void> {
  const sql = `SELECT DISTINCT a.id FROM agents a JOIN deliveries d ON d.agent_id = a.id AND d.box = ${processing} AND d.held_until > ?
WHERE ${notQueue}`
  const owners = (await connection.column(sql).all(now + leaseTime)) as number[]
  const ahead = await filtered(owners, async (owner) => hasLeaseAhead(connection, owner, leaseTime, now))
  if (ahead.length === 0) return
  await connection.write(async () => {
    for (const owner of ahead) await shortenLeases(connection, owner, leaseTime, now)
  })
}

async function endRows(
  { connection }: ChangeParts,
  doer: Doer,
  rows: readonly DueRow[],
  { kind, now, spared }: Due,
): Promise<readonly DueCopy[]> {
  const again = connection.statement(dueSql(kind, ' AND a.id = @agent AND d.rank = @rank'))
  return connection.write(
    async () => {
      const what = kind === 'snoozes' ? 'woken' : 'lapsed'
      const deed = openChange(connection, { doer, at: now, what })
      const ended: DueCopy[] = []
      for (const { agent_id, rank } of rows) {
        const row = await findCopyRow(connection, agent_id, rank)
        if (
          row === undefined ||
          !(await again.get({ ...bindingsOf(kind, { now, limit: 1, spared }), agent: agent_id, rank }))
        )
          continue
        const taking = kind === 'leases' ? await takingOf(connection, row) : null
        await deed.change({ row, next: await ending(connection, kind, row, now), what })
        if (taking !== null) await markReturned(connection, row, await returnedFrom(connection, row, taking))
        ended.push(await dueCopy(connection, row))
      }
      return ended
    },
    (ended) => ended.length > 0,
  )
}

async function returnedFrom(
  connection: Connection,
  { agent_id, held_by }: CopyRow,
  { at }: Taking,
): Promise<Returned> {
  const by = await namesOf(connection).of(agent_id)
  return { by, session: held_by === by ? null : held_by, takenAt: at }
}

async function ending(connection: Connection, kind: Kind, row: CopyRow, now: number) {
  const delivery = await deliveryOf(connection, row)
  if (kind === 'leases') return advance(delivery, { verb: 'unread', at: now })
  return { ...stateOf(delivery), box: delivery.was ?? 'unread', was: null, snoozedUntil: null }
}

/** Which of these notices of the system were sent already. */
export async function sentKeys(connection: Connection, keys: readonly string[]): Promise<readonly string[]> {
  const sql =
    'SELECT key FROM messages WHERE sender_id = ? AND key IS NOT NULL AND key IN (SELECT value FROM texts(?))'
  const system = (await namesOf(connection).find('system')) ?? -1
  return (await connection.column(sql).all(system, JSON.stringify(keys))) as string[]
}

/** Debts with a message before the bound, of living agents without a notice under their key. */
const untoldOf = (
  columns: string,
  debts: string,
) => `SELECT ${columns}, a.id AS agent_id, d.rank FROM deliveries d JOIN agents a ON a.id = d.agent_id
WHERE ${debts} AND (d.rank & ${idMask}) < @bound AND a.state = 'alive'
  AND NOT EXISTS(SELECT 1 FROM messages n WHERE n.sender_id = @system AND n.key IS NOT NULL AND n.key = 'overdue:' || (d.rank & ${idMask}) || ':' || a.address)`
// The conditions of two indexes, which have all debts and nothing else.
const overdueSql = firstOf(
  [
    `${untoldOf('0 AS half, d.sender_id AS creditor', owing('d.'))} ORDER BY d.sender_id, d.agent_id, d.rank & ${idMask}`,
    `${untoldOf('1 AS half, 0 AS creditor', `${lapsed('d.')} AND d.box = ${boxes.indexOf('expired')}`)} ORDER BY d.agent_id, d.rank & ${idMask}`,
  ],
  `half, creditor, agent_id, rank & ${idMask}`,
  '@limit',
)

/** So each is reminded once. */
export async function overdueCopies(
  connection: Connection,
  before: number,
  limit: number,
): Promise<readonly DueCopy[]> {
  const system = (await namesOf(connection).find('system')) ?? -1
  const rows = await connection.read(async () => {
    const bound = await firstArrivedSince(connection, before)
    return (await connection.statement(overdueSql).all({ bound, system, limit })) as DueRow[]
  })
  return mapped(rows.sort(byMessage), async (row) => dueCopy(connection, row))
}

const untold = (key: string) =>
  `NOT EXISTS(SELECT 1 FROM messages n WHERE n.sender_id = @system AND n.key IS NOT NULL AND n.key = '${key}:' || (e.rank & ${idMask}))`

/** The table has open escalations alone, so it is small whatever the size of the store. */
export async function undecidedCopies(
  connection: Connection,
  now: number,
  past: number,
  limit: number,
): Promise<readonly DueCopy[]> {
  const sql = `SELECT e.agent_id, e.rank FROM escalations e
WHERE e.deadline <= @now AND (${untold('deadline')} OR (e.deadline <= @now - @past AND ${untold('deadline-past')}))
ORDER BY e.deadline, e.rank & ${idMask}, e.agent_id LIMIT @limit`
  const system = (await namesOf(connection).find('system')) ?? -1
  const rows = await connection.read(
    async () => (await connection.statement(sql).all({ now, past, system, limit })) as readonly DueRow[],
  )
  return mapped(rows, async (row) => dueCopy(connection, row))
}
