import { boxes } from '../../../src/domain/delivery.ts'
import { idOfRank } from '../../../src/domain/priority.ts'
import type { Connection, Tx } from '../connection.ts'
import { stateColumns } from '../tables/deliveries.ts'
import type { Work } from '../work.ts'

const processing = boxes.indexOf('processing')

type Leased = { readonly agent_id: number; readonly rank: number; readonly held_until: number }

/** Finds leases longer than usual. The event of a lease shows whether it was asked to be long. */
const longSql = `SELECT agent_id, rank, held_until FROM deliveries WHERE agent_id = ? AND box = ${processing} AND held_until > ?`
/** When that was noted which made the lease what it is; an event's change ends with the copy as it was left. */
const notedSql = `SELECT t.at FROM events e CROSS JOIN deeds t ON t.id = e.deed_id
WHERE e.message_id = @message AND e.agent_id = @agent AND number_at(e.change, 1, ${stateColumns.indexOf('held_until')}) = @until ORDER BY e.seq DESC LIMIT 1`

type Shortened = { readonly lease: Leased; readonly until: number }

/**
 * Leases that were noted later than it is now: by a clock that was ahead and was set right since. They would outlast their
 * claimant by as much. From now on each lasts as long as it was to last: what somebody is at is given to nobody else.
 */
function* leasesAhead(
  connection: Connection,
  owner: number,
  usual: number,
  now: number,
): Work<readonly Shortened[]> {
  const ahead: Shortened[] = []
  for (const lease of yield* connection.rows<Leased>(longSql, owner, now + usual)) {
    const { agent_id: agent, rank, held_until: until } = lease
    const noted = yield* connection.cell<number>(notedSql, { message: idOfRank(rank), agent, until })
    if (typeof noted === 'number' && noted > now) ahead.push({ lease, until: now + until - noted })
  }
  return ahead
}

export function* hasLeaseAhead(
  connection: Connection,
  owner: number,
  usual: number,
  now: number,
): Work<boolean> {
  return (yield* leasesAhead(connection, owner, usual, now)).length > 0
}

/** It only corrects clocks, so nothing is logged, as for a renewal. */
export function* shortenLeases(tx: Tx, owner: number, usual: number, now: number): Work<void> {
  const sql = `UPDATE deliveries SET held_until = ? WHERE agent_id = ? AND box = ${processing} AND rank = ?`
  for (const { lease, until } of yield* leasesAhead(tx, owner, usual, now))
    yield* tx.run(sql, until, lease.agent_id, lease.rank)
}
