import type { Place } from '../../../src/domain/places.ts'
import * as work from '../../sql/rows/place-rows.ts'
import { inTurn } from '../../sql/work.ts'
import type { Connection } from '../database/connection.ts'
import { shared } from '../engine/shared.ts'

export { noPlace, placeTaken } from '../../sql/rows/place-rows.ts'

// The shared work, for the files of this engine that are not written as work yet.

export function placesNamed(connection: Connection, names: readonly string[]): Promise<readonly Place[]> {
  return inTurn(work.placesNamed(shared(connection), names))
}
