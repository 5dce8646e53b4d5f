import { waitingName } from '../../../src/domain/foreign-names.ts'
import type { Arrival, ArrivedCopy, Taken } from '../../mail-store.ts'
import type { Connection, Tx } from '../connection.ts'
import { findCopyRow, rankOfMessage } from '../rows/copies.ts'
import { findNumber } from '../rows/names.ts'
import { fullMailboxes } from '../sending/queue-limit.ts'
import type { Work } from '../work.ts'
import { addForeign, findForeign } from './foreign-ids.ts'

type Shared = { readonly ready: readonly ArrivedCopy[]; readonly waiting: readonly string[] }

/** Copies for those who have room now, and the recipients who wait. A full mailbox delays only its own copy. */
export function* shareOut(
  connection: Connection,
  due: Arrival['due'],
  copies: readonly ArrivedCopy[],
  at: number,
): Work<Shared> {
  if (due === undefined) return { ready: copies, waiting: [] }
  const { mostUnread, behind } = due
  const full = mostUnread === null ? [] : yield* fullMailboxes(connection, copies, mostUnread, at)
  const late = new Set([...full, ...behind])
  return {
    ready: copies.filter(({ address }) => !late.has(address)),
    waiting: copies.flatMap(({ address }) => (late.has(address) ? [address] : [])),
  }
}

/** The message is stored, and some recipient waits for its copy. */
export function noteWaiting(
  tx: Tx,
  format: string,
  { foreignId }: Pick<Arrival, 'foreignId'>,
  id: number,
): Work<void> {
  return addForeign(tx, waitingName(format), foreignId, id)
}

/** Copies of a known message that its recipients waited for when it was stored, and do not have yet. No copy is ever deleted. */
export function* lackingCopies(
  connection: Connection,
  format: string,
  { due, foreignId, recipients }: Arrival,
  { id, differs }: Taken,
): Work<readonly ArrivedCopy[]> {
  if (due === undefined || differs) return []
  if ((yield* findForeign(connection, waitingName(format), foreignId)) !== id) return []
  const rank = yield* rankOfMessage(connection, id)
  const lacking: ArrivedCopy[] = []
  for (const copy of recipients) {
    const agent = yield* findNumber(connection, copy.address)
    const there =
      agent === undefined || rank === undefined ? undefined : yield* findCopyRow(connection, agent, rank)
    if (there === undefined) lacking.push(copy)
  }
  return lacking
}
