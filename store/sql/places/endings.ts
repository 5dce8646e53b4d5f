import { boxes, type Delivery } from '../../../src/domain/delivery.ts'
import { isMailError, MailError } from '../../../src/domain/errors.ts'
import { shortId } from '../../../src/domain/id.ts'
import type { JsonObject } from '../../../src/domain/json.ts'
import type { FullLetter } from '../../../src/domain/message.ts'
import { type Claim, completed, renewed, requireClaim, returned } from '../../../src/domain/queue.ts'
import type { Doer, Ending, Moved } from '../../mail-store.ts'
import type { Connection, CopyChanges, Shape, Targets, Tx } from '../connection.ts'
import { changeCopies, changeWithin } from '../moving/changing.ts'
import type { ChangeRequest } from '../rows/changes.ts'
import { findFullLetter, findLetter, findMessageRow } from '../rows/letters.ts'
import type { QueueRow } from '../rows/queue-rows.ts'
import { type CopyRow, deliveryOf, letterShape, type MessageRow, messageOf } from '../rows/rows.ts'
import { mapped, step, type Work } from '../work.ts'
import { endTry } from './lapsing.ts'

const processing = boxes.indexOf('processing')

type Placed = {
  readonly message: MessageRow
  readonly row: CopyRow
  readonly queue: Pick<QueueRow, 'lease' | 'attempts'>
}
type Item = Placed & { readonly delivery: Delivery }

/** Of what is remembered nobody knows the queue. */
type Known = Pick<Placed, 'message' | 'row'> & Partial<Pick<Placed, 'queue'>>

export type Finish = { readonly ending: Ending; readonly at: number; readonly note: JsonObject | undefined }

/** Renews the lease, counted from now. */
export function* renewClaim(
  tx: Tx,
  doer: Doer,
  claim: Claim,
  lease: number | null,
  at: number,
): Work<FullLetter> {
  const { queue, row, delivery } = yield* requireItem(tx, doer, claim)
  const until = at + (lease ?? queue.lease)
  const deed = tx.engine.openChange(tx, { doer, at, what: 'renew' })
  const detail = { until: new Date(until).toISOString(), attempt: row.attempts }
  yield* deed.change({ row, next: renewed(delivery, until, at), what: 'renew', detail })
  return yield* requireLetter(tx, claim.message, row)
}

/** Given back untried. */
export function* giveBack(tx: Tx, doer: Doer, claim: Claim, at: number): Work<FullLetter> {
  const { row, delivery } = yield* requireItem(tx, doer, claim)
  const deed = tx.engine.openChange(tx, { doer, at, what: 'release' })
  const detail = { attempt: row.attempts }
  yield* deed.change({ row, next: returned(delivery), what: 'release', detail })
  yield* deed.finish()
  return yield* requireLetter(tx, claim.message, row)
}

/** Finishes each claim separately; all that succeed are one change. It begins with what is remembered of the items. */
export function finishClaims(
  connection: Connection,
  doer: Doer,
  claims: readonly Claim[],
  finish: Finish,
): Work<readonly Moved[]> {
  return changeCopies(
    connection,
    requestOf(doer, finish),
    targetsOf(claims),
    (copies) => endEach(copies, doer, claims, finish),
    (moved) => moved.some(({ changed }) => changed),
  )
}

/** The same as a part of a change. @param before is done with an item in hand */
export function finishWithin(
  tx: Tx,
  doer: Doer,
  claims: readonly Claim[],
  finish: Finish,
  before: (item: CopyRow) => Work<void>,
): Work<readonly Moved[]> {
  return changeWithin(tx, requestOf(doer, finish), targetsOf(claims), (copies) =>
    endEach(copies, doer, claims, finish, before),
  )
}

function requestOf(doer: Doer, { at, ending: { verb } }: Finish): ChangeRequest {
  return { doer, at, what: verb, undoable: verb !== 'process' }
}

/** A claim's copy is found by who has it. */
function targetsOf(claims: readonly Claim[]): Targets {
  return { agent: undefined, messages: claims.map(({ message }) => message) }
}

