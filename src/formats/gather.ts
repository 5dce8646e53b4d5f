import type { Status } from '../domain/delivery.ts'
import { openNumberList } from '../domain/number-list.ts'
import { openNumbering } from '../domain/numbering.ts'
import { storable } from '../domain/storable.ts'
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

export type PlacedMark = { readonly mark: Mark; readonly where: string }

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
  readonly marks: Iterable<PlacedMark> & { readonly length: number }
  readonly skipped: readonly Skipped[]
  /** The same, of entries whose writers can be notified. */
  readonly refused: readonly Refused[]
}

/** What there may be too much of for memory waits in piles. */
export type Gathering = { readonly pile: <T>() => Pile<T>; readonly key: readonly [number, number] }

export function gather(
  format: Format,
  found: Iterable<Found>,
  { pile, key }: Gathering = { pile: heap, key: [1, 2] },
): Gathered {
  const messages = pile<Placed>()
  const ids = openIds(key)
  const sentAt = openNumberList('any')
  /** The number of the id that each message answers; -1 for none. */
  const answered = openNumberList('whole')
  const names: Names = { senders: new Set(), recipients: new Set(), owners: new Set() }
  const agents = new Map<string, ForeignAgent>()
  const places = new Map<string, ForeignPlace>()
  const rulings: Ruling[] = []
  const marks = openMarks(pile<PlacedMark>(), ids)
  const { skipped, refused, skip } = openSkips(names)

  function add(parcel: Parcel, where: string, due: Due | undefined): void {
    note(names, parcel)
    const number = ids.numberOf(parcel.id)
    const earlier = ids.places.at(number)
    if (earlier === nowhere) {
      const at = messages.add({ parcel, where, ...(due && { due }), ...routedBy(due) })
      ids.places.set(number, at)
      for (const alias of parcel.aliases) ids.aliased.set(ids.numberOf(alias), at)
      answered.push(parcel.replyTo === null ? nowhere : ids.numberOf(parcel.replyTo))
      sentAt.push(parcel.sentAt)
      return
    }
    const there = messages.at(earlier)
    const merged = format.merge(there.parcel, parcel)
    if (merged === null) {
      skip(where, `the id ${parcel.id} is already used at ${there.where}`, due)
      return
    }
    const { due: _, outboxed: __, ...rest } = there
    messages.set(earlier, { ...rest, parcel: merged, ...entryOf(there, where, due), ...routedBy(due) })
  }

  for (const read of found) {
    const one = storable(read)
    if (one.type === 'parcel') add(one.parcel, one.where, one.due)
    else if (one.type === 'ruling') {
      note(names, one.parcel)
      rulings.push(one)
    } else if (one.type === 'mark') {
      if (!one.mark.isDeletion) names.senders.add(one.mark.owner)
      marks.add({ mark: one.mark, where: one.where })
    } else if (one.type === 'agent') agents.set(one.agent.address, one.agent)
    else if (one.type === 'place') places.set(`${one.place.type}:${one.place.name}`, one.place)
    else skip(one.where, one.why, one.due)
  }
  const { copiesOf, left } = marks.placed(sentAt.length)
  const parentOf = (at: number) => ids.placeOf(answered.at(at))
  return {
    count: sentAt.length,
    has: (id) => ids.has(id),
    *placed() {
      for (const at of parentsFirst(sentAt, format.order === 'time', parentOf)) {
        const placed = messages.at(at)
        const { parcel } = placed
        const more = copiesOf(at)
        yield more.length === 0
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

const nowhere = -1

/** Ids by number, and the places of their messages: by id, and by another name of it. */
function openIds(key: readonly [number, number]) {
  const numbers = openNumbering(key)
  const places = openNumberList('whole')
  const aliased = openNumberList('whole')
  return {
    places,
    aliased,
    numberOf(id: string): number {
      const number = numbers.of(id)
      if (number === places.length) {
        places.push(nowhere)
        aliased.push(nowhere)
      }
      return number
    },
    /** The message that is called so. */
    placeOf(number: number): number | undefined {
      if (number === nowhere) return undefined
      const at = places.at(number) === nowhere ? aliased.at(number) : places.at(number)
      return at === nowhere ? undefined : at
    },
    has(id: string): boolean {
      const number = numbers.find(id)
      return number !== undefined && places.at(number) !== nowhere
    },
  }
}

/** Mail that is also in a recipient's box is not due as a whole any more. */
function entryOf(there: Placed, where: string, due: Due | undefined): Pick<Placed, 'due' | 'outboxed'> {
  const { due: earlier, outboxed } = there
  if (earlier !== undefined && due !== undefined) return { due: earlier }
  if (due !== undefined) return { outboxed: { due, where } }
  if (earlier !== undefined) return { outboxed: { due: earlier, where: there.where } }
  return outboxed === undefined ? {} : { outboxed }
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

/** Marks wait until it is known which messages are here. */
function openMarks(pile: Pile<PlacedMark>, ids: ReturnType<typeof openIds>) {
  /** The number of the id that each mark is on. */
  const numbers = openNumberList('whole')
  return {
    add(placed: PlacedMark): void {
      pile.add(placed)
      numbers.push(ids.numberOf(placed.mark.id))
    },
    /** The marks on each of so many messages as copies, and those on others. */
    placed(messages: number): {
      readonly copiesOf: (at: number) => readonly ParcelCopy[]
      readonly left: Gathered['marks']
    } {
      const first = new Int32Array(messages).fill(nowhere)
      const next = new Int32Array(numbers.length).fill(nowhere)
      let left = 0
      for (let mark = numbers.length - 1; mark >= 0; mark -= 1) {
        const at = ids.places.at(numbers.at(mark))
        if (at === nowhere) left += 1
        else {
          next[mark] = first[at] ?? nowhere
          first[at] = mark
        }
      }
      return {
        copiesOf(at) {
          const copies: ParcelCopy[] = []
          for (let mark = first[at] ?? nowhere; mark !== nowhere; mark = next[mark] ?? nowhere)
            copies.push(copyOf(pile.at(mark).mark))
          return copies
        },
        left: {
          length: left,
          *[Symbol.iterator]() {
            for (let mark = 0; mark < numbers.length; mark += 1)
              if (ids.places.at(numbers.at(mark)) === nowhere) yield pile.at(mark)
          },
        },
      }
    },
  }
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
