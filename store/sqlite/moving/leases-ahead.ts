import * as work from '../../sql/moving/leases-ahead.ts'
import { atOnce } from '../../sql/work.ts'
import type { Connection } from '../database/connection.ts'
import { shared } from '../engine/shared.ts'

// The shared work, for the files of this engine that are not written as work yet.

export function hasLeaseAhead(connection: Connection, owner: number, usual: number, now: number): boolean {
  return atOnce(work.hasLeaseAhead(shared(connection), owner, usual, now))
}

export function shortenLeases(connection: Connection, owner: number, usual: number, now: number): void {
  atOnce(work.shortenLeases(shared(connection), owner, usual, now))
}
