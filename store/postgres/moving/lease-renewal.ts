import type { Hold } from '../../mail-store.ts'
import * as work from '../../sql/moving/lease-renewal.ts'
import { inTurn } from '../../sql/work.ts'
import type { Connection } from '../database/connection.ts'
import { shared } from '../engine/shared.ts'

// The shared work, for the files of this engine that are not written as work yet.

export function renewLease(
  connection: Connection,
  owner: string,
  hold: Hold,
  lease: { readonly by: string | null; readonly until: number },
): Promise<boolean> {
  return inTurn(work.renewLease(shared(connection), owner, hold, lease))
}
