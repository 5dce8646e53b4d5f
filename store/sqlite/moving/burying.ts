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

/** A retired agent's unread mail becomes dead letters, except that a broadcast over by then expires and a role's mail waits. */
export function buryOfRetired(parts: ChangeParts, { id: agent, before, doer, at }: Retiring): void {
  const { connection } = parts
  const deed = openChange(connection, { doer, at, what: 'dead' })
  leaveRoles(connection, deed, agent, rolesOf(before), at)
  for (const row of connection.statement(unreadSql()).all(agent) as CopyRow[])
    if (isOver(row, at)) lapse(connection, deed, row)
    else buryCopy(connection, deed, row, 'retired')
  deed.finish()
}

type Session = {
  readonly id: number
  readonly before: Agent | null
  readonly after: Agent
  readonly doer: Doer
  readonly at: number
}

/** Mail to a session that another one took the place of, unread. A frozen agent may come back to its own. */
export function buryOfSession(parts: ChangeParts, { id, before, after, doer, at }: Session): void {
  const session = before?.session ?? null
  if (session === null || session === after.session) return
  const { connection } = parts
  const deed = openChange(connection, { doer, at, what: 'dead' })
  const rows = connection.statement(unreadSql(' AND d.via = ?')).all(id, `session:${session}`) as CopyRow[]
  for (const row of rows) buryCopy(connection, deed, row, 'session-ended')
  deed.finish()
}

export function buryCopy(connection: Connection, deed: OpenChange, row: CopyRow, reason: DeadReason): void {
  const next = buried(deliveryOf(connection, row), reason)
  deed.change({ row, next, what: 'dead', detail: { reason } })
}

/** Out of the way among the expired, where its reader sees it already. */
export function lapse(connection: Connection, deed: OpenChange, row: CopyRow): void {
  const next = {
    ...stateOf(deliveryOf(connection, row)),
    box: 'expired',
    was: 'unread',
    snoozedUntil: null,
    heldBy: null,
    heldUntil: null,
  } as const
  deed.change({ row, next, what: 'expired' })
}

function isOver(row: CopyRow, at: number): boolean {
  return row.ends_at !== null && row.ends_at <= at && lapsesInSilence(row.via ?? 'to')
}
