import * as work from '../../sql/moving/role-mail.ts'
import type { CopyRow } from '../../sql/rows/rows.ts'
import { inTurn } from '../../sql/work.ts'
import type { Connection } from '../database/connection.ts'
import { shared } from '../engine/shared.ts'
import { asWork, type OpenChange } from '../rows/changes.ts'

// The shared work, for the files of this engine that are not written as work yet.

export function closeForOthers(
  connection: Connection,
  deed: Pick<OpenChange, 'change'>,
  copy: CopyRow,
  at: number,
): Promise<void> {
  return inTurn(work.closeForOthers(shared(connection), asWork(deed), copy, at))
}
