import { boxes } from '../../../src/domain/delivery.ts'
import { idOfRank } from '../../../src/domain/priority.ts'
import type { Connection } from '../database/connection.ts'
import { flatMapped } from '../database/sequences.ts'

const processing = boxes.indexOf('processing')

type Leased = { readonly agent_id: number; readonly rank: number; readonly held_until: number }

/** Looked at are those that last for longer than usual: a lease that somebody asked to be long is told by its own event. */
const longSql = `SELECT agent_id, rank, held_until FROM deliveries WHERE agent_id = ? AND box = ${processing} AND held_until > ?`
/** When that was noted which made the lease what it is; an event's change ends with the copy as it was left. */
const notedSql = `SELECT t.at FROM events e JOIN deeds t ON t.id = e.deed_id
WHERE e.message_id = @message AND e.agent_id = @agent AND (readable(e.change)::json #>> '{1,9}')::bigint = @until ORDER BY e.seq DESC LIMIT 1`

type Shortened = { readonly lease: Leased; readonly until: number }

/**
 * Leases that were noted later than it is now: by a clock that was ahead and was set right since. They would outlast their
 * claimant by as much. From now on each lasts as long as it was to last: what somebody is at is given to nobody else.
 */
async function leasesAhead(
  connection: Connection,
  owner: number,
  usual: number,
  now: number,
): Promise<readonly Shortened[]> {
  const long = (await connection.statement(longSql).all(owner, now + usual)) as Leased[]
  return flatMapped(long, async (lease) => {
    const { agent_id: agent, rank, held_until: until } = lease
    const noted = await connection.column(notedSql).get({ message: idOfRank(rank), agent, until })
    return typeof noted === 'number' && noted > now ? [{ lease, until: now + until - noted }] : []
  })
}

export async function hasLeaseAhead(
  connection: Connection,
  owner: number,
  usual: number,
  now: number,
): Promise<boolean> {
  return (await leasesAhead(connection, owner, usual, now)).length > 0
}

/** Under the lock. A matter of clocks rather than a deed: nothing is logged, as for a renewal. */
export async function shortenLeases(
  connection: Connection,
  owner: number,
  usual: number,
  now: number,
): Promise<void> {
  const sql = `UPDATE deliveries SET held_until = ? WHERE agent_id = ? AND box = ${processing} AND rank = ?`
  for (const { lease, until } of await leasesAhead(connection, owner, usual, now))
    await connection.statement(sql).run(until, lease.agent_id, lease.rank)
}
