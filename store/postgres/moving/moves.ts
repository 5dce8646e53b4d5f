import { boxes, type Delivery, type DeliveryState, stateOf, statusOf } from '../../../src/domain/delivery.ts'
import { isMailError, MailError, type Problem } from '../../../src/domain/errors.ts'
import type { EventWord } from '../../../src/domain/event.ts'
import { shortId } from '../../../src/domain/id.ts'
import type { JsonObject } from '../../../src/domain/json.ts'
import { advance, type Move, type Verb } from '../../../src/domain/lifecycle.ts'
import { iso } from '../../../src/domain/moment.ts'
import type { Doer, Moved, Target } from '../../mail-store.ts'
import type { Connection } from '../database/connection.ts'
import { anyOf, mapped } from '../database/sequences.ts'
import { type OpenChange, openChange } from '../rows/changes.ts'
import { findCopyRow } from '../rows/copies.ts'
import { findMessageRow } from '../rows/letters.ts'
import { namesOf } from '../rows/names.ts'
import { type CopyRow, deliveryOf, type MessageRow, messageOf } from '../rows/rows.ts'
import { closeForOthers } from './role-mail.ts'

/** Reading is no deed that anyone wants back; the rest is. */
const lasting: readonly Verb[] = ['read']

export type MoveRequest = {
  readonly doer: Doer
  readonly owner: string
  readonly targets: readonly Target[]
  readonly move: Move
  readonly note: JsonObject | undefined
}

/** One verb on one owner's copies: each for itself, all that succeed as one deed. */
export async function moveCopies(
  connection: Connection,
  { doer, owner, targets, move, note }: MoveRequest,
): Promise<readonly Moved[]> {
  const agent = await namesOf(connection).find(owner)
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
  const moved = await mapped(targets, async (target) => {
    const found = await findTarget(connection, agent, owner, target.message)
    if (found.problem !== null) return found
    return moveOne(connection, deed, found, target, {
      rule: (delivery) => advance(delivery, move),
      what,
      detail,
      verb: move.verb,
      at: move.at,
    })
  })
  return moved
}

/** What moving these gives where the owner has a copy of none of them; else `null`. */
export async function withoutCopies(
  connection: Connection,
  owner: string,
  targets: readonly Target[],
): Promise<readonly Moved[] | null> {
  const agent = await namesOf(connection).find(owner)
  const has = connection.column(hasCopySql)
  if (
    agent !== undefined &&
    (await anyOf(targets, async ({ message }) => (await has.get({ message, agent })) !== undefined))
  )
    return null
  const found = await connection.read(async () =>
    mapped(targets, async ({ message }) => findTarget(connection, agent, owner, message)),
  )
  const missing = found.filter((one) => one.problem !== null)
  return missing.length === targets.length ? missing : null
}

const hasCopySql = `SELECT 1 FROM messages m JOIN deliveries d ON d.agent_id = @agent
AND d.box IN (${boxes.map((_, box) => box).join(', ')}) AND d.rank = m.rank WHERE m.id = @message`

export type Found = { readonly message: MessageRow; readonly row: CopyRow; readonly problem: null }

export async function findTarget(
  connection: Connection,
  agent: number | undefined,
  owner: string,
  id: number,
): Promise<Found | Extract<Moved, { problem: Problem }>> {
  const message = await findMessageRow(connection, id)
  const row =
    message === undefined || agent === undefined
      ? undefined
      : await findCopyRow(connection, agent, message.rank)
  if (message !== undefined && row !== undefined) return { message, row, problem: null }
  const letter =
    message === undefined ? null : { message: await messageOf(connection, message), delivery: null }
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

async function moveOne(
  connection: Connection,
  deed: OpenChange,
  { message, row }: Found,
  target: Target,
  doing: Doing,
): Promise<Moved> {
  const delivery = await deliveryOf(connection, row)
  const result = attempt(() => {
    requireExpected(delivery, target)
    return doing.rule(delivery)
  })
  if ('code' in result)
    return {
      message: message.id,
      letter: { message: await messageOf(connection, message), delivery },
      changed: false,
      problem: result,
    }
  const changed = !isSameState(result, stateOf(delivery))
  const after = changed
    ? await deed.change({ row, next: result, what: doing.what, detail: doing.detail })
    : row
  if (changed && doing.verb === 'complete') await closeForOthers(connection, deed, after, doing.at)
  return {
    message: message.id,
    letter: { message: await messageOf(connection, message), delivery: await deliveryOf(connection, after) },
    changed,
    problem: null,
  }
}

/** What forbids a move is told beside the moves that succeed. */
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
