import { boxes, type Delivery } from '../../../src/domain/delivery.ts'
import { isMailError, MailError } from '../../../src/domain/errors.ts'
import { shortId } from '../../../src/domain/id.ts'
import type { JsonObject } from '../../../src/domain/json.ts'
import type { FullLetter } from '../../../src/domain/message.ts'
import { type Claim, completed, renewed, requireClaim, returned } from '../../../src/domain/queue.ts'
import type { Doer, Ending, Moved } from '../../mail-store.ts'
import type { Connection } from '../database/connection.ts'
import { type OpenChange, openChange } from '../rows/changes.ts'
import { findCopyIn, findCopyRow, recipientsOf } from '../rows/copies.ts'
import { findFullLetter, findLetter, findMessageRow } from '../rows/letters.ts'
import { type QueueRow, queueOwnedBy, queuesOf } from '../rows/queue-rows.ts'
import { type CopyRow, deliveryOf, type MessageRow, messageOf } from '../rows/rows.ts'
import type { QueueParts } from './claims.ts'
import { endTry } from './lapsing.ts'

const processing = boxes.indexOf('processing')

type Item = {
  readonly message: MessageRow
  readonly queue: QueueRow
  readonly row: CopyRow
  readonly delivery: Delivery
}

type Finish = { readonly ending: Ending; readonly at: number; readonly note: JsonObject | undefined }

/** Renews the lease, counted from now. */
export function renewClaim(
  parts: QueueParts,
  doer: Doer,
  claim: Claim,
  lease: number | null,
  at: number,
): FullLetter {
  const { connection } = parts
  const { queue, row, delivery } = requireItem(connection, doer, claim)
  const until = at + (lease ?? queue.lease)
  const deed = openChange(connection, { doer, at, what: 'renew' })
  const detail = { until: new Date(until).toISOString(), attempt: row.attempts }
  deed.change({ row, next: renewed(delivery, until, at), what: 'renew', detail })
  return requireLetter(parts, claim.message, row)
}

/** Given back untried. */
export function giveBack(parts: QueueParts, doer: Doer, claim: Claim, at: number): FullLetter {
  const { connection } = parts
  const { row, delivery } = requireItem(connection, doer, claim)
  const deed = openChange(connection, { doer, at, what: 'release' })
  deed.change({ row, next: returned(delivery), what: 'release', detail: { attempt: row.attempts } })
  deed.finish()
  return requireLetter(parts, claim.message, row)
}

/** Finishes each claim separately; all that succeed are one change. */
export function finishClaims(
  { connection }: QueueParts,
  doer: Doer,
  claims: readonly Claim[],
  finish: Finish,
): readonly Moved[] {
  const { ending, at } = finish
  const deed = openChange(connection, {
    doer,
    at,
    what: ending.verb,
    undoable: ending.verb !== 'process',
  })
  const moved = claims.map((claim): Moved => {
    try {
      const item = requireItem(connection, doer, claim)
      const row = end(connection, deed, item, finish)
      return {
        message: claim.message,
        letter: {
          message: messageOf(connection, item.message),
          delivery: deliveryOf(connection, row),
        },
        changed: row !== item.row,
        problem: null,
      }
    } catch (error) {
      if (!isMailError(error)) throw error
      const { code, message, hint } = error
      const letter = findLetter(connection, claim.message, () => null)
      return { message: claim.message, letter, changed: false, problem: { code, message, hint } }
    }
  })
  deed.finish()
  return moved
}

function end(
  connection: Connection,
  deed: OpenChange,
  { queue, row, delivery }: Item,
  { ending, at, note }: Finish,
): CopyRow {
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

/** The item of a claim. If it is in several queues, the one that the doer claimed it from. */
function requireItem(connection: Connection, { actor }: Doer, claim: Claim): Item {
  const id = shortId(claim.message)
  const message = findMessageRow(connection, claim.message)
  if (message === undefined)
    throw new MailError(
      'not-found',
      `There is no message ${id}.`,
      'List a queue with `watchpost inbox queue:NAME`.',
    )
  const item = claimedItem(connection, actor, message) ?? anyItem(connection, actor, message)
  if (item === undefined)
    throw new MailError(
      'not-found',
      `${id} is not in a queue.`,
      'Only items claimed with `watchpost claim` have a lease.',
    )
  requireClaim(item.delivery, actor, claim)
  return item
}

/** Most work was sent to one queue, and its claimant has it. */
function claimedItem(connection: Connection, actor: string, message: MessageRow): Item | undefined {
  const [only, ...others] = recipientsOf(connection, message.id)
  const row =
    only === undefined || others.length > 0
      ? undefined
      : findCopyIn(connection, processing, only, message.rank)
  if (row?.held_by !== actor) return undefined
  const queue = queueOwnedBy(connection, row.agent_id)
  return queue && { message, queue, row, delivery: deliveryOf(connection, row) }
}

function anyItem(connection: Connection, actor: string, message: MessageRow): Item | undefined {
  const items = queuesOf(connection, message.id).flatMap((queue): Item[] => {
    const row = findCopyRow(connection, queue.agent_id, message.rank)
    return row === undefined ? [] : [{ message, queue, row, delivery: deliveryOf(connection, row) }]
  })
  return items.find(({ row }) => row.held_by === actor) ?? items[0]
}

function requireLetter({ connection }: QueueParts, message: number, row: CopyRow): FullLetter {
  const letter = findFullLetter(connection, message, row.agent_id)
  if (letter === null) throw new Error(`The message ${message} no longer exists`)
  return letter
}
