import type { Departure } from '../../../store/mail-store.ts'
import { type Delivery, type Status, statusOf } from '../../domain/delivery.ts'
import { shortId } from '../../domain/id.ts'
import type { Move } from '../../domain/lifecycle.ts'
import { isQueueAddress } from '../../domain/places.ts'
import { defaultQueue } from '../../domain/queue.ts'
import { isLiving } from '../../domain/roster.ts'
import type { Format } from '../../formats/format.ts'
import { everyone, type Parcel, type ParcelCopy } from '../../formats/parcel.ts'
import { type Context, doerOf } from '../context.ts'
import { postNotice } from '../posting/notice.ts'
import type { Addressing } from './addressing.ts'
import type { ForeignStates } from './foreign-states.ts'
import { openOutgoing } from './outgoing.ts'
import { bringForward, far, type Known } from './states.ts'
import type { Synced } from './synced.ts'

export type Merging = {
  /** Both sides have the state of a message that has just come. */
  note(parcel: Parcel): void
  /** Merges the states of messages that are known. Counts the changes here. */
  states(known: readonly Known[]): Promise<number>
}

type Merged = {
  readonly synced: Synced
  readonly foreign: ForeignStates
  readonly restate: (message: number) => void
}

/**
 * Three-way merge against the state that both sides last had: if one side changed, its state counts, also where that goes
 * back. If both did, the further one counts.
 */
export function openMerging(
  context: Context,
  format: Format,
  addressing: Addressing,
  { synced, foreign, restate }: Merged,
): Merging {
  const { stateOf = () => '', goesBack = () => true } = format.states ?? {}
  const outgoing = openOutgoing(context, format)

  async function mergeOne({ id, parcel, where }: Known, departure: Departure): Promise<number> {
    const { parcels } = await outgoing(departure)
    const own = parcels.find((one) => one.id === parcel.id) ?? (parcels.length === 1 ? parcels[0] : undefined)
    const [there] = parcel.copies
    // What is said of every copy leads each as far as that.
    if (there?.owner === everyone)
      return bringForward(context, format, addressing, [{ id, parcel, where }], foreign)
    const copy =
      there === undefined ? undefined : copyOfOwner(addressing, format, departure.copies, there.owner)
    if (own === undefined || there === undefined || copy === undefined || copy.box === 'dead') return 0
    const [theirs, ours, base] = [stateOf(parcel), stateOf(own), synced.of(parcel.id)]
    const isPutBack = synced.isPutBack(parcel.id, theirs)
    synced.note(parcel.id, theirs)
    if (theirs === ours) return 0
    restate(id)
    if (isPutBack) return 0
    const contested = isContested(there, copy, context.now())
    const counts = contested
      ? isEarlier(there, copy) && !heldIn(base, copy.heldBy)
      : (ours === base && goesBack(ours, theirs)) ||
        isFree(there, copy) ||
        rankOf(there) > far[statusOf(copy)]
    if (contested) await tellMayor(context, addressing, { departure, there, copy, counts })
    return counts && (await foreign.mayChange(copy.owner, where)) ? bringTo(context, id, copy, there) : 0
  }

  return {
    note: (parcel) => synced.note(parcel.id, stateOf(parcel)),
    async states(known) {
      await synced.load(known.map(({ parcel }) => parcel.id))
      const changed = known.filter(({ parcel }) => stateOf(parcel) !== synced.of(parcel.id))
      const found = await context.store.exchange.departuresOf(
        format.name,
        changed.map(({ id }) => id),
      )
      const departures = new Map(found.map((departure) => [departure.message.id, departure]))
      let count = 0
      for (const one of changed) {
        const departure = departures.get(one.id)
        if (departure !== undefined) count += await mergeOne(one, departure)
      }
      return count
    },
  }
}

/** The copy of an owner as the format writes it. */
function copyOfOwner(
  { agents, owner }: Addressing,
  { person }: Format,
  copies: readonly Delivery[],
  written: string,
): Delivery | undefined {
  const address = owner(written)
  const isPerson = (name: string) => ['user', 'admin'].includes(agents.get(name)?.kind ?? '')
  return (
    copies.find((copy) => copy.owner === address) ??
    (written === person ? copies.find((copy) => isPerson(copy.owner)) : undefined)
  )
}

function rankOf({ status, claimedBy }: ParcelCopy): number {
  return claimedBy === null || status === 'archived' ? far[status] : far.processing
}

