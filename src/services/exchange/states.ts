import { type Delivery, type Status, statusOf } from '../../domain/delivery.ts'
import type { Move, Verb } from '../../domain/lifecycle.ts'
import type { Format } from '../../formats/format.ts'
import type { PlacedMark, Skipped } from '../../formats/gather.ts'
import { everyone, type Parcel } from '../../formats/parcel.ts'
import { type Context, doerOf } from '../context.ts'
import type { Addressing } from './addressing.ts'
import { batches } from './batches.ts'
import type { ForeignStates } from './foreign-states.ts'

/** How far a copy is; a state can be taken over only from one that is less far. */
export const far: Readonly<Record<Status, number>> = {
  unread: 0,
  read: 1,
  processing: 2,
  failed: 3,
  completed: 4,
  archived: 5,
}

export type Known = { readonly id: number; readonly parcel: Parcel; readonly where: string }

type Wanted = {
  readonly message: number
  readonly owner: string
  readonly status: Status
  readonly was: Status | null
  readonly at: number | null
}

/** Copies of messages that are known already get as far as the foreign system has them, never back. Counts the changes. */
export async function bringForward(
  context: Context,
  format: Format,
  addressing: Addressing,
  known: readonly Known[],
  foreign: ForeignStates,
): Promise<number> {
  const told = known.filter(({ parcel }) => parcel.copies.some(({ status }) => status !== 'unread'))
  if (told.length === 0) return 0
  const departures = await context.store.exchange.departuresOf(
    format.name,
    told.map(({ id }) => id),
  )
  const copies = new Map(departures.map(({ message, copies: own }) => [message.id, own]))
  let changed = 0
  for (const { id, parcel, where } of told) {
    for (const { owner, status, was, readAt, completedAt } of parcel.copies) {
      const own = copies.get(id) ?? []
      const address = owner === everyone ? null : addressing.owner(owner)
      for (const delivery of owner === everyone ? own : own.filter((one) => one.owner === address)) {
        if (!isAhead(delivery, status) || !(await foreign.mayChange(delivery.owner, where))) continue
        changed += await moveCopy(context, {
          message: id,
          owner: delivery.owner,
          status,
          was,
          at: completedAt ?? readAt,
        })
      }
    }
  }
  return changed
}

function isAhead(delivery: Delivery, status: Status): boolean {
  return delivery.box !== 'dead' && far[statusOf(delivery)] < far[status]
}

/** Moves a copy to a state, by the moves that lead there. */
async function moveCopy(context: Context, { message, owner, status, was, at }: Wanted): Promise<number> {
  const doer = {
    ...doerOf(context),
    actor: owner,
    principal: context.actor.address === owner ? null : context.actor.address,
  }
  const now = context.now()
  const moves: readonly Pick<Move, 'verb' | 'keep'>[] =
    status === 'archived' && was === 'completed'
      ? [{ verb: 'complete' }]
      : movesTo[status].map((verb) => ({ verb, keep: true }))
  let changed = 0
  for (const move of moves) {
    const [moved] = await context.store.deliveries.move(doer, owner, [{ message }], {
      ...move,
      at: Math.min(at ?? now, now),
    })
    if (moved?.changed) changed = 1
  }
  return changed
}

const movesTo: Readonly<Record<Status, readonly Verb[]>> = {
  unread: ['unread'],
  read: ['read'],
  processing: ['process'],
  completed: ['complete'],
  failed: ['fail'],
  archived: ['archive'],
}

const batchSize = 500

type Telling = { readonly skipped: Skipped[]; readonly foreign: ForeignStates }

/** Applies marks to messages that were imported earlier. */
export async function applyMarks(
  context: Context,
  format: Format,
  addressing: Addressing,
  marks: Iterable<PlacedMark>,
  { skipped, foreign }: Telling,
): Promise<number> {
  let changed = 0
  for (const batch of batches(marks, batchSize)) {
    const ids = await context.store.exchange.known(
      format.name,
      batch.map(({ mark }) => mark.id),
    )
    for (const [at, placed] of batch.entries())
      changed += await applyMark(context, addressing, placed, ids[at] ?? null, { skipped, foreign })
  }
  return changed
}

async function applyMark(
  context: Context,
  addressing: Addressing,
  { mark, where }: PlacedMark,
  message: number | null,
  { skipped, foreign }: Telling,
): Promise<number> {
  const owner = addressing.owner(mark.owner)
  if (message === null && !mark.isDeletion)
    skipped.push({ where, why: `unknown message ${mark.id.slice(0, 100)}` })
  const copy = message === null || owner === null ? null : await context.store.deliveries.find(owner, message)
  if (message === null || owner === null || copy === null) return 0
  const { status, at } = mark
  if (!isAhead(copy, status) || !(await foreign.mayChange(owner, where))) return 0
  return moveCopy(context, { message, owner, status, was: null, at })
}
