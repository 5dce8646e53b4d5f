import type { Held, Hold, MessageCursor, Settlement } from '../../../store/mail-store.ts'
import { holdTime } from '../../domain/delivery.ts'
import { shortId } from '../../domain/id.ts'
import { lostNotes } from '../../domain/lost-mail.ts'
import type { Letter } from '../../domain/message.ts'
import { type Priority, priorities } from '../../domain/priority.ts'
import { type PendingText, pendingText } from '../../domain/prompt/pending.ts'
import type { Pending } from '../../domain/prompt/pending-mail.ts'
import type { UnreadCounts } from '../../domain/roster.ts'
import type { Values } from '../../values/schemas.ts'
import { type Context, doerOf } from '../context.ts'
import { randomMark } from '../mark.ts'
import type { Offer } from '../offer.ts'
import { splitLocked } from './hold-openable.ts'
import { type Candidate, findOwed, findWaiting, type Wanted } from './pending-candidates.ts'

export type PendingRequest = Wanted & { readonly again: boolean }

/** Without what the session left open, which `withBriefing` adds. */
type PendingValue = Omit<Values['injected'], 'leftOpen'>

type Written = {
  readonly unread: number
  /** `null` where there was nothing to look for. */
  readonly newest: MessageCursor | null
  readonly isStop: boolean
  readonly locked: ReadonlySet<number>
}

const nothing: PendingText = { text: '', bodies: [], portions: [], headers: [] }

/**
 * Pending mail as the text of `domain/prompt/pending.ts`, held while it is written out. A message that is printed whole is
 * settled as read. One that is printed in part or by its header stays unread, and the log says that its reader was notified
 * of it. One without room is released.
 */
export async function offerPending(context: Context, request: PendingRequest): Promise<Offer<PendingValue>> {
  const counts = await context.store.deliveries.count(context.actor.address, context.now())
  const unread = unreadFrom(counts, request.minPriority)
  const locked = new Set<number>()
  const isStop = request.only === 'untold'
  const { waiting, newest, looked } =
    unread === 0 ? { waiting: [], newest: null } : await findWaiting(context, request)
  const again = request.again ? await findOwed(context) : []
  // The module that makes marks is loaded only when needed: usually no mail waits.
  if (waiting.length + again.length === 0 && (unread === 0 || request.only !== null))
    return offerOf(context, nothing, new Map(), { unread, newest, isStop, locked })
  const write = writer(context, request, unread, looked)
  const planned = printedOf(waiting, write([...pendingsOf(waiting), ...again]))
  const { holds, lost } = await hold(context, planned)
  const free = planned.filter(({ message }) => holds.has(message))
  const silent = free.length + again.length === 0 && (planned.length > 0 || request.only !== null)
  const written = silent ? nothing : write([...pendingsOf(free), ...again])
  for (const { message, isLocked } of free) if (isLocked) locked.add(message)
  const offer = offerOf(context, written, holds, { unread, newest, isStop, locked })
  return { ...offer, notes: lostNotes(lost) }
}

function writer(
  context: Context,
  { budget, minPriority }: PendingRequest,
  unread: number,
  letters?: readonly Letter[],
) {
  const looked = letters?.map(({ message: { id, from, kind } }) => ({ id: shortId(id), from, kind }))
  const [owner, mark, now] = [context.actor.address, randomMark(), context.now()]
  const frame = { owner, mark, now, unread, minPriority, looked }
  return (pendings: readonly Pending[]): PendingText => pendingText(pendings, budget, frame)
}

/** The budget of the first text. */
function printedOf(
  waiting: readonly Candidate[],
  { bodies, portions, headers }: PendingText,
): readonly Candidate[] {
  const printed = new Set([...bodies, ...portions, ...headers])
  return waiting.filter(({ pending }) => printed.has(pending.id))
}

type HeldAll = { readonly holds: ReadonlyMap<number, Hold>; readonly lost: readonly number[] }

async function hold(context: Context, planned: readonly Candidate[]): Promise<HeldAll> {
  if (planned.length === 0) return { holds: new Map(), lost: [] }
  const now = context.now()
  const ids = planned.map(({ message }) => message)
  const { address } = context.actor
  const held = await context.store.deliveries.hold(doerOf(context), address, ids, now + holdTime, now)
  return {
    holds: new Map(
      held.flatMap((one: Held) => (one.hold === null ? [] : [[one.message, one.hold] as const])),
    ),
    lost: held.flatMap(({ why, message }) => (why === 'lost' ? [message] : [])),
  }
}

function offerOf(
  context: Context,
  { text, bodies, portions, headers }: PendingText,
  holds: ReadonlyMap<number, Hold>,
  { unread, newest, isStop, locked }: Written,
): Offer<PendingValue> {
  const { deliveries } = context.store
  const owner = context.actor.address
  const doer = doerOf(context)
  const all = [...holds.values()]
  const of = (ids: readonly string[]) => all.filter(({ message }) => ids.includes(shortId(message)))
  const settleAs = async (some: readonly Hold[], as: Exclude<Settlement, { verb: 'process' }>) => {
    const upto = newest === null ? {} : { upto: newest }
    if (some.length > 0) await deliveries.settle(doer, owner, some, { ...as, ...upto }, context.now())
  }
  const releaseAll = async (some: readonly Hold[]) => {
    if (some.length > 0) await deliveries.release(doer, owner, some, context.now())
  }
  const printed = [...bodies, ...portions, ...headers]
  return {
    value: { text, shown: bodies, portions, headers, unread },
    notes: [],
    settle: async () => {
      const tell = { verb: 'tell', ...(isStop ? { stopped: true } : {}) } as const
      const { whole, headers: sealed } = splitLocked(of(bodies), locked)
      await settleAs(whole, { verb: 'read' })
      await settleAs(sealed, tell)
      await settleAs(of(portions), { ...tell, portion: true })
      await settleAs(of(headers), tell)
      await releaseAll(all.filter(({ message }) => !printed.includes(shortId(message))))
    },
    release: () => releaseAll(all),
    ...(all.length === 0
      ? {}
      : { closedEarly: 'The output was closed before everything was written; this mail stays unread.' }),
  }
}

function pendingsOf(candidates: readonly Candidate[]): readonly Pending[] {
  return candidates.map(({ pending }) => pending)
}

function unreadFrom(counts: UnreadCounts, least: Priority | undefined): number {
  if (least === undefined) return counts.total
  return priorities
    .slice(0, priorities.indexOf(least) + 1)
    .reduce((sum, priority) => sum + counts[priority], 0)
}
