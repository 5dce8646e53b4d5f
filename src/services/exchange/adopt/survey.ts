import { readAddresses } from '../../../domain/addressing/resolve.ts'
import { isMailError } from '../../../domain/errors.ts'
import { type Gathered, gather, type Skipped } from '../../../formats/gather.ts'
import { everyone, type Parcel, untimed } from '../../../formats/parcel.ts'
import type { Placed } from '../../../formats/pile.ts'
import type { Context } from '../../context.ts'
import { randomKey } from '../../mark.ts'
import { senderOf } from '../addressing.ts'
import { batches } from '../batches.ts'
import { readFolder } from '../read-folder.ts'
import { spillingPiles } from '../spilling.ts'
import type { Opened } from '../value.ts'

const batchSize = 500

/** What a store of another system holds. */
export type Survey = {
  readonly messages: number
  /** Of these, how many are here already. */
  readonly known: number
  /** And how many would be imported. */
  readonly fresh: number
  readonly agents: number
  /** Copies that nobody has read. */
  readonly unread: number
  /** When the newest message was sent. */
  readonly newest: number | null
  /** What cannot be imported, and why. */
  readonly skipped: readonly Skipped[]
}

/** Reads all that a folder has of a format, and hands it over together; the room for it is given back afterwards. */
export async function withGathered<T>(
  { format, folder }: Opened,
  work: (gathered: Gathered) => Promise<T>,
): Promise<T> {
  const piles = spillingPiles(folder)
  try {
    return await work(gather(format, readFolder(format, folder), { pile: piles.open, key: randomKey() }))
  } finally {
    piles.close()
  }
}

export function survey(context: Context, opened: Opened): Promise<Survey> {
  return withGathered(opened, async (gathered) => {
    const { count, names, agents } = gathered
    const skipped = [...gathered.skipped, ...gathered.refused.map(({ where, why }) => ({ where, why }))]
    let [known, fresh, unread, newest] = [0, 0, 0, untimed]
    for (const batch of batches(gathered.placed(), batchSize)) {
      const ids = batch.map(({ parcel }) => parcel.id)
      const here = await context.store.exchange.known(opened.format.name, ids)
      known += here.filter((id) => id !== null).length
      for (const [at, placed] of batch.entries()) {
        unread += unreadIn(placed)
        newest = Math.max(newest, placed.parcel.sentAt)
        const why = problemOf(placed.parcel, context.swarm)
        if (why !== null) skipped.push({ where: placed.where, why })
        else if (here[at] === null) fresh += 1
      }
    }
    const people = new Set([...agents.map(({ address }) => address), ...names.senders, ...names.owners])
    people.delete(everyone)
    return {
      messages: count,
      known,
      fresh,
      unread,
      skipped,
      agents: people.size,
      newest: newest === untimed ? null : newest,
    }
  })
}

function unreadIn({ parcel, routed }: Placed): number {
  const { copies } = parcel
  if (copies.length === 0) return routed === true ? 0 : 1
  return copies.filter(({ status, claimedBy }) => status === 'unread' && claimedBy === null).length
}

/** Why nobody could be found by the addresses of a message. */
export function problemOf(
  { from, to, cc }: Pick<Parcel, 'from' | 'to' | 'cc'>,
  swarm: string | null,
): string | null {
  try {
    senderOf(from, swarm)
    readAddresses([...to, ...cc])
    return null
  } catch (error) {
    if (isMailError(error)) return error.message
    throw error
  }
}
