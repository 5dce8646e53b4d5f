import type { Status } from '../domain/delivery.ts'
import { isSame } from './exact.ts'
import type { Due, ForeignAgent, ForeignPlace, Format, Found, Mark, Ruling } from './format.ts'
import { parentsFirst } from './ordering.ts'
import { everyone, type Parcel, type ParcelCopy, unreadCopy } from './parcel.ts'
import { heap, type Pile, type Placed } from './pile.ts'

export type Skipped = { readonly where: string; readonly why: string }
/** An entry that cannot be delivered, and the notice for its writer. */
export type Refused = Skipped & { readonly due: Due }

/** Every name in the messages, as it is written. */
export type Names = {
  readonly senders: Set<string>
  readonly recipients: Set<string>
  readonly owners: Set<string>
}

/** The contents of all files together: each message once, with what other files state of it. */
export type Gathered = {
  readonly count: number
  has(id: string): boolean
  /** In storing order, to be iterated once. */
  placed(): Iterable<Placed>
  readonly names: Names
  readonly agents: readonly ForeignAgent[]
  readonly places: readonly ForeignPlace[]
  readonly rulings: readonly Ruling[]
  /** Marks on messages that are not among these. */
  readonly marks: readonly { readonly mark: Mark; readonly where: string }[]
  readonly skipped: readonly Skipped[]
  /** The same, of entries whose writers can be notified. */
  readonly refused: readonly Refused[]
}

/** @param pile where the messages wait: there may be too many for memory */
export function gather(format: Format, found: Iterable<Found>, pile: Pile = heap()): Gathered {
  const index = new Map<string, number>()
  const aliases = new Map<string, number>()
  const sentAt: number[] = []
  const parents = new Map<number, string>()
  const names: Names = { senders: new Set(), recipients: new Set(), owners: new Set() }
  const agents = new Map<string, ForeignAgent>()
  const places = new Map<string, ForeignPlace>()
  const rulings: Ruling[] = []
  const marks: { mark: Mark; where: string }[] = []
  const { skipped, refused, skip } = openSkips(names)

  function add(parcel: Parcel, where: string, due: Due | undefined): void {
    note(names, parcel)
    const earlier = index.get(parcel.id)
    if (earlier === undefined) {
      const at = pile.add({ parcel, where, ...(due && { due }), ...routedBy(due) })
      index.set(parcel.id, at)
      for (const alias of parcel.aliases) aliases.set(alias, at)
      if (parcel.replyTo !== null) parents.set(at, parcel.replyTo)
      sentAt.push(parcel.sentAt)
      return
    }
    const there = pile.at(earlier)
    const merged = format.merge(there.parcel, parcel)
    if (merged === null) {
      skip(where, `the id ${parcel.id} is already used at ${there.where}`, due)
      return
    }
    const { due: earlierDue, ...rest } = there
    // Mail that is also in a recipient's box has been delivered.
    const both = due && earlierDue && { due: earlierDue }
    pile.set(earlier, { ...rest, parcel: merged, ...both, ...routedBy(due) })
  }

  for (const one of found) {
    if (one.type === 'parcel') add(one.parcel, one.where, one.due)
    else if (one.type === 'ruling') {
      note(names, one.parcel)
      rulings.push(one)
    } else if (one.type === 'mark') marks.push(one)
    else if (one.type === 'agent') agents.set(one.agent.address, one.agent)
    else if (one.type === 'place') places.set(`${one.place.type}:${one.place.name}`, one.place)
    else skip(one.where, one.why, one.due)
  }
  const { marked, left } = markedCopies(marks, index, names)
  const parentOf = (at: number) => {
    const id = parents.get(at)
    return id === undefined ? undefined : (index.get(id) ?? aliases.get(id))
  }
  return {
    count: sentAt.length,
    has: (id) => index.has(id),
    *placed() {
      for (const at of parentsFirst(sentAt, format.order === 'time', parentOf)) {
        const placed = pile.at(at)
        const { parcel } = placed
        const more = marked.get(at)
        yield more === undefined
          ? placed
          : { ...placed, parcel: { ...parcel, copies: mergeCopies(parcel.copies, more) } }
      }
    },
    names,
    agents: [...agents.values()],
    places: [...places.values()],
    rulings,
    marks: left,
    skipped,
    refused,
  }
}

function routedBy(due: Due | undefined): Pick<Placed, 'routed'> {
  return due?.delivered === true ? { routed: true } : {}
}

/** Collects the skipped entries; the writer of an entry for delivery is notified. */
function openSkips({ senders }: Names) {
  const skipped: Skipped[] = []
  const refused: Refused[] = []
  function skip(where: string, why: string, due: Due | undefined): void {
    if (due === undefined) skipped.push({ where, why })
    else {
      senders.add(due.writer)
      refused.push({ where, why, due })
    }
  }
  return { skipped, refused, skip }
}

type PlacedMark = { readonly mark: Mark; readonly where: string }

/** The marks on messages that are here, by their places, and those on others. */
function markedCopies(
  marks: readonly PlacedMark[],
  index: ReadonlyMap<string, number>,
  { senders }: Names,
): { readonly marked: ReadonlyMap<number, readonly ParcelCopy[]>; readonly left: readonly PlacedMark[] } {
  const marked = new Map<number, ParcelCopy[]>()
  const left = marks.filter(({ mark }) => {
    if (!mark.isDeletion) senders.add(mark.owner)
    const at = index.get(mark.id)
    if (at === undefined) return true
    const known = marked.get(at)
    if (known === undefined) marked.set(at, [copyOf(mark)])
    else known.push(copyOf(mark))
    return false
  })
  return { marked, left }
}

function note({ senders, recipients, owners }: Names, { from, to, cc, copies }: Parcel): void {
  senders.add(from)
  for (const name of to) recipients.add(name)
  for (const name of cc) recipients.add(name)
  for (const { owner, claimedBy } of copies) {
    owners.add(owner)
    if (claimedBy !== null) owners.add(claimedBy)
  }
}

function copyOf({ owner, status, at }: Mark): ParcelCopy {
  return { ...unreadCopy, owner, status, readAt: at }
}

const progress = ['unread', 'read', 'processing', 'failed', 'completed', 'archived'] as const

/** Whether a copy in the first state is further than one in the second. */
export function isFurther(one: Status, other: Status): boolean {
  return progress.indexOf(one) > progress.indexOf(other)
}

/** Both accounts of the copies; of one copy, the account that is further. */
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
