import type { Doer, Redelivery } from '../../mail-store.ts'
import * as work from '../../sql/moving/redelivering.ts'
import type { CopyRow } from '../../sql/rows/rows.ts'
import { inTurn } from '../../sql/work.ts'
import type { Connection } from '../database/connection.ts'
import { shared } from '../engine/shared.ts'
import type { ChangeParts } from '../rows/changes.ts'

// The shared work, for the files of this engine that are not written as work yet.

export function freshen(connection: Connection, copy: CopyRow): Promise<void> {
  return inTurn(work.freshen(shared(connection), copy))
}

export function redeliverCopies(
  { connection }: ChangeParts,
  doer: Doer,
  again: Redelivery,
  at: number,
): Promise<readonly string[]> {
  return inTurn(work.redeliverCopies(shared(connection), doer, again, at))
}
