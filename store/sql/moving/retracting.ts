import { isRemote } from '../../../src/domain/addressing/address.ts'
import { boxes, type Delivery, type DeliveryState, stateOf } from '../../../src/domain/delivery.ts'
import { MailError, type Problem } from '../../../src/domain/errors.ts'
import { shortId } from '../../../src/domain/id.ts'
import type { JsonObject } from '../../../src/domain/json.ts'
import { isStance, type Kind } from '../../../src/domain/kind.ts'
import { isQueueAddress } from '../../../src/domain/places.ts'
import type { TakenBack } from '../../../src/domain/retraction.ts'
import { withdrawn } from '../../../src/domain/retraction.ts'
import {
  type Fate,
  fateOf,
  fateOfPassedOn,
  isFinished,
  released,
} from '../../../src/domain/retraction-fate.ts'
import type { Author, DeliveryStore, Doer, Retracted, Unwarned } from '../../mail-store.ts'
import type { Connection, Tx } from '../connection.ts'
import type { OpenChange } from '../rows/changes.ts'
import { findCopyRow, holdersOf, wasShown } from '../rows/copies.ts'
import { addressOf, requireNumber } from '../rows/names.ts'
import { hasLeft, withdrawParcel } from '../rows/parcels.ts'
import { endPostings, reopenPostings } from '../rows/postings.ts'
import { takenBackOf } from '../rows/retractions.ts'
import { type CopyRow, deliveryOf } from '../rows/rows.ts'
import { sideBySide } from '../side-by-side.ts'
import { mapped, type Work, type Working } from '../work.ts'
import { isPassedOn } from './losing-ways.ts'

export function openRetracting(
  connection: Connection,
): Working<Pick<DeliveryStore, 'retract' | 'unwarned' | 'warned'>> {
  return {
    retract: (doer, messages, reason, at) =>
      connection.write(
        (tx) => retractMessages(tx, doer, messages, reason, at),
        (retracted) => retracted.some(({ changed }) => changed),
      ),
    unwarned: (most) => connection.read((at) => unwarnedOf(at, most)),
    *warned({ message, at, undone }) {
      const sql = 'UPDATE retractions SET told = 1 WHERE message_id = ? AND at = ? AND undone = ?'
      yield* connection.write(
        (tx) => tx.run(sql, message, at, Number(undone)),
        () => false,
      )
    },
  }
}

/** What one message is taken back for. */
type Why = {
  readonly doer: Doer
  readonly at: number
  readonly reason: string | null
  readonly replacedBy: number | null
  /** These get what replaces it. */
  readonly informed: ReadonlySet<string>
}

function* retractMessages(
  tx: Tx,
  doer: Doer,
  messages: readonly number[],
  reason: string | null,
  at: number,
): Work<readonly Retracted[]> {
  const deed = tx.engine.openChange(tx, { doer, at, what: 'retract', undoable: true })
  const why = { doer, at, reason, replacedBy: null, informed: new Set<string>() }
  const retracted = yield* mapped([...new Set(messages)], (message) => takeBack(tx, deed, message, why))
  yield* deed.finish()
  return retracted
}

type Replacement = {
  readonly doer: Doer
  readonly at: number
  readonly old: number
  readonly by: number
  readonly recipients: readonly number[]
}

/** @throws MailError `not-found` · `conflict` where it was replaced or taken back, is finished, or is a position in a debate */
export function* requireReplaceable(tx: Tx, old: number, at: number): Work<void> {
  const looked = yield* look(tx, old, at, true)
  if (looked.problem !== null)
    throw new MailError(looked.problem.code, looked.problem.message, looked.problem.hint)
}

/** The old message leaves with the same change that brings the new one; that it may was asked before. */
export function* replaceMessage(tx: Tx, { doer, at, old, by, recipients }: Replacement): Work<void> {
  const deed = tx.engine.openChange(tx, { doer, at, what: 'replaced' })
  const informed = new Set(yield* mapped(recipients, (agent) => addressOf(tx, agent)))
  yield* takeBack(tx, deed, old, { doer, at, reason: null, replacedBy: by, informed })
  yield* deed.finish()
}

type Sent = { readonly rank: number; readonly sender_id: number; readonly kind: Kind }
type Copy = {
  readonly row: CopyRow
  readonly delivery: Delivery
  readonly fate: Fate
  /** It is no longer its owner's to do. */
  readonly isPassedOn: boolean
}

type Looked =
  | {
      readonly sent: Sent
      readonly copies: readonly Copy[]
      readonly earlier: TakenBack | undefined
      readonly problem: null
    }
  | { readonly problem: Problem }

