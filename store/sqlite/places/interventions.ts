import { MailError } from '../../../src/domain/errors.ts'
import { shortId } from '../../../src/domain/id.ts'
import type { Letter } from '../../../src/domain/message.ts'
import { givenUp, requeued } from '../../../src/domain/queue.ts'
import type { Doer, ItemName } from '../../mail-store.ts'
import type { Connection } from '../database/connection.ts'
import { freshen } from '../moving/redelivering.ts'
import { type ChangeParts, openChange } from '../rows/changes.ts'
import { findCopyRow, rankOfMessage } from '../rows/copies.ts'
import { findLetter } from '../rows/letters.ts'
import { noPlace } from '../rows/place-rows.ts'
import { findQueueRow } from '../rows/queue-rows.ts'
import { type CopyRow, deliveryOf } from '../rows/rows.ts'

/** Back to the queue for anyone; who had it can no longer end it. */
export function requeueItem({ connection }: ChangeParts, doer: Doer, item: ItemName, at: number): Letter {
  const row = requireCopy(connection, item)
  const { what, next } = requeued(deliveryOf(connection, row))
  const deed = openChange(connection, { doer, at, what })
  const detail = what === 'release' ? { attempt: row.attempts, from: row.held_by } : null
  const changed = deed.change({ row, next, what, detail })
  if (what === 'redelivered') freshen(connection, changed)
  deed.finish()
  return requireLetter(connection, item, changed)
}

/** A dead letter with the reason, however often it was tried. */
export function giveUpItem(
  { connection }: ChangeParts,
  doer: Doer,
  { reason, ...item }: ItemName & { readonly reason: string },
  at: number,
): Letter {
  const row = requireCopy(connection, item)
  const next = givenUp(deliveryOf(connection, row))
  const deed = openChange(connection, { doer, at, what: 'fail', undoable: true })
  deed.note(row, 'fail', { reason, attempt: row.attempts })
  const changed = deed.change({ row, next, what: 'dead', detail: { reason: 'given-up', by: row.held_by } })
  deed.finish()
  return requireLetter(connection, item, changed)
}

function requireCopy(connection: Connection, { queue, message }: ItemName): CopyRow {
  const found = findQueueRow(connection, queue)
  if (found === undefined) throw noPlace('queue', queue)
  const rank = rankOfMessage(connection, message)
  const row = rank === undefined ? undefined : findCopyRow(connection, found.agent_id, rank)
  if (row !== undefined) return row
  throw new MailError(
    'not-found',
    `${shortId(message)} is not in the queue ${queue}.`,
    `List its items with \`watchpost queue board ${queue}\`.`,
  )
}

function requireLetter(connection: Connection, { message }: ItemName, row: CopyRow): Letter {
  const letter = findLetter(connection, message, () => deliveryOf(connection, row))
  if (letter === null) throw new Error(`The message ${message} no longer exists`)
  return letter
}
