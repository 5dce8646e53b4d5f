import type { Departure } from '../../../../store/mail-store.ts'
import { type Status, statusOf } from '../../../domain/delivery.ts'
import { everyone, type Parcel, untimed } from '../../../formats/parcel.ts'
import type { Placed } from '../../../formats/pile.ts'
import type { Context } from '../../context.ts'
import { type Addressing, openAddressing } from '../addressing.ts'
import { batches } from '../batches.ts'
import { wholeDirectory } from '../directory.ts'
import { far } from '../states.ts'
import type { Opened } from '../value.ts'
import { withGathered } from './survey.ts'

const batchSize = 500

export type Counts = { readonly messages: number; readonly unread: number }

/** A mailbox as the other system has it, and as it is here now. */
export type ComparedMailbox = { readonly mailbox: string; readonly there: Counts; readonly here: Counts }

/**
 * How copies differ. `missing`: it is not here. `behind`: the other system has it further, as read where it is unread here;
 * `ahead`: the other way round, though it has just come. `sent`: it was sent at another time. `mailbox` is `null` for a whole message.
 */
export type Difference = {
  readonly mailbox: string | null
  readonly what: 'missing' | 'behind' | 'ahead' | 'sent'
  readonly count: number
  /** Where the first of them is in the other system. */
  readonly where: string
}

export type Comparison = {
  readonly mailboxes: readonly ComparedMailbox[]
  readonly differences: readonly Difference[]
}

/**
 * Reads a store of another system once more, and holds each copy that it names against the one here. Mail for many, such as a role,
 * is compared for those whose copies the other system names.
 * @param isFirst nothing of it was here before, so no copy has moved on since
 */
export function compare(context: Context, opened: Opened, isFirst: boolean): Promise<Comparison> {
  return withGathered(opened, async (gathered) => {
    const { exchange } = context.store
    const { name } = opened.format
    const addressing = openAddressing(opened.format, await wholeDirectory(context.store), context.swarm)
    const tally = openTally(isFirst)
    for (const batch of batches(gathered.placed(), batchSize)) {
      const ids = await exchange.known(
        name,
        batch.map(({ parcel }) => parcel.id),
      )
      const departures = await exchange.departuresOf(
        name,
        ids.filter((id) => id !== null),
      )
      const here = new Map(departures.map((departure) => [departure.message.id, departure]))
      for (const [at, placed] of batch.entries()) {
        const departure = here.get(ids[at] ?? -1)
        if (departure === undefined) tally.differs(null, 'missing', placed.where)
        else if (isSentAtAnotherTime(placed.parcel, departure)) tally.differs(null, 'sent', placed.where)
        for (const [mailbox, status] of copiesIn(placed, addressing))
          tally.add(mailbox, status, departure, placed.where)
      }
    }
    return tally.done()
  })
}

function isSentAtAnotherTime({ sentAt }: Parcel, { message }: Departure): boolean {
  return sentAt !== untimed && sentAt !== message.sentAt
}

/** The mailboxes that a message is in, as the other system has it. */
function copiesIn({ parcel, routed }: Placed, addressing: Addressing): ReadonlyMap<string, Status> {
  const { to, cc, copies } = parcel
  const general = copies.find(({ owner }) => owner === everyone)?.status
  const states = new Map<string, Status>()
  const untold = general ?? (routed === true ? 'archived' : 'unread')
  for (const name of [...to, ...cc]) {
    const mailbox = addressing.owner(name.trim())
    if (mailbox !== null) states.set(mailbox, untold)
  }
  for (const { owner, status, claimedBy } of copies) {
    const mailbox = owner === everyone ? null : addressing.owner(owner)
    const isClaimed = claimedBy !== null && (status === 'unread' || status === 'read')
    if (mailbox !== null) states.set(mailbox, isClaimed ? 'processing' : status)
  }
  return states
}

type Row = {
  readonly there: { messages: number; unread: number }
  readonly here: { messages: number; unread: number }
}

function openTally(isFirst: boolean) {
  const rows = new Map<string, Row>()
  const found = new Map<string, { -readonly [K in keyof Difference]: Difference[K] }>()

  function differs(mailbox: string | null, what: Difference['what'], where: string): void {
    const key = JSON.stringify([mailbox, what])
    const known = found.get(key)
    if (known === undefined) found.set(key, { mailbox, what, count: 1, where })
    else known.count += 1
  }

  return {
    differs,
    add(mailbox: string, status: Status, departure: Departure | undefined, where: string): void {
      const row = rows.get(mailbox) ?? {
        there: { messages: 0, unread: 0 },
        here: { messages: 0, unread: 0 },
      }
      rows.set(mailbox, row)
      row.there.messages += 1
      if (status === 'unread') row.there.unread += 1
      const copy = departure?.copies.find(({ owner }) => owner === mailbox)
      if (copy === undefined) {
        if (departure !== undefined) differs(mailbox, 'missing', where)
        return
      }
      const own = statusOf(copy)
      row.here.messages += 1
      if (own === 'unread') row.here.unread += 1
      if (far[own] < far[status]) differs(mailbox, 'behind', where)
      else if (isFirst && far[own] > far[status]) differs(mailbox, 'ahead', where)
    },
    done(): Comparison {
      const mailboxes = [...rows].map(([mailbox, row]) => ({ mailbox, ...row }))
      return {
        mailboxes: mailboxes.toSorted((one, other) => other.there.messages - one.there.messages),
        differences: [...found.values()],
      }
    },
  }
}
