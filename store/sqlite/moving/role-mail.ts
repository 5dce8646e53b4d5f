import * as work from '../../sql/moving/role-mail.ts'
import type { CopyRow } from '../../sql/rows/rows.ts'
import { atOnce } from '../../sql/work.ts'
import type { Connection } from '../database/connection.ts'
import { shared } from '../engine/shared.ts'
import { asWork, type OpenChange } from '../rows/changes.ts'

// The shared work, for the files of this engine that are not written as work yet.

export function closeForOthers(connection: Connection, deed: OpenChange, copy: CopyRow, at: number): void {
  atOnce(work.closeForOthers(shared(connection), asWork(deed), copy, at))
}

export function markPosting(
  connection: Connection,
  selector: string,
  message: number,
  doneAt: number | null,
): void {
  atOnce(work.markPosting(shared(connection), selector, message, doneAt))
}

export function leaveRoles(
  connection: Connection,
  deed: OpenChange,
  agent: number,
  roles: readonly string[],
  at: number,
): void {
  atOnce(work.leaveRoles(shared(connection), asWork(deed), agent, roles, at))
}

export function isPassedOn(connection: Connection, what: CopyRow): boolean {
  return atOnce(work.isPassedOn(shared(connection), what))
}