/** A message with all its copies, and what forbids to take it back, or to replace it. Who would change one of them waits from here on. */
function* look(tx: Tx, message: number, at: number, isReplacing: boolean): Work<Looked> {
  const sent = yield* tx.row<Sent>('SELECT rank, sender_id, kind FROM messages WHERE id = ?', message)
  if (sent === undefined)
    return { problem: { code: 'not-found', message: `There is no message ${shortId(message)}.`, hint: '' } }
  const copies = yield* copiesOf(tx, message, sent.rank, at)
  const earlier = yield* takenBackOf(tx, message)
  const problem =
    earlier === undefined
      ? hindrance(message, sent.kind, copies)
      : yield* overBefore(tx, message, earlier, isReplacing)
  return problem === null ? { sent, copies, earlier, problem } : { problem }
}

function* takeBack(tx: Tx, deed: OpenChange, message: number, why: Why): Work<Retracted> {
  const looked = yield* look(tx, message, why.at, why.replacedBy !== null)
  if (looked.problem !== null) return { message, changed: false, problem: looked.problem }
  const { sent, copies, earlier } = looked
  // To take it back twice is no error.
  if (earlier !== undefined) return { message, changed: false, withdrawn: [], seenBy: [], problem: null }

  const word = why.replacedBy === null ? 'retract' : 'replaced'
  const detail: JsonObject = {
    ...(why.reason === null ? {} : { reason: why.reason }),
    ...(why.replacedBy === null ? {} : { by: shortId(why.replacedBy) }),
  }
  const seenBy = readersOf(copies).filter((reader) => reader !== why.doer.actor && !why.informed.has(reader))
  // First: no copy is withdrawn of what was not taken back.
  yield* remember(tx, message, why, yield* mapped(seenBy, (reader) => requireNumber(tx, reader)))
  for (const { row, delivery, fate } of copies) {
    const next = fate === 'told' ? released(delivery) : withdrawn(delivery)
    if (isRemote(delivery.owner)) yield* withdrawParcel(tx, message, delivery.owner)
    if (fate === 'told' && !delivery.owes) yield* deed.note(row, word, detail)
    else if (fate !== 'over') yield* deed.change({ row, next, what: word, detail })
  }
  yield* deed.note({ agent_id: sent.sender_id, rank: sent.rank }, word, detail)
  yield* endPostings(tx, message, why.at)
  const gone = copies.filter(({ fate }) => fate === 'withdrawn' || fate === 'overtaken')
  return {
    message,
    changed: true,
    withdrawn: gone.map(({ delivery }) => delivery.owner),
    seenBy,
    problem: null,
  }
}

function* copiesOf(tx: Tx, message: number, rank: number, at: number): Work<readonly Copy[]> {
  const copies: Copy[] = []
  for (const agent of yield* holdersOf(tx, message)) {
    const row = yield* findCopyRow(tx, agent, rank)
    if (row === undefined) continue
    const delivery = yield* deliveryOf(tx, row)
    const isPassed = delivery.box === 'archived' && (yield* isPassedOn(tx, row))
    if (isRemote(delivery.owner)) {
      const fate = leftAs[yield* hasLeft(tx, message, delivery.owner, at)]
      copies.push({ row, delivery, fate, isPassedOn: isPassed })
      continue
    }
    const shown = yield* wasShown(tx, row, false)
    const fate = isPassed ? fateOfPassedOn(shown) : fateOf(delivery, shown, at)
    copies.push({ row, delivery, fate, isPassedOn: isPassed })
  }
  return copies
}

/** A copy for another swarm is with its reader once it has left. */
const leftAs = { no: 'withdrawn', perhaps: 'overtaken', yes: 'told' } as const

/** Who has seen it: of an item of a queue, its claimant. */
function readersOf(copies: readonly Copy[]): readonly string[] {
  const readers = copies.flatMap(({ delivery, fate }) => {
    if (fate !== 'told' && fate !== 'overtaken') return []
    const reader = isQueueAddress(delivery.owner) ? delivery.heldBy : delivery.owner
    return reader === null ? [] : [reader]
  })
  return [...new Set(readers)]
}

function hindrance(message: number, kind: Kind, copies: readonly Copy[]): Problem | null {
  const id = shortId(message)
  if (isStance(kind))
    return {
      code: 'conflict',
      message: `${id} is a position in a debate, which others may have answered; it stays.`,
      hint: 'Answer it with your new position: `watchpost reply`.',
    }
  const open = copies.filter(
    ({ delivery, fate, isPassedOn }) => fate !== 'over' && !isPassedOn && !isFinished(delivery),
  )
  const finished = copies.filter(({ delivery }) => isFinished(delivery))
  if (open.length > 0 || finished.length === 0) return null
  const owners = finished.map(({ delivery }) => delivery.owner).join(', ')
  return {
    code: 'conflict',
    message: `${owners} completed ${id} already; there is nothing left to take back.`,
    hint: 'Send what is to be done now as a new message.',
  }
}