/** Ends claims one after the other; a problem of one is its own. */
function* endEach(
  copies: CopyChanges,
  doer: Doer,
  claims: readonly Claim[],
  finish: Finish,
  prepare?: (item: CopyRow) => Work<void>,
): Work<readonly Moved[] | undefined> {
  // What failed too often is a dead letter: the log of each item is asked.
  const { at, within } = copies
  if (within === null && finish.ending.verb === 'fail') return undefined
  return yield* mapped(claims, function* (claim): Work<Moved> {
    try {
      const item: Known = copies.given(claim.message, doer.actor) ?? (yield* findItem(at, doer, claim))
      const before = copies.now(item.row)
      const delivery = yield* heldBy(at, before, doer.actor, claim)
      if (prepare !== undefined) yield* prepare(before)
      const row = yield* endItem(copies, { ...item, row: before, delivery }, finish)
      const message = yield* messageOf(at, item.message)
      const letter = { message, delivery: yield* deliveryOf(at, row) }
      return { message: claim.message, letter, changed: row !== before, problem: null }
    } catch (error) {
      if (!isMailError(error)) throw error
      const { code, message, hint } = error
      const letter = yield* findLetter(at, claim.message, () => step(() => null))
      return { message: claim.message, letter, changed: false, problem: { code, message, hint } }
    }
  })
}

function* endItem(
  { change, within }: CopyChanges,
  { row, delivery, queue }: Known & Pick<Item, 'delivery'>,
  { ending, at, note }: Finish,
): Work<CopyRow> {
  const reason = note?.['reason']
  switch (ending.verb) {
    case 'process':
      return row
    case 'complete': {
      const detail = { ...note, attempt: row.attempts }
      return yield* change({ row, next: completed(delivery, at, ending.keep), what: 'complete', detail })
    }
    case 'fail': {
      if (within === null || queue === undefined) throw new Error('A failed attempt needs a transaction')
      const detail = typeof reason === 'string' ? { reason } : {}
      return yield* endTry(within.tx, within.deed, { queue, row }, 'fail', detail)
    }
  }
}

const placedShape: Shape<Placed> = {
  columns: `${letterShape.columns}, q.lease, q.attempts AS tries`,
  rowOf(cells) {
    const { message, copy: row } = letterShape.rowOf(cells)
    return { message, row, queue: { lease: cells.at(-2) ?? 0, attempts: cells.at(-1) ?? 0 } }
  },
}

const sentTo = 'SELECT j.value FROM messages s, numbers(s.recipients) j WHERE s.id = @message'
/** Most work was sent to its queue, and its claimant has it. */
const claimedSql = placedSql(sentTo, `d.box = ${processing} AND d.held_by = @actor`)
/** In each queue that a message went to. */
const anySql = placedSql(
  `${sentTo} UNION SELECT e.agent_id FROM events e WHERE e.message_id = @message AND e.what IN ('joined', 'redelivered')`,
  'd.box = box_of(q.agent_id, m.rank)',
)

function placedSql(queues: string, where: string): string {
  return `SELECT ${placedShape.columns} FROM messages m CROSS JOIN queues q ON q.agent_id IN (${queues})
CROSS JOIN deliveries d ON d.agent_id = q.agent_id AND d.rank = m.rank AND ${where} WHERE m.id = @message ORDER BY q.agent_id`
}

/** The item of a claim, which its claimant still has. @throws MailError `conflict` · `stale` · `not-found` */
function* requireItem(connection: Connection, doer: Doer, claim: Claim): Work<Item> {
  const item = yield* findItem(connection, doer, claim)
  return { ...item, delivery: yield* heldBy(connection, item.row, doer.actor, claim) }
}

/** The item of a claim. If it is in several queues, the one that the doer claimed it from. */
function* findItem(connection: Connection, { actor }: Doer, { message }: Claim): Work<Placed> {
  const lock = connection.isWriting ? ' FOR UPDATE OF d' : ''
  const [mine] = yield* connection.wide(placedShape, claimedSql + lock, { message, actor })
  const others = mine === undefined ? yield* connection.wide(placedShape, anySql + lock, { message }) : []
  const item = mine ?? others.find(({ row }) => row.held_by === actor) ?? others[0]
  if (item === undefined) throw yield* noItem(connection, message)
  return item
}

/** A copy that somebody claimed. @throws MailError `conflict` · `stale` */
function* heldBy(connection: Connection, row: CopyRow, actor: string, claim: Claim): Work<Delivery> {
  const delivery = yield* deliveryOf(connection, row)
  requireClaim(delivery, actor, claim)
  return delivery
}

function* noItem(connection: Connection, message: number): Work<MailError> {
  const id = shortId(message)
  return (yield* findMessageRow(connection, message)) === undefined
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

function* requireLetter(tx: Tx, message: number, row: CopyRow): Work<FullLetter> {
  const letter = yield* findFullLetter(tx, message, row.agent_id)
  if (letter === null) throw new Error(`The message ${message} no longer exists`)
  return letter
}
