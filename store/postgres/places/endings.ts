import type { Delivery } from '../../../src/domain/delivery.ts'
import { isMailError, MailError } from '../../../src/domain/errors.ts'
import { shortId } from '../../../src/domain/id.ts'
import type { JsonObject } from '../../../src/domain/json.ts'
import type { FullLetter } from '../../../src/domain/message.ts'
import { idMask } from '../../../src/domain/priority.ts'
import { type Claim, completed, renewed, requireClaim, returned } from '../../../src/domain/queue.ts'
import type { Doer, Ending, Moved } from '../../mail-store.ts'
import type { Connection } from '../database/connection.ts'
import { mapped } from '../database/sequences.ts'
import { hasChanged } from '../moving/moves.ts'
import { openChange } from '../rows/changes.ts'
import { findFullLetter, findLetter, findMessageRow } from '../rows/letters.ts'
import { planned } from '../rows/planned.ts'
import type { QueueRow } from '../rows/queue-rows.ts'
import { rememberedClaim, type Seen } from '../rows/remembered.ts'
import { type CopyRow, deliveryOf, type LetterRow, letterColumns, messageOf } from '../rows/rows.ts'
import type { QueueParts } from './claims.ts'
import { endTry } from './lapsing.ts'

type Placed = Seen & { readonly queue: Pick<QueueRow, 'lease' | 'attempts'> }
type Item = Placed & { readonly delivery: Delivery }

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
  const { verb } = ending
  const request = { doer, at, what: verb, undoable: verb !== 'process' } as const
  // What failed too often is a dead letter: the log of each item is asked.
  if (verb === 'fail')
    return connection.write(async () => {
      const deed = openChange(connection, request)
      return ended(connection, claims, async (claim) => {
        const item = await requireItem(connection, doer, claim)
        const reason = finish.note?.['reason']
        const detail = typeof reason === 'string' ? { reason } : {}
        return { item, row: await endTry(connection, deed, item, 'fail', detail) }
      })
    }, hasChanged)
  const moved = await planned(connection, request, claims.length, async (plan, anew) =>
    ended(connection, claims, async (claim) => {
      const seen = anew ? undefined : rememberedClaim(connection, claim.message, doer.actor)
      const item = seen ?? (await requireItem(connection, doer, claim))
      const row = plan.now(item.row)
      const delivery = await heldBy(connection, row, doer.actor, claim)
      if (ending.verb !== 'complete') return { item: { ...item, row }, row }
      const detail = { ...finish.note, attempt: row.attempts }
      const next = completed(delivery, at, ending.keep)
      return { item: { ...item, row }, row: await plan.change({ row, next, what: 'complete', detail }) }
    }),
  )
  return moved ?? []
}

async function ended(
  connection: Connection,
  claims: readonly Claim[],
  end: (claim: Claim) => Promise<{ readonly item: Seen; readonly row: CopyRow }>,
): Promise<readonly Moved[]> {
  return mapped(claims, async (claim): Promise<Moved> => {
    try {
      const { item, row } = await end(claim)
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
}

const itemsSql = `SELECT ${letterColumns}, q.lease, q.attempts AS tries FROM messages m
JOIN deliveries d ON (d.rank & ${idMask}) = m.id JOIN queues q ON q.agent_id = d.agent_id WHERE m.id = ?`

type ItemRow = LetterRow & { readonly lease: number; readonly tries: number }

async function itemsOf(connection: Connection, message: number): Promise<readonly Placed[]> {
  const sql = connection.isWriting ? `${itemsSql} FOR UPDATE OF d` : itemsSql
  const rows = (await connection.statement(sql).all(message)) as ItemRow[]
  return rows.map(({ lease, tries, ...row }) => ({ message: row, row, queue: { lease, attempts: tries } }))
}

/** The item that a claim is on. Of several queues that it lies in, the one that the doer claimed it from. */
async function requireItem(connection: Connection, { actor }: Doer, claim: Claim): Promise<Item> {
  const { message } = claim
  const items = await itemsOf(connection, message)
  const item = items.find(({ row }) => row.held_by === actor) ?? items[0]
  if (item === undefined) throw await noItem(connection, message)
  return { ...item, delivery: await heldBy(connection, item.row, actor, claim) }
}

/** A copy that somebody claimed. @throws MailError `conflict` · `stale` */
async function heldBy(connection: Connection, row: CopyRow, actor: string, claim: Claim): Promise<Delivery> {
  const delivery = await deliveryOf(connection, row)
  requireClaim(delivery, actor, claim)
  return delivery
}

async function noItem(connection: Connection, message: number): Promise<MailError> {
  const id = shortId(message)
  return (await findMessageRow(connection, message)) === undefined
    ? new MailError(
        'not-found',
        `There is no message ${id}.`,
        'List a queue with `watchpost inbox queue:NAME`.',
      )
    : new MailError(
        'not-found',
        `${id} is not in a queue.`,
        'Only items claimed with `watchpost claim` have a lease.',
      )
}

async function requireLetter({ connection }: QueueParts, message: number, row: CopyRow): Promise<FullLetter> {
  const letter = await findFullLetter(connection, message, row.agent_id)
  if (letter === null) throw new Error(`The message ${message} no longer exists`)
  return letter
}
