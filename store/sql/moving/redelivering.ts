import { handedOn, revived } from '../../../src/domain/dead-letter.ts'
import { boxes } from '../../../src/domain/delivery.ts'
import { MailError } from '../../../src/domain/errors.ts'
import { shortId } from '../../../src/domain/id.ts'
import { isFailedDebt } from '../../../src/domain/outcome.ts'
import { isQueueAddress, isTag } from '../../../src/domain/places.ts'
import { idOfRank } from '../../../src/domain/priority.ts'
import { orderedWays, waysOf } from '../../../src/domain/ways.ts'
import type { Doer, Redelivery } from '../../mail-store.ts'
import type { Connection, Tx } from '../connection.ts'
import type { OpenChange } from '../rows/changes.ts'
import { findCopyRow, holdersOf, rankOfMessage } from '../rows/copies.ts'
import { requireNumber } from '../rows/names.ts'
import { requireOpenQueue } from '../rows/queue-rows.ts'
import { type CopyRow, deliveryOf } from '../rows/rows.ts'
import { wayCells, waysOfRow } from '../rows/way-rows.ts'
import { sideBySide } from '../side-by-side.ts'
import { unlisted } from '../tables/agents.ts'
import { filtered, mapped, type Work } from '../work.ts'

type Receiver = Redelivery['to'][number]

const freshSql =
  'UPDATE deliveries SET expires_at = NULL, via = @via, also_via = @also_via WHERE agent_id = @agent AND box = 0 AND rank = @rank'

/** The clock of a letter that was dead has run out, and its session is over: what comes again has neither, but the ways that bring it. */
export function* freshen(tx: Tx, row: CopyRow, by: readonly string[] = []): Work<void> {
  const ways = [...waysOfRow(row).filter((way) => !way.startsWith('session:')), ...by]
  const { agent_id: agent, rank } = row
  yield* tx.run(freshSql, { ...wayCells(orderedWays(ways)), agent, rank })
}

export function* redeliverCopies(
  tx: Tx,
  doer: Doer,
  { message, to, held }: Redelivery,
  at: number,
): Work<readonly string[]> {
  const rank = yield* rankOfMessage(tx, message)
  if (rank === undefined) throw new MailError('not-found', `There is no message ${shortId(message)}.`, '')
  const dead = yield* lostCopies(tx, message, rank)
  const waited = yield* unhold(tx, message, held)
  if (dead.length === 0 && !waited) throw notDead(message)
  const deed = tx.engine.openChange(tx, { doer, at, what: 'redelivered' })
  const reached = yield* filtered(to, (receiver) => deliverAgain(tx, deed, receiver, rank, dead))
  if (reached.length === 0)
    throw new MailError(
      'conflict',
      `${to.map(({ address }) => address).join(', ')} has ${shortId(message)} already.`,
      'Choose another recipient with --to.',
    )
  const addresses = reached.map(({ address }) => address)
  const ids = new Set(yield* mapped(addresses, (address) => requireNumber(tx, address)))
  for (const row of dead.filter(({ agent_id }) => !ids.has(agent_id))) {
    const next = handedOn(yield* deliveryOf(tx, row))
    yield* deed.change({ row, next, what: 'redelivered', detail: { to: addresses } })
  }
  yield* deed.finish()
  return addresses
}

/** Dead letters, and requests that failed. */
function* lostCopies(connection: Connection, message: number, rank: number): Work<readonly CopyRow[]> {
  const holders = yield* holdersOf(connection, message)
  const copies = yield* sideBySide(connection, holders, (each, agent) => findCopyRow(each, agent, rank))
  return yield* filtered(
    copies.filter((row) => row !== undefined),
    function* (row) {
      return row.box === boxes.indexOf('dead') || isFailedDebt(yield* deliveryOf(connection, row))
    },
  )
}

const againSql =
  'INSERT INTO deliveries(agent_id, box, rank, via, also_via, sender_id, owes) SELECT ?, 0, rank, ?, ?, sender_id, ? FROM messages WHERE rank = ? AND id = ?'

function* deliverAgain(
  tx: Tx,
  deed: OpenChange,
  { address, owes, ...by }: Receiver,
  rank: number,
  dead: readonly CopyRow[],
): Work<boolean> {
  const agent = yield* requireLiving(tx, address)
  const row = dead.find(({ agent_id }) => agent_id === agent)
  if (row !== undefined) {
    const next = revived(yield* deliveryOf(tx, row), owes)
    yield* deed.change({ row, next, what: 'redelivered' })
    yield* freshen(tx, row, waysOf(by))
    return true
  }
  if ((yield* findCopyRow(tx, agent, rank)) !== undefined) return false
  const { via, also_via } = wayCells(by)
  yield* tx.run(againSql, agent, via, also_via, Number(owes), rank, idOfRank(rank))
  yield* deed.note({ agent_id: agent, rank }, 'redelivered')
  yield* tx.engine.markWaiting(tx, agent)
  return true
}

const dropSql = "DELETE FROM postings WHERE selector = ? AND message_id = ? AND selector NOT LIKE 'role:%'"
const endSql =
  'UPDATE postings SET done_at = (SELECT arrived_at FROM messages WHERE id = message_id) WHERE selector = ? AND message_id = ? AND done_at IS NULL'

/** Ends the postings that a message is held under; returns whether there were any. Those to a role stay; those to a tag stay listed. */
function* unhold(tx: Tx, message: number, selectors: readonly string[]): Work<boolean> {
  const gone = yield* mapped(selectors, (selector) =>
    tx.run(isTag(selector) ? endSql : dropSql, selector, message),
  )
  return gone.some((changes) => changes > 0)
}

/** A name that was only ever seen is nobody's mailbox; a queue is on no roster, and takes work all the same. */
function* requireLiving(connection: Connection, address: string): Work<number> {
  if (isQueueAddress(address)) return yield* requireOpenQueue(connection, address)
  const sql = 'SELECT id, state FROM agents WHERE address = ?'
  const row = yield* connection.row<{ readonly id: number; readonly state: string }>(sql, address)
  if (row !== undefined && row.state !== 'dead' && row.state !== unlisted) return row.id
  throw new MailError('not-found', `There is no active agent ${address}.`, 'Choose a recipient with --to.')
}

function notDead(message: number): MailError {
  return new MailError(
    'conflict',
    `${shortId(message)} cannot be redelivered: it is not a dead letter, not held, and no recipient marked it as failed.`,
    'List dead letters with `watchpost inbox --dead --everyone`. To send other mail again, use `watchpost forward`.',
  )
}
