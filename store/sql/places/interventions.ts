import { MailError } from '../../../src/domain/errors.ts'
import { shortId } from '../../../src/domain/id.ts'
import type { Letter } from '../../../src/domain/message.ts'
import { givenUp, requeued } from '../../../src/domain/queue.ts'
import type { Doer, ItemName } from '../../mail-store.ts'
import type { Tx } from '../connection.ts'
import { freshen } from '../moving/redelivering.ts'
import { findCopyRow, rankOfMessage } from '../rows/copies.ts'
import { findLetter } from '../rows/letters.ts'
import { noPlace } from '../rows/place-rows.ts'
import { findQueueRow } from '../rows/queue-rows.ts'
import { type CopyRow, deliveryOf } from '../rows/rows.ts'
import type { Work } from '../work.ts'

/** Back to the queue for anyone; who had it can no longer end it. */
export function* requeueItem(tx: Tx, doer: Doer, item: ItemName, at: number): Work<Letter> {
  const row = yield* requireItemRow(tx, item)
  const { what, next } = requeued(yield* deliveryOf(tx, row))
  const deed = tx.engine.openChange(tx, { doer, at, what })
  const detail = what === 'release' ? { attempt: row.attempts, from: row.held_by } : null
  const changed = yield* deed.change({ row, next, what, detail })
  if (what === 'redelivered') yield* freshen(tx, changed)
  yield* deed.finish()
  return yield* requireItemLetter(tx, item, changed)
}

/** A dead letter with the reason, however often it was tried. */
export function* giveUpItem(
  tx: Tx,
  doer: Doer,
  { reason, ...item }: ItemName & { readonly reason: string },
  at: number,
): Work<Letter> {
  const row = yield* requireItemRow(tx, item)
  const next = givenUp(yield* deliveryOf(tx, row))
  const deed = tx.engine.openChange(tx, { doer, at, what: 'fail', undoable: true })
  yield* deed.note(row, 'fail', { reason, attempt: row.attempts })
  const detail = { reason: 'given-up', by: row.held_by }
  const changed = yield* deed.change({ row, next, what: 'dead', detail })
  yield* deed.finish()
  return yield* requireItemLetter(tx, item, changed)
}

function* requireItemRow(tx: Tx, { queue, message }: ItemName): Work<CopyRow> {
  const found = yield* findQueueRow(tx, queue)
  if (found === undefined) throw noPlace('queue', queue)
  const rank = yield* rankOfMessage(tx, message)
  const row = rank === undefined ? undefined : yield* findCopyRow(tx, found.agent_id, rank)
  if (row !== undefined) return row
  throw new MailError(
    'not-found',
    `${shortId(message)} is not in the queue ${queue}.`,
    `List its items with \`watchpost queue board ${queue}\`.`,
  )
}

function* requireItemLetter(tx: Tx, { message }: ItemName, row: CopyRow): Work<Letter> {
  const letter = yield* findLetter(tx, message, () => deliveryOf(tx, row))
  if (letter === null) throw new Error(`The message ${message} no longer exists`)
  return letter
}