/** Two claim one item, and the claim here is valid. */
function isContested({ claimedBy, status }: ParcelCopy, copy: Delivery, now: number): boolean {
  const isHeld = copy.box === 'processing' && copy.heldBy !== null && (copy.heldUntil ?? 0) > now
  return isHeld && status !== 'archived' && claimedBy !== null && claimedBy !== copy.heldBy
}

/** It is claimed there, and the lease of the claimant here has lapsed. */
function isFree({ claimedBy, status }: ParcelCopy, copy: Delivery): boolean {
  return copy.box === 'processing' && claimedBy !== null && status !== 'archived' && claimedBy !== copy.heldBy
}

function isEarlier({ claimedAt }: ParcelCopy, { readAt }: Delivery): boolean {
  return claimedAt !== null && readAt !== null && claimedAt < readAt
}

/** Whether a state that was in common had this claim already. */
function heldIn(base: string | null, claimant: string | null): boolean {
  return base !== null && claimant !== null && base.endsWith(`:${claimant}`)
}

/** Moves a copy to the state of another system, forward or back. */
async function bringTo(
  context: Context,
  message: number,
  copy: Delivery,
  there: ParcelCopy,
): Promise<number> {
  const { store, actor, now } = context
  const isQueue = isQueueAddress(copy.owner)
  const by = isQueue ? (there.claimedBy ?? copy.heldBy ?? actor.address) : copy.owner
  const doer = { ...doerOf(context), actor: by, principal: by === actor.address ? null : actor.address }
  const at = Math.min(there.completedAt ?? there.claimedAt ?? there.readAt ?? now(), now())
  let changed = 0
  for (const step of stepsTo(copy, there)) {
    // Only a claim of a queue's item lapses.
    const lease = isQueue && step === 'process' ? { lease: { by, until: now() + defaultQueue.lease } } : {}
    const keep = there.status === 'archived' ? {} : { keep: true }
    const move = { verb: step, at, ...lease, ...keep }
    const [moved] = await store.deliveries.move(doer, copy.owner, [{ message }], move)
    if (moved?.changed) changed = 1
  }
  return changed
}

/** The moves that lead from the state of a copy to another one. */
function stepsTo(copy: Delivery, { status, was, claimedBy }: ParcelCopy): readonly Move['verb'][] {
  const target: Status = claimedBy === null || status === 'archived' ? status : 'processing'
  const steps: Move['verb'][] = []
  let at = statusOf(copy)
  if (at === target && (claimedBy === null || copy.heldBy === claimedBy)) return steps
  if (target === 'archived') {
    if (at === 'unread' && was === 'read') steps.push('read')
    // Work that is closed there was done.
    steps.push(at === 'processing' || was === 'completed' ? 'complete' : 'archive')
    return steps
  }
  if (at === 'archived') {
    steps.push('restore')
    at = copy.was ?? 'read'
  }
  if (target === 'completed') return [...steps, 'complete']
  if (target === 'failed') return [...steps, 'fail']
  if (at === 'completed' || at === 'failed') {
    steps.push('process')
    at = 'processing'
    if (target === 'processing') return steps
  }
  if (at === 'processing') {
    steps.push('unread')
    at = 'unread'
  }
  if (target === 'processing') steps.push('process')
  else if (target === 'unread' && at !== 'unread') steps.push('unread')
  else if (target === 'read' && at === 'unread') steps.push('read')
  return steps
}

type Contest = {
  readonly departure: Departure
  readonly there: ParcelCopy
  readonly copy: Delivery
  readonly counts: boolean
}

/** The mayor, else the people: two agents may have begun the same work. */
async function tellMayor(
  context: Context,
  { agents }: Addressing,
  { departure, there, copy, counts }: Contest,
): Promise<void> {
  const living = [...agents.values()].filter(isLiving)
  const mayor = living.filter(({ address }) => address === 'mayor/')
  const to = (mayor.length > 0 ? mayor : living.filter(({ kind }) => kind === 'user')).map(
    (one) => one.address,
  )
  if (to.length === 0) return
  const { id, thread, subject } = departure.message
  const [first, second] = counts ? [there.claimedBy, copy.heldBy] : [copy.heldBy, there.claimedBy]
  await postNotice(context, {
    to,
    subject: `Claimed twice: ${subject || shortId(id)}`,
    body: `${first} claimed ${shortId(id)} of ${copy.owner} first and keeps it. ${second} claimed it, too, in another system.`,
    about: { id, thread },
    key: `claimed-twice:${id}:${first}:${second}`,
    priority: 'high',
  })
}
