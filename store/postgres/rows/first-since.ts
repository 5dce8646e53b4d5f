import { inTurn } from '../../sql/work.ts'
import type { Connection } from '../database/connection.ts'
import { shared } from '../engine/shared.ts'

// The shared work, for the files of this engine that are not written as work yet.

export function firstSince(
  connection: Connection,
  table: 'messages' | 'deeds',
  column: 'arrived_at' | 'at',
  since: number,
): Promise<{ readonly first: number; readonly newest: number }> {
  return inTurn(shared(connection).engine.firstSince(table, column, since))
}
