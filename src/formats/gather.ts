import type { Status } from '../domain/delivery.ts'
import { isSame } from './exact.ts'
import type { ForeignAgent, ForeignPlace, Format, Found, Mark } from './format.ts'
import { everyone, type Parcel, type ParcelCopy, unreadCopy } from './parcel.ts'

export type Skipped = { readonly where: string; readonly why: string }

export type Placed = { readonly parcel: Parcel; readonly where: string }

/** All that files held, put together: each message once, with what other files tell of it. */
export type Gathered = {
  readonly parcels: readonly Placed[]
  readonly agents: readonly ForeignAgent[]
  readonly places: readonly ForeignPlace[]
  /** Marks on messages that are not among these. */
  readonly marks: readonly { readonly mark: Mark; readonly where: string }[]
  readonly skipped: readonly Skipped[]
}

export function gather(format: Format, found: Iterable<Found>): Gathered {
  const parcels = new Map<string, { parcel: Parcel; readonly where: string }>()
  const agents = new Map<string, ForeignAgent>()
  const places = new Map<string, ForeignPlace>()
  const marks: { mark: Mark; where: string }[] = []
  const skipped: Skipped[] = []

  function add(parcel: Parcel, where: string): void {
    const earlier = parcels.get(parcel.id)
    if (earlier === undefined) {
      parcels.set(parcel.id, { parcel, where })
      return
    }
    const merged = format.merge(earlier.parcel, parcel)
    if (merged !== null) earlier.parcel = merged
    else skipped.push({ where, why: `another message at ${earlier.where} has the id ${parcel.id} already` })
  }

  for (const one of found) {
    if (one.type === 'parcel') add(one.parcel, one.where)
    else if (one.type === 'mark') marks.push(one)
    else if (one.type === 'agent') agents.set(one.agent.address, one.agent)
    else if (one.type === 'place') places.set(`${one.place.type}:${one.place.name}`, one.place)
    else skipped.push({ where: one.where, why: one.why })
  }
  const left = marks.filter(({ mark }) => {
    const marked = parcels.get(mark.id)
    if (marked === undefined) return true
    marked.parcel = { ...marked.parcel, copies: mergeCopies(marked.parcel.copies, [copyOf(mark)]) }
    return false
  })
  const all = [...parcels.values()]
  return {
    parcels: ordered(format, all),
    agents: [...agents.values()],
    places: [...places.values()],
    marks: left,
    skipped,
  }
}

function copyOf({ owner, status, at }: Mark): ParcelCopy {
  return { ...unreadCopy, owner, status, readAt: at }
}

/** As they lie or by time, but no answer before what it answers: whoever stores them needs the parent first. */
function ordered(format: Format, placed: readonly Placed[]): readonly Placed[] {
  const sorted =
    format.order === 'path'
      ? placed
      : placed.toSorted((one, other) => one.parcel.sentAt - other.parcel.sentAt)
  const waiting = new Map(sorted.map((one) => [one.parcel.id, one]))
  const byAlias = new Map(sorted.flatMap(({ parcel }) => parcel.aliases.map((alias) => [alias, parcel.id])))
  const out: Placed[] = []
  for (const { parcel } of sorted) {
    const line: Placed[] = []
    for (let next = waiting.get(parcel.id); next !== undefined; ) {
      // Taken out at once, so that messages which answer one another in a ring come to an end.
      waiting.delete(next.parcel.id)
      line.push(next)
      const { replyTo }: Parcel = next.parcel
      next = replyTo === null ? undefined : (waiting.get(replyTo) ?? waiting.get(byAlias.get(replyTo) ?? ''))
    }
    out.push(...line.reverse())
  }
  return out
}

const progress = ['unread', 'read', 'processing', 'failed', 'completed', 'archived'] as const

/** Whether a copy in the one state got further than one in the other. */
export function isFurther(one: Status, other: Status): boolean {
  return progress.indexOf(one) > progress.indexOf(other)
}

/** What both tell of copies: of one copy whichever got further. */
export function mergeCopies(one: readonly ParcelCopy[], other: readonly ParcelCopy[]): readonly ParcelCopy[] {
  const copies = new Map(one.map((copy) => [copy.owner, copy]))
  const general = copies.get(everyone)
  for (const copy of other) {
    const known = copies.get(copy.owner) ?? (copy.owner === everyone ? undefined : general)
    copies.set(copy.owner, known === undefined ? copy : { ...further(known, copy), owner: copy.owner })
  }
  return [...copies.values()]
}

function further(one: ParcelCopy, other: ParcelCopy): ParcelCopy {
  if (isSame(one, other)) return one
  const [ahead, behind] = isFurther(other.status, one.status) ? [other, one] : [one, other]
  return {
    ...ahead,
    was: ahead.was ?? (ahead.status === 'archived' && behind.status !== 'archived' ? behind.status : null),
    readAt: ahead.readAt ?? behind.readAt,
    acknowledgedAt: ahead.acknowledgedAt ?? behind.acknowledgedAt,
    completedAt: ahead.completedAt ?? behind.completedAt,
    claimedBy: ahead.claimedBy ?? behind.claimedBy,
    claimedAt: ahead.claimedAt ?? behind.claimedAt,
    id: ahead.id ?? behind.id,
  }
}
