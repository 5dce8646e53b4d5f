import { type Delivery, type DeliveryState, stateOf, statusOf } from '../../../src/domain/delivery.ts'
import { isMailError, MailError, type Problem } from '../../../src/domain/errors.ts'
import type { EventWord } from '../../../src/domain/event.ts'
import { shortId } from '../../../src/domain/id.ts'
import type { JsonObject } from '../../../src/domain/json.ts'
import { advance, type Move, type Verb } from '../../../src/domain/lifecycle.ts'
import { iso } from '../../../src/domain/moment.ts'
import type { Doer, Moved, Target } from '../../mail-store.ts'
import type { Connection } from '../database/connection.ts'
import { type OpenChange, openChange } from '../rows/changes.ts'
import { boxOfCopy, findCopyRow } from '../rows/copies.ts'
import { findMessageRow } from '../rows/letters.ts'
import { namesOf } from '../rows/names.ts'
import { type CopyRow, deliveryOf, type MessageRow, messageOf } from '../rows/rows.ts'
import { closeForOthers } from './role-mail.ts'

/** Nobody wants to undo reading; all other verbs can be undone. */
const lasting: readonly Verb[] = ['read']

export type MoveRequest = {
  readonly doer: Doer
  readonly owner: string
  readonly targets: readonly Target[]
  readonly move: Move
  readonly note: JsonObject | undefined
}

/** Applies one verb to one owner's copies, each separately; all that succeed are one change. */
export function moveCopies(
  connection: Connection,
  { doer, owner, targets, move, note }: MoveRequest,
): readonly Moved[] {
  const agent = namesOf(connection).find(owner)
  const what: EventWord = move.ignore ? 'ignored' : move.verb
  const deed = openChange(connection, {
    doer,
    at: move.at,
    what,
    undoable: !lasting.includes(move.verb),
  })
  const detail =
    note || move.until !== undefined
      ? { ...note, ...(move.until === undefined ? {} : { until: iso(move.until) }) }
      : null
  const moved = targets.map((target) => {
    const found = findTarget(connection, agent, owner, target.message)
    if (found.problem !== null) return found
    return moveOne(connection, deed, found, target, {
      rule: (delivery) => advance(delivery, move),
      what,
      detail,
      verb: move.verb,
      at: move.at,
    })
  })
  deed.finish()
  return moved
}

/** The result of a move if the owner has no copy of these; else `null`. */
export function withoutCopies(
  connection: Connection,
  owner: string,
  targets: readonly Target[],
): readonly Moved[] | null {
  const agent = namesOf(connection).find(owner)
  const has = connection.column(hasCopySql)
  if (agent !== undefined && targets.some(({ message }) => typeof has.get({ message, agent }) === 'number'))
    return null
  return targets.map(({ message }) =>
    without(connection, owner, message, findMessageRow(connection, message)),
  )
}

const hasCopySql = `SELECT ${boxOfCopy('@agent', 'm.rank')} FROM messages m WHERE m.id = @message`

type Missing = Extract<Moved, { problem: Problem }>

export type Found = { readonly message: MessageRow; readonly row: CopyRow; readonly problem: null }

export function findTarget(
  connection: Connection,
  agent: number | undefined,
  owner: string,
  id: number,
): Found | Missing {
  const message = findMessageRow(connection, id)
  const row =
    message === undefined || agent === undefined ? undefined : findCopyRow(connection, agent, message.rank)
  if (message !== undefined && row !== undefined) return { message, row, problem: null }
  return without(connection, owner, id, message)
}

function without(
  connection: Connection,
  owner: string,
  id: number,
  message: MessageRow | undefined,
): Missing {
  const letter = message === undefined ? null : { message: messageOf(connection, message), delivery: null }
  const what =
    message === undefined ? `There is no message ${shortId(id)}.` : `${owner} has no copy of ${shortId(id)}.`
  return {
    message: id,
    letter,
    changed: false,
    problem: { code: 'not-found', message: what, hint: 'List a mailbox with `watchpost inbox`.' },
  }
}

type Doing = {
  readonly rule: (delivery: Delivery) => DeliveryState
  readonly what: EventWord
  readonly detail: JsonObject | null
  readonly verb: Verb
  readonly at: number
}

function moveOne(
  connection: Connection,
  deed: OpenChange,
  { message, row }: Found,
  target: Target,
  doing: Doing,
): Moved {
  const delivery = deliveryOf(connection, row)
  const result = attempt(() => {
    requireExpected(delivery, target)
    return doing.rule(delivery)
  })
  if ('code' in result)
    return {
      message: message.id,
      letter: { message: messageOf(connection, message), delivery },
      changed: false,
      problem: result,
    }
  const changed = !isSameState(result, stateOf(delivery))
  const after = changed ? deed.change({ row, next: result, what: doing.what, detail: doing.detail }) : row
  if (changed && doing.verb === 'complete') closeForOthers(connection, deed, after, doing.at)
  return {
    message: message.id,
    letter: { message: messageOf(connection, message), delivery: deliveryOf(connection, after) },
    changed,
    problem: null,
  }
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
