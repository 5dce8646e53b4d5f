import type { IdReference } from '../../../src/domain/id.ts'
import * as work from '../../sql/rows/ids.ts'
import { inTurn } from '../../sql/work.ts'
import type { Connection } from '../database/connection.ts'
import { shared } from '../engine/shared.ts'

// The shared work, for the files of this engine that are not written as work yet.

export function findIds(
  connection: Connection,
  reference: IdReference,
  of?: 'own',
): Promise<readonly number[]> {
  return inTurn(work.findIds(shared(connection), reference, of))
}
