import { type Delivery, type DeliveryState, stateOf, statusOf } from '../../../src/domain/delivery.ts'
import { isMailError, MailError, type Problem } from '../../../src/domain/errors.ts'
import type { EventWord } from '../../../src/domain/event.ts'
import { shortId } from '../../../src/domain/id.ts'
import type { JsonObject } from '../../../src/domain/json.ts'
import { advance, type Move, type Verb } from '../../../src/domain/lifecycle.ts'
import { iso } from '../../../src/domain/moment.ts'
import type { Doer, Moved, Target } from '../../mail-store.ts'
import type { Connection, CopyChanges, Looked } from '../connection.ts'
import type { ChangeRequest, CopyChange } from '../rows/changes.ts'
import { findMessageRow } from '../rows/letters.ts'
import { findNumber } from '../rows/names.ts'
import { type CopyRow, deliveryOf, type MessageRow, messageOf } from '../rows/rows.ts'
import { mapped, type Work } from '../work.ts'
import { changeCopies } from './changing.ts'
import { comeBack } from './coming-back.ts'
import { closeForOthers, hasRoleWay } from './role-mail.ts'

/** Nobody wants to undo reading; all other verbs can be undone. */
const lasting: readonly Verb[] = ['read']
/** A copy may be unread again after these. */
const returning: readonly Verb[] = ['unread', 'restore']

export type MoveRequest = {
  readonly doer: Doer
  readonly owner: string
  readonly targets: readonly Target[]
  readonly move: Move
  readonly note: JsonObject | undefined
}

/** Applies one verb to one owner's copies, each separately; all that succeed are one change. */
export function* moveCopies(connection: Connection, request: MoveRequest): Work<readonly Moved[]> {
  const { owner, targets } = request
  const agent = yield* findNumber(connection, owner)
  const messages = targets.map(({ message }) => message)
  // Items of queues are nobody's own: to see that needs no lock.
  const isVain = connection.engine.fast === null && !(yield* hasAny(connection, agent, messages))
  if (isVain)
    return yield* mapped(messages, function* (message) {
      return yield* without(connection, owner, message, yield* findMessageRow(connection, message))
    })
  return yield* changeCopies(
    connection,
    deedOf(request),
    { agent, messages },
    (copies) => moveEach(copies, request),
    (moved) => moved.some(({ changed }) => changed),
  )
}

function* moveEach(copies: CopyChanges, request: MoveRequest): Work<readonly Moved[] | undefined> {
  const moved: Moved[] = []
  const { within } = copies
  if (returning.includes(request.move.verb)) {
    // Whoever loses a role at this moment finds the copy, or the copy finds that.
    if (within === null) return undefined
    yield* within.tx.engine.keepRoster(within.tx)
  }
  for (const target of request.targets) {
    const found = yield* targetOf(
      copies.at,
      yield* copies.look(target.message),
      request.owner,
      target.message,
    )
    if (found.problem !== null) moved.push(found)
    // A role's mail is done for all who hold the role: their copies are looked for, and change with it.
    else if (within === null && request.move.verb === 'complete' && hasRoleWay(found.row)) return undefined
    else moved.push(yield* moveOne(copies, found, target, request))
  }
  return moved
}

const hasCopySql = `SELECT 1 FROM messages m CROSS JOIN deliveries d
ON d.agent_id = @agent AND d.box = box_of(@agent, m.rank) AND d.rank = m.rank WHERE m.id = @message`

function* hasAny(
  connection: Connection,
  agent: number | undefined,
  messages: readonly number[],
): Work<boolean> {
  if (agent === undefined) return false
  for (const message of messages)
    if ((yield* connection.cell(hasCopySql, { agent, message })) !== undefined) return true
  return false
}

function deedOf({ doer, move }: MoveRequest): ChangeRequest {
  return { doer, at: move.at, what: wordOf(move), undoable: !lasting.includes(move.verb) }
}

const wordOf = (move: Move): EventWord => (move.ignore ? 'ignored' : move.verb)

function detailOf({ move, note }: MoveRequest): JsonObject | null {
  if (!note && move.until === undefined) return null
  return { ...note, ...(move.until === undefined ? {} : { until: iso(move.until) }) }
}

type Missing = Extract<Moved, { problem: Problem }>
type Found = { readonly message: MessageRow; readonly row: CopyRow; readonly problem: null }

/** A copy that is to be changed, or why it cannot be. */
export function* targetOf(
  connection: Connection,
  looked: Looked | undefined,
  owner: string,
  id: number,
): Work<Found | Missing> {
  const { message, row } = looked ?? {}
  if (message !== undefined && row !== undefined) return { message, row, problem: null }
  return yield* without(connection, owner, id, message)
}

function* without(
  connection: Connection,
  owner: string,
  id: number,
  message: MessageRow | undefined,
): Work<Missing> {
  const letter =
    message === undefined ? null : { message: yield* messageOf(connection, message), delivery: null }
  const what =
    message === undefined ? `There is no message ${shortId(id)}.` : `${owner} has no copy of ${shortId(id)}.`
  return {
    message: id,
    letter,
    changed: false,
    problem: { code: 'not-found', message: what, hint: 'List a mailbox with `watchpost inbox`.' },
  }
}

function* moveOne(
  copies: CopyChanges,
  { message, row: looked }: Found,
  target: Target,
  request: MoveRequest,
): Work<Moved> {
  const { move } = request
  const { at } = copies
  const row = copies.now(looked)
  const delivery = yield* deliveryOf(at, row)
  const result = attempt(() => {
    requireExpected(delivery, target)
    return advance(delivery, move)
  })
  if ('code' in result)
    return {
      message: message.id,
      letter: { message: yield* messageOf(at, message), delivery },
      changed: false,
      problem: result,
    }
  const changed = !isSameState(result, stateOf(delivery))
  const after = changed
    ? yield* changeOne(copies, { row, next: result, what: wordOf(move), detail: detailOf(request) }, move)
    : row
  return {
    message: message.id,
    letter: { message: yield* messageOf(at, message), delivery: yield* deliveryOf(at, after) },
    changed,
    problem: null,
  }
}

/** The change of a copy, with what follows from it. */
function* changeOne({ change, within }: CopyChanges, asked: CopyChange, { verb, at }: Move): Work<CopyRow> {
  if (within === null) return yield* change(asked)
  const { tx, deed } = within
  if (returning.includes(verb)) return yield* comeBack(tx, deed, asked, at)
  const after = yield* change(asked)
  if (verb === 'complete') yield* closeForOthers(tx, deed, after, at)
  return after
}

/** Returns the problem that forbids a move, to report it beside the moves that succeed. */
export function attempt(rule: () => DeliveryState): DeliveryState | Problem {
  try {
    return rule()
  } catch (error) {
    if (!isMailError(error)) throw error
    return { code: error.code, message: error.message, hint: error.hint }
  }
}

function requireExpected(delivery: Delivery, { expect }: Target): void {
  const status = statusOf(delivery)
  if (expect?.status !== undefined && expect.status !== status) {
    throw new MailError(
      'stale',
      `This message is now ${status}, no longer ${expect.status}.`,
      'Read it again, then decide.',
    )
  }
  if (expect?.attempts !== undefined && expect.attempts !== delivery.attempts) {
    throw new MailError(
      'stale',
      'Another reader took this message in the meantime.',
      'Read it again, then decide.',
    )
  }
}

function isSameState(one: DeliveryState, other: DeliveryState): boolean {
  const keys = Object.keys(one) as (keyof DeliveryState)[]
  return keys.every((key) => one[key] === other[key])
}
