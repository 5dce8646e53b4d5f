import type { Held, Hold } from '../../../store/mail-store.ts'
import { holdTime } from '../../domain/delivery.ts'
import { isLost } from '../../domain/errors.ts'
import { shortId } from '../../domain/id.ts'
import { lostNotes } from '../../domain/lost-mail.ts'
import type { Letter, Message } from '../../domain/message.ts'
import { type Priority, priorities } from '../../domain/priority.ts'
import { type PendingText, pendingText } from '../../domain/prompt/pending.ts'
import { type Pending, type PendingBudget, pendingOf } from '../../domain/prompt/pending-mail.ts'
import type { UnreadCounts } from '../../domain/roster.ts'
import { randomMark } from '../mark.ts'
import { type Context, doerOf, type Offer } from '../operation.ts'

/** What of a session's knowledge is left out. */
export const scopes = ['changed', 'untold', 'newer'] as const

export type PendingRequest = {
  readonly budget: PendingBudget
  readonly minPriority: Priority | undefined
  readonly limit: number
  readonly again: boolean
  readonly only: (typeof scopes)[number] | null
}

export type InjectedValue = {
  /** Empty when nothing waits. */
  readonly text: string
  /** Whose bodies stand in it: read, once it was written out. */
  readonly shown: readonly string[]
  /** Of whom only headers stand in it. */
  readonly headers: readonly string[]
  /** All that is unread of that priority, and was before. */
  readonly unread: number
}

type Candidate = { readonly message: number; readonly pending: Pending }

const nothing: PendingText = { text: '', bodies: [], headers: [] }

/** As many owed answers as are told again. */
const mostAgain = 20

/**
 * Pending mail as the text of `domain/prompt/pending.ts`, held while it is written out. What stands in it whole is settled as
 * read; of what stands there by its header the reader was told, and it stays unread; what found no room is released.
 */
export async function offerPending(context: Context, request: PendingRequest): Promise<Offer<InjectedValue>> {
  const counts = await context.store.deliveries.count(context.actor.address, context.now())
  const unread = unreadFrom(counts, request.minPriority)
  const { waiting, newest } = await findWaiting(context, request, unread)
  const again = request.again ? await findOwed(context) : []
  // What makes a mark is loaded for it alone, and mostly nothing waits.
  if (waiting.length + again.length === 0 && (unread === 0 || request.only !== null))
    return offerOf(context, nothing, new Map(), { unread, newest })
  const write = writer(context, request, unread)
  const planned = printedOf(waiting, write([...pendingsOf(waiting), ...again]))
  const { holds, lost } = await hold(context, planned)
  const free = planned.filter(({ message }) => holds.has(message))
  const silent = free.length + again.length === 0 && (planned.length > 0 || request.only !== null)
  const written = silent ? nothing : write([...pendingsOf(free), ...again])
  return { ...offerOf(context, written, holds, { unread, newest }), notes: lostNotes(lost) }
}

function writer(context: Context, { budget, minPriority }: PendingRequest, unread: number) {
  const frame = { owner: context.actor.address, mark: randomMark(), now: context.now(), unread, minPriority }
  return (pendings: readonly Pending[]): PendingText => pendingText(pendings, budget, frame)
}

type Waiting = { readonly waiting: readonly Candidate[]; readonly newest: number }

/** The most pressing unread mail, bodies read as far as the budget may take them; and the newest message of all. */
async function findWaiting(context: Context, request: PendingRequest, unread: number): Promise<Waiting> {
  if (unread === 0) return { waiting: [], newest: 0 }
  const { address } = context.actor
  const { budget, minPriority, limit } = request
  const filter = { boxes: ['unread'] as const, ...(minPriority === undefined ? {} : { minPriority }) }
  const { rows } = await context.store.deliveries.page(address, filter, context.now(), { limit, after: null })
  const known = await knownHere(context, rows)
  const candidates: Candidate[] = []
  let room = budget.maxChars
  for (const letter of rows) {
    const { id } = letter.message
    if (request.only === 'untold' && known.told.has(id)) continue
    if (request.only === 'newer' && (known.told.has(id) || id <= known.upto)) continue
    const body = room > 0 ? await bodyOf(context, letter.message, budget) : null
    room -= body === null ? 0 : Math.min(body.length, budget.maxCharsPerBody ?? body.length)
    const told = request.only !== null && known.told.has(id)
    candidates.push({ message: id, pending: { ...pendingFrom(letter, body), told } })
  }
  return { waiting: candidates, newest: known.newest }
}

async function knownHere(context: Context, rows: readonly Letter[]) {
  if (context.session === null) return { told: new Set<number>(), upto: 0, newest: 0 }
  const ids = rows.map(({ message }) => message.id)
  const { told, ...rest } = await context.store.log.told(context.actor.address, context.session, ids)
  return { ...rest, told: new Set(told) }
}

/** `null` for one that could not stand in the text. */
async function bodyOf(context: Context, { id }: Message, budget: PendingBudget): Promise<string | null> {
  const letter = await context.store.messages.read(id, null).catch((error: unknown) => {
    if (isLost(error)) return undefined
    throw error
  })
  if (letter === undefined) return null
  const body = letter?.message.body ?? ''
  return Math.min(body.length, budget.maxCharsPerBody ?? body.length) > budget.maxChars ? null : body
}

async function findOwed(context: Context): Promise<readonly Pending[]> {
  const question = { by: context.actor.address, to: null }
  const page = { limit: mostAgain, after: null }
  const { rows } = await context.store.deliveries.owed(question, context.now(), page)
  return rows
    .filter(({ delivery }) => delivery !== null && delivery.box !== 'unread' && delivery.readAt !== null)
    .map((letter) => ({ ...pendingFrom(letter, null), again: true }))
}

function pendingFrom({ message, delivery }: Letter, body: string | null): Pending {
  const ids = { id: shortId(message.id), thread: shortId(message.thread) }
  return { ...pendingOf({ ...message, body: '' }, ids, delivery?.owes ?? false), body }
}

/** What a first writing has room for. */
function printedOf(waiting: readonly Candidate[], { bodies, headers }: PendingText): readonly Candidate[] {
  const printed = new Set([...bodies, ...headers])
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
  { text, bodies, headers }: PendingText,
  holds: ReadonlyMap<number, Hold>,
  { unread, newest }: { readonly unread: number; readonly newest: number },
): Offer<InjectedValue> {
  const { deliveries } = context.store
  const owner = context.actor.address
  const doer = doerOf(context)
  const all = [...holds.values()]
  const of = (ids: readonly string[]) => all.filter(({ message }) => ids.includes(shortId(message)))
  const settleAs = async (some: readonly Hold[], verb: 'read' | 'tell') => {
    if (some.length > 0) await deliveries.settle(doer, owner, some, { verb, upto: newest }, context.now())
  }
  const releaseAll = async (some: readonly Hold[]) => {
    if (some.length > 0) await deliveries.release(doer, owner, some, context.now())
  }
  const printed = [...bodies, ...headers]
  return {
    value: { text, shown: bodies, headers, unread },
    notes: [],
    settle: async () => {
      await settleAs(of(bodies), 'read')
      await settleAs(of(headers), 'tell')
      await releaseAll(all.filter(({ message }) => !printed.includes(shortId(message))))
    },
    release: () => releaseAll(all),
    ...(all.length === 0
      ? {}
      : { closedEarly: 'The reader closed before everything was written: this mail stays unread.' }),
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
