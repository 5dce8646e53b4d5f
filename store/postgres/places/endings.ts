import type { Delivery } from '../../../src/domain/delivery.ts'
import { isMailError, MailError } from '../../../src/domain/errors.ts'
import { shortId } from '../../../src/domain/id.ts'
import type { JsonObject } from '../../../src/domain/json.ts'
import type { FullLetter } from '../../../src/domain/message.ts'
import { type Claim, completed, renewed, requireClaim, returned } from '../../../src/domain/queue.ts'
import type { Doer, Ending, Moved } from '../../mail-store.ts'
import type { Connection } from '../database/connection.ts'
import { flatMapped, mapped } from '../database/sequences.ts'
import { type OpenChange, openChange } from '../rows/changes.ts'
import { findCopyRow } from '../rows/copies.ts'
import { findFullLetter, findLetter, findMessageRow } from '../rows/letters.ts'
import { type QueueRow, queuesOf } from '../rows/queue-rows.ts'
import { type CopyRow, deliveryOf, type MessageRow, messageOf } from '../rows/rows.ts'
import type { QueueParts } from './claims.ts'
import { endTry } from './lapsing.ts'

type Item = {
  readonly message: MessageRow
  readonly queue: QueueRow
  readonly row: CopyRow
  readonly delivery: Delivery
}

type Finish = { readonly ending: Ending; readonly at: number; readonly note: JsonObject | undefined }

/** The lease anew, counted from now. */
export async function renewClaim(
  parts: QueueParts,
  doer: Doer,
  claim: Claim,
  lease: number | null,
  at: number,
): Promise<FullLetter> {
  const { connection } = parts
  const { queue, row, delivery } = await requireItem(connection, doer, claim)
  const until = at + (lease ?? queue.lease)
  const deed = openChange(connection, { doer, at, what: 'renew' })
  const detail = { until: new Date(until).toISOString(), attempt: row.attempts }
  await deed.change({ row, next: renewed(delivery, until, at), what: 'renew', detail })
  return requireLetter(parts, claim.message, row)
}

/** Given back untried. */
export async function giveBack(parts: QueueParts, doer: Doer, claim: Claim, at: number): Promise<FullLetter> {
  const { connection } = parts
  const { row, delivery } = await requireItem(connection, doer, claim)
  const deed = openChange(connection, { doer, at, what: 'release' })
  await deed.change({ row, next: returned(delivery), what: 'release', detail: { attempt: row.attempts } })
  return requireLetter(parts, claim.message, row)
}

/** Each claim for itself, all that succeed as one deed. */
export async function finishClaims(
  { connection }: QueueParts,
  doer: Doer,
  claims: readonly Claim[],
  finish: Finish,
): Promise<readonly Moved[]> {
  const { ending, at } = finish
  const deed = openChange(connection, {
    doer,
    at,
    what: ending.verb,
    undoable: ending.verb !== 'process',
  })
  const moved = await mapped(claims, async (claim): Promise<Moved> => {
    try {
      const item = await requireItem(connection, doer, claim)
      const row = await end(connection, deed, item, finish)
      return {
        message: claim.message,
        letter: {
          message: await messageOf(connection, item.message),
          delivery: await deliveryOf(connection, row),
        },
        changed: row !== item.row,
        problem: null,
      }
    } catch (error) {
      if (!isMailError(error)) throw error
      const { code, message, hint } = error
      const letter = await findLetter(connection, claim.message, async () => null)
      return { message: claim.message, letter, changed: false, problem: { code, message, hint } }
    }
  })
  return moved
}

async function end(
  connection: Connection,
  deed: OpenChange,
  { queue, row, delivery }: Item,
  { ending, at, note }: Finish,
): Promise<CopyRow> {
  switch (ending.verb) {
    case 'process':
      return row
    case 'complete': {
      const detail = { ...note, attempt: row.attempts }
      return deed.change({
        row,
        next: completed(delivery, at, ending.keep),
        what: 'complete',
        detail,
      })
    }
    case 'fail': {
      const reason = note?.['reason']
      return endTry(connection, deed, { queue, row }, 'fail', typeof reason === 'string' ? { reason } : {})
    }
  }
}

/** The item that a claim is on. Of several queues that it lies in, the one that the doer claimed it from. */
async function requireItem(connection: Connection, { actor }: Doer, claim: Claim): Promise<Item> {
  const id = shortId(claim.message)
  const message = await findMessageRow(connection, claim.message)
  if (message === undefined)
    throw new MailError(
      'not-found',
      `There is no message ${id}.`,
      'List a queue with `watchpost inbox queue:NAME`.',
    )
  const items = await flatMapped(
    await queuesOf(connection, claim.message),
    async (queue): Promise<Item[]> => {
      const row = await findCopyRow(connection, queue.agent_id, message.rank)
      return row === undefined ? [] : [{ message, queue, row, delivery: await deliveryOf(connection, row) }]
    },
  )
  const item = items.find(({ row }) => row.held_by === actor) ?? items[0]
  if (item === undefined)
    throw new MailError(
      'not-found',
      `${id} is not in a queue.`,
      'Only items claimed with `watchpost claim` have a lease.',
    )
  requireClaim(item.delivery, actor, claim)
  return item
}

async function requireLetter({ connection }: QueueParts, message: number, row: CopyRow): Promise<FullLetter> {
  const letter = await findFullLetter(connection, message, row.agent_id)
  if (letter === null) throw new Error(`The message ${message} no longer exists`)
  return letter
}
