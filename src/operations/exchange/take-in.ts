import type { Arrival } from '../../../store/mail-store.ts'
import { isMailError, MailError } from '../../domain/errors.ts'
import type { Format, Found } from '../../formats/format.ts'
import { type Gathered, gather, type Placed, type Skipped } from '../../formats/gather.ts'
import type { Parcel } from '../../formats/parcel.ts'
import { type Context, doerOf } from '../operation.ts'
import { openAddressing } from './addressing.ts'
import { arrivalOf } from './arrivals.ts'
import { wholeDirectory } from './directory.ts'
import { enrolFound } from './enrol.ts'
import { applyMarks, bringForward } from './states.ts'

const batchSize = 500
const longestBody = 16 * 1024 * 1024

export type TakenIn = {
  readonly read: number
  readonly written: number
  readonly skipped: readonly Skipped[]
  readonly gathered: Gathered
}

/**
 * Takes all that files held into the store: who is not known is put on the roster, messages keep their times, threads
 * and states, and what is there already only gets further. Nobody is told anything. Done again, it changes nothing.
 */
export async function takeIn(context: Context, format: Format, found: Iterable<Found>): Promise<TakenIn> {
  const gathered = gather(format, found)
  const { parcels } = gathered
  await enrolFound(context, format, gathered)
  const now = context.now()
  const directory = await wholeDirectory(context.store)
  const addressing = openAddressing(format, directory, context.swarm)
  const times = { now, owedSince: now - context.settings.patrol.overdueAfter }
  const skipped: Skipped[] = [...gathered.skipped]
  let written = 0
  for (let from = 0; from < parcels.length; from += batchSize) {
    const arrivals: Arrival[] = []
    const known: Placed[] = []
    for (const one of parcels.slice(from, from + batchSize)) {
      const arrival = attempt(() => arrivalOf(format, requireShort(one), addressing, times), one, skipped)
      if (arrival === null) continue
      arrivals.push(arrival)
      known.push(one)
    }
    const taken = await context.store.exchange.take(format.name, arrivals, doerOf(context), now)
    written += taken.filter(({ duplicate }) => !duplicate).length
    const again = taken.flatMap(({ id, duplicate }, at) => {
      const one = known[at]
      return duplicate && one !== undefined ? [{ id, parcel: one.parcel }] : []
    })
    written += await bringForward(context, format, addressing, again)
    context.progress?.(Math.min(from + batchSize, parcels.length), parcels.length)
  }
  written += await applyMarks(context, format, addressing, gathered.marks, skipped)
  return { read: parcels.length + gathered.marks.length, written, skipped, gathered }
}

function attempt(make: () => Arrival, { where }: Placed, skipped: Skipped[]): Arrival | null {
  try {
    return make()
  } catch (error) {
    if (!isMailError(error)) throw error
    skipped.push({ where, why: error.message })
    return null
  }
}

function requireShort({ parcel }: Placed): Parcel {
  if (parcel.body.length <= longestBody) return parcel
  throw new MailError(
    'usage',
    `the body has ${parcel.body.length} characters; at most ${longestBody} are taken`,
  )
}
