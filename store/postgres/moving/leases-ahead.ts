import * as work from '../../sql/moving/leases-ahead.ts'
import { inTurn } from '../../sql/work.ts'
import type { Connection } from '../database/connection.ts'
import { shared } from '../engine/shared.ts'

// The shared work, for the files of this engine that are not written as work yet.

export function hasLeaseAhead(
  connection: Connection,
  owner: number,
  usual: number,
  now: number,
): Promise<boolean> {
  return inTurn(work.hasLeaseAhead(shared(connection), owner, usual, now))
}

export function shortenLeases(
  connection: Connection,
  owner: number,
  usual: number,
  now: number,
): Promise<void> {
  return inTurn(work.shortenLeases(shared(connection), owner, usual, now))
}