/** What was replaced is no longer there to be taken back or replaced; what was taken back has nothing to be replaced. */
function* overBefore(
  connection: Connection,
  message: number,
  earlier: TakenBack,
  isReplacing: boolean,
): Work<Problem | null> {
  const id = shortId(message)
  if (earlier.replacedBy === null)
    return isReplacing
      ? {
          code: 'conflict',
          message: `${id} was taken back by ${earlier.by}.`,
          hint: 'Send it as a new message.',
        }
      : null
  let newest = earlier.replacedBy
  for (;;) {
    const next = (yield* takenBackOf(connection, newest))?.replacedBy ?? null
    if (next === null) break
    newest = next
  }
  return {
    code: 'conflict',
    message: `${id} was replaced; its newest version is ${shortId(newest)}.`,
    hint: `Name that one: ${shortId(newest)}.`,
  }
}

const rememberSql = `INSERT INTO retractions(message_id, by_id, at, reason, replaced_by, undone, seen_by, told) VALUES(?, ?, ?, ?, ?, 0, ?, ?)
ON CONFLICT(message_id) DO UPDATE SET by_id = excluded.by_id, at = excluded.at, reason = excluded.reason,
  replaced_by = excluded.replaced_by, undone = 0, seen_by = excluded.seen_by, told = excluded.told`

function* remember(tx: Tx, message: number, why: Why, seenBy: readonly number[]): Work<void> {
  const by = yield* requireNumber(tx, why.doer.actor)
  const readers = `[${seenBy.join(',')}]`
  const { at, reason, replacedBy } = why
  yield* tx.run(rememberSql, message, by, at, reason, replacedBy, readers, Number(seenBy.length === 0))
}

const reasonSql = 'SELECT reason FROM retractions WHERE message_id = ?'

/** Does an undone retraction again, of all copies as they are by now. @throws MailError `conflict` where nothing is left to take back */
export function* retractAgain(tx: Tx, deed: OpenChange, message: number, { doer, at }: Author): Work<void> {
  const reason = (yield* tx.cell<string | null>(reasonSql, message)) ?? null
  const why = { doer, at, reason, replacedBy: null, informed: new Set<string>() }
  const { changed, problem } = yield* takeBack(tx, deed, message, why)
  if (problem !== null) throw new MailError(problem.code, problem.message, problem.hint)
  if (!changed)
    throw new MailError('conflict', `${shortId(message)} was taken back since; nothing was redone.`, '')
}

const standSql = `UPDATE retractions SET undone = 1, told = CASE WHEN told = 0 OR seen_by = '[]' THEN 1 ELSE 0 END
WHERE message_id = @message`

/** Undoes a retraction, apart from the copies. Readers who were not told of it yet need not be told at all. */
export function* standBy(tx: Tx, message: number): Work<void> {
  yield* tx.run(standSql, { message })
  const at = yield* tx.cell<number>('SELECT at FROM retractions WHERE message_id = ?', message)
  yield* reopenPostings(tx, message, at ?? 0)
}

const placeSql = 'SELECT sender_id AS agent_id, rank FROM messages WHERE id = ?'

/**
 * The rest of it: copies that were withdrawn since, when they came back, are unread now, too. The log has it as its sender's change also
 * where no copy changed.
 */
export function* standByOthers(tx: Tx, deed: OpenChange, message: number): Work<void> {
  const place = yield* tx.row<{ readonly agent_id: number; readonly rank: number }>(placeSql, message)
  if (place === undefined) return
  yield* deed.note(place, 'undo', { of: 'retract' })
  for (const agent of yield* holdersOf(tx, message)) {
    const row = yield* findCopyRow(tx, agent, place.rank)
    if (row?.box === boxes.indexOf('retracted')) yield* bringBack(deed, row, yield* deliveryOf(tx, row))
  }
}

/** Unread again: a withdrawn copy that is no longer as it was withdrawn. */
export function bringBack(deed: OpenChange, row: CopyRow, state: DeliveryState): Work<CopyRow> {
  const next = { ...stateOf(state), box: 'unread', was: null, readAt: null } as const
  return deed.change({ row, next, what: 'undo', detail: { of: 'retract' } })
}

type Row = Omit<Unwarned, 'by' | 'undone' | 'seenBy'> & {
  readonly by_id: number
  readonly undone: number
  readonly seen_by: string
}

const unwarnedSql = `SELECT message_id AS message, by_id, at, reason, replaced_by AS "replacedBy", undone, seen_by FROM retractions
WHERE told = 0 ORDER BY message_id LIMIT ?`

function* unwarnedOf(connection: Connection, most: number): Work<readonly Unwarned[]> {
  return yield* mapped(yield* connection.rows<Row>(unwarnedSql, most), function* (row) {
    const { by_id, undone, seen_by, ...rest } = row
    const readers = JSON.parse(seen_by) as readonly number[]
    return {
      ...rest,
      by: yield* addressOf(connection, by_id),
      undone: undone === 1,
      seenBy: yield* sideBySide(connection, readers, (each, reader) => addressOf(each, reader)),
    }
  })
}
