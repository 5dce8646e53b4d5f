import { buried, lapsesInSilence } from '../../../src/domain/dead-letter.ts'
import type { DeadReason } from '../../../src/domain/dead-reason.ts'
import { stateOf } from '../../../src/domain/delivery.ts'
import { idMask } from '../../../src/domain/priority.ts'
import { type Agent, rolesOf } from '../../../src/domain/roster.ts'
import type { Doer } from '../../mail-store.ts'
import type { Connection } from '../database/connection.ts'
import { type ChangeParts, type OpenChange, openChange } from '../rows/changes.ts'
import { type CopyRow, copyColumns, deliveryOf } from '../rows/rows.ts'
import { leaveRoles } from './role-mail.ts'

/** The oldest message first, so that the log is the same on every engine. */
const unreadSql = (more = '') =>
  `SELECT d.rank, ${copyColumns} FROM deliveries d WHERE d.agent_id = ? AND (d.box = 0 OR (d.box = 6 AND d.was = 0))${more} ORDER BY d.rank & ${idMask}`

type Retiring = { readonly id: number; readonly before: Agent; readonly doer: Doer; readonly at: number }

/** What a retired agent had not read becomes dead letters; a broadcast that was over by then lapses, a role's mail waits. */
export async function buryOfRetired(
  parts: ChangeParts,
  { id: agent, before, doer, at }: Retiring,
): Promise<void> {
  const { connection } = parts
  const deed = openChange(connection, { doer, at, what: 'dead' })
  await leaveRoles(connection, deed, agent, rolesOf(before), at)
  for (const row of (await connection.statement(unreadSql()).all(agent)) as CopyRow[])
    if (isOver(row, at)) await lapse(connection, deed, row)
    else await buryCopy(connection, deed, row, 'retired')
}

type Session = {
  readonly id: number
  readonly before: Agent | null
  readonly after: Agent
  readonly doer: Doer
  readonly at: number
}

/** Mail to a session that another one took the place of, unread. A frozen agent may come back to its own. */
export async function buryOfSession(
  parts: ChangeParts,
  { id, before, after, doer, at }: Session,
): Promise<void> {
  const session = before?.session ?? null
  if (session === null || session === after.session) return
  const { connection } = parts
  const deed = openChange(connection, { doer, at, what: 'dead' })
  const rows = (await connection
    .statement(unreadSql(' AND d.via = ?'))
    .all(id, `session:${session}`)) as CopyRow[]
  for (const row of rows) await buryCopy(connection, deed, row, 'session-ended')
}

export async function buryCopy(
  connection: Connection,
  deed: OpenChange,
  row: CopyRow,
  reason: DeadReason,
): Promise<void> {
  const next = buried(await deliveryOf(connection, row), reason)
  await deed.change({ row, next, what: 'dead', detail: { reason } })
}

/** Out of the way among the expired, where its reader sees it already. */
export async function lapse(connection: Connection, deed: OpenChange, row: CopyRow): Promise<void> {
  const next = {
    ...stateOf(await deliveryOf(connection, row)),
    box: 'expired',
    was: 'unread',
    snoozedUntil: null,
    heldBy: null,
    heldUntil: null,
  } as const
  await deed.change({ row, next, what: 'expired' })
}

function isOver(row: CopyRow, at: number): boolean {
  return row.ends_at !== null && row.ends_at <= at && lapsesInSilence(row.via ?? 'to')
}
