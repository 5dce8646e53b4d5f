import type { Buried } from '../../mail-store.ts'
import * as work from '../../sql/moving/expiring.ts'
import { atOnce } from '../../sql/work.ts'
import type { Connection } from '../database/connection.ts'
import { shared } from '../engine/shared.ts'

// The shared work, for the files of this engine that are not written as work yet.

export function buryExpired(connection: Connection, now: number, batch: number): Buried {
  return atOnce(work.buryExpired(shared(connection), now, batch))
}
