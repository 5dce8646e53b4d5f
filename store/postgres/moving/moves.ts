import { type Delivery, type DeliveryState, stateOf, statusOf } from '../../../src/domain/delivery.ts'
import { isMailError, MailError, type Problem } from '../../../src/domain/errors.ts'
import type { EventWord } from '../../../src/domain/event.ts'
import { shortId } from '../../../src/domain/id.ts'
import type { JsonObject } from '../../../src/domain/json.ts'
import { advance, type Move, type Verb } from '../../../src/domain/lifecycle.ts'
import { iso } from '../../../src/domain/moment.ts'
import type { Doer, Moved, Target } from '../../mail-store.ts'
import type { Connection } from '../database/connection.ts'
import { mapped } from '../database/sequences.ts'
import { type ChangeRequest, type OpenChange, openChange } from '../rows/changes.ts'
import { findCopyRow } from '../rows/copies.ts'
import { findMessageRow } from '../rows/letters.ts'
import { namesOf } from '../rows/names.ts'
import { planned } from '../rows/planned.ts'
import { type Looked, lookedAt } from '../rows/remembered.ts'
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
export async function moveCopies(connection: Connection, request: MoveRequest): Promise<readonly Moved[]> {
  const { owner, targets } = request
  const agent = await namesOf(connection).find(owner)
  const moved = await planned(connection, deedOfMove(request), targets.length, async (plan, anew) => {
    const looked = await lookedAt(
      connection,
      agent,
      targets.map(({ message }) => message),
      anew,
    )
    if (request.move.verb === 'complete' && isOfRole([...looked.values()])) return null
    return mapped(targets, async (target) => {
      const found = await targetOf(connection, looked.get(target.message), owner, target.message)
      return found.problem !== null
        ? found
        : moveOne(connection, plan, { ...found, row: plan.now(found.row) }, target, request)
    })
  })
  return moved ?? connection.write(async () => moveRoleMail(connection, request), hasChanged)
}

/** A role's mail is done for all who hold the role: their copies are looked for, and change with it. */
async function moveRoleMail(connection: Connection, request: MoveRequest): Promise<readonly Moved[]> {
  const { owner, targets } = request
  const agent = await namesOf(connection).find(owner)
  const deed = openChange(connection, deedOfMove(request))
  return mapped(targets, async (target) => {
    const found = await findTarget(connection, agent, owner, target.message)
    return found.problem !== null ? found : moveOne(connection, deed, found, target, request)
  })
}

const isOfRole = (looked: readonly Looked[]) => looked.some(({ row }) => row?.via?.startsWith('role:'))
const hasChanged = (moved: readonly Moved[]) => moved.some(({ changed }) => changed)

function deedOfMove({ doer, move }: MoveRequest): ChangeRequest {
  return { doer, at: move.at, what: wordOf(move), undoable: !lasting.includes(move.verb) }
}

const wordOf = (move: Move): EventWord => (move.ignore ? 'ignored' : move.verb)

function detailOf({ move, note }: MoveRequest): JsonObject | null {
  if (!note && move.until === undefined) return null
  return { ...note, ...(move.until === undefined ? {} : { until: iso(move.until) }) }
}

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
  return targetOf(connection, message && { message, row }, owner, id)
}

/** A copy that is to be changed, or why it cannot be. */
export async function targetOf(
  connection: Connection,
  looked: Looked | undefined,
  owner: string,
  id: number,
): Promise<Found | Extract<Moved, { problem: Problem }>> {
  const { message, row } = looked ?? {}
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

async function moveOne(
  connection: Connection,
  deed: Pick<OpenChange, 'change'>,
  { message, row }: Found,
  target: Target,
  request: MoveRequest,
): Promise<Moved> {
  const { move } = request
  const delivery = await deliveryOf(connection, row)
  const result = attempt(() => {
    requireExpected(delivery, target)
    return advance(delivery, move)
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
    ? await deed.change({ row, next: result, what: wordOf(move), detail: detailOf(request) })
    : row
  if (changed && move.verb === 'complete') await closeForOthers(connection, deed, after, move.at)
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
