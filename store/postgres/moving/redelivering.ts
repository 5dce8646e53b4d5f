import { handedOn, revived } from '../../../src/domain/dead-letter.ts'
import { boxes } from '../../../src/domain/delivery.ts'
import { MailError } from '../../../src/domain/errors.ts'
import { shortId } from '../../../src/domain/id.ts'
import { isFailedDebt } from '../../../src/domain/outcome.ts'
import { isQueueAddress, isTag } from '../../../src/domain/places.ts'
import { idOfRank } from '../../../src/domain/priority.ts'
import type { Doer, Redelivery } from '../../mail-store.ts'
import { unlisted } from '../../sql/unlisted.ts'
import type { Connection } from '../database/connection.ts'
import { filtered, mapped } from '../database/sequences.ts'
import { type ChangeParts, type OpenChange, openChange } from '../rows/changes.ts'
import { findCopyRow, holdersOf, rankOfMessage } from '../rows/copies.ts'
import { namesOf } from '../rows/names.ts'
import { requireOpenQueue } from '../rows/queue-rows.ts'
import { type CopyRow, deliveryOf } from '../rows/rows.ts'

type Receiver = Redelivery['to'][number]

/** The clock of a letter that was dead has run out, and its session is over: what comes again has neither. */
const freshSql = `UPDATE deliveries SET expires_at = NULL, via = CASE WHEN via LIKE 'session:%' THEN NULL ELSE via END
WHERE agent_id = ? AND box = 0 AND rank = ?`

export async function freshen(connection: Connection, { agent_id, rank }: CopyRow): Promise<void> {
  await connection.statement(freshSql).run(agent_id, rank)
}

export async function redeliverCopies(
  parts: ChangeParts,
  doer: Doer,
  { message, to, held }: Redelivery,
  at: number,
): Promise<readonly string[]> {
  const { connection } = parts
  const rank = await rankOfMessage(connection, message)
  if (rank === undefined) throw new MailError('not-found', `There is no message ${shortId(message)}.`, '')
  const dead = await lostCopies(connection, message, rank)
  const waited = await unhold(connection, message, held)
  if (dead.length === 0 && !waited) throw notDead(message)
  const deed = openChange(connection, { doer, at, what: 'redelivered' })
  const reached = await filtered(to, async (receiver) => deliverAgain(parts, deed, receiver, rank, dead))
  if (reached.length === 0)
    throw new MailError(
      'conflict',
      `${to.map(({ address }) => address).join(', ')} has ${shortId(message)} already.`,
      'Choose another recipient with --to.',
    )
  const addresses = reached.map(({ address }) => address)
  const ids = new Set(await mapped(addresses, async (address) => namesOf(connection).require(address)))
  for (const row of dead.filter(({ agent_id }) => !ids.has(agent_id))) {
    const next = handedOn(await deliveryOf(connection, row))
    await deed.change({ row, next, what: 'redelivered', detail: { to: addresses } })
  }
  return addresses
}

/** Dead letters, and requests that failed. */
async function lostCopies(
  connection: Connection,
  message: number,
  rank: number,
): Promise<readonly CopyRow[]> {
  return filtered(
    (
      await mapped(await holdersOf(connection, message), async (agent) =>
        findCopyRow(connection, agent, rank),
      )
    ).filter((row) => row !== undefined),
    async (row) => row.box === boxes.indexOf('dead') || isFailedDebt(await deliveryOf(connection, row)),
  )
}

async function deliverAgain(
  { connection }: ChangeParts,
  deed: OpenChange,
  { address, via, owes }: Receiver,
  rank: number,
  dead: readonly CopyRow[],
): Promise<boolean> {
  const agent = await requireLiving(connection, address)
  const row = dead.find(({ agent_id }) => agent_id === agent)
  if (row !== undefined) {
    const next = revived(await deliveryOf(connection, row), owes)
    await deed.change({ row, next, what: 'redelivered' })
    await freshen(connection, row)
    return true
  }
  if ((await findCopyRow(connection, agent, rank)) !== undefined) return false
  const sql = `INSERT INTO deliveries(agent_id, box, rank, via, sender_id, owes) SELECT ?, 0, rank, ?, sender_id, ? FROM messages WHERE rank = ? AND id = ?`
  await connection.statement(sql).run(agent, via === 'to' ? null : via, Number(owes), rank, idOfRank(rank))
  await deed.note({ agent_id: agent, rank }, 'redelivered')
  return true
}

/** Whether any of it was still held; it is no longer. What a role finds later stays, and mail to a tag is listed there. */
async function unhold(
  connection: Connection,
  message: number,
  selectors: readonly string[],
): Promise<boolean> {
  const drop = "DELETE FROM postings WHERE selector = ? AND message_id = ? AND selector NOT LIKE 'role:%'"
  const end =
    'UPDATE postings SET done_at = (SELECT arrived_at FROM messages WHERE id = message_id) WHERE selector = ? AND message_id = ? AND done_at IS NULL'
  const gone = await mapped(
    selectors,
    async (selector) =>
      (await connection.statement(isTag(selector) ? end : drop).run(selector, message)).changes,
  )
  return gone.some((changes) => changes > 0)
}

/** A name that was only ever seen is nobody's mailbox; a queue is on no roster, and takes work all the same. */
async function requireLiving(connection: Connection, address: string): Promise<number> {
  if (isQueueAddress(address)) return requireOpenQueue(connection, address)
  const row = (await connection.statement('SELECT id, state FROM agents WHERE address = ?').get(address)) as
    | { id: number; state: string }
    | undefined
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
