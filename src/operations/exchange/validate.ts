import { readAddresses } from '../../domain/addressing/resolve.ts'
import { isMailError } from '../../domain/errors.ts'
import { gather, type Skipped } from '../../formats/gather.ts'
import type { Parcel } from '../../formats/parcel.ts'
import type { Placed } from '../../formats/pile.ts'
import { senderOf } from '../../services/exchange/addressing.ts'
import { readFolder } from '../../services/exchange/read-folder.ts'
import { spillingPiles } from '../../services/exchange/spilling.ts'
import { formatField, loadFormat, openToRead, pathField, pathOf } from '../../services/exchange/value.ts'
import { randomKey } from '../../services/mark.ts'
import type { ExchangeValue } from '../../values/exchange-schema.ts'
import { operation } from '../operation.ts'

export const validate = operation({
  summary: "Check another system's files, and report what could not be imported and why",
  access: 'read',
  unregistered: true,
  input: {
    path: pathField('Its folder or one of its files; - reads standard input', { spooled: true }),
    format: formatField,
  },
  value: 'exchanged',
  async run(context, { path: written, format: name }): Promise<ExchangeValue> {
    const path = pathOf(context, written, name)
    const format = await loadFormat(name)
    const folder = await openToRead(context, path, format)
    const piles = spillingPiles(folder)
    try {
      const { count, placed, marks, rulings, skipped, refused } = gather(format, readFolder(format, folder), {
        pile: piles.open,
        key: randomKey(),
      })
      const misaddressed: Skipped[] = []
      for (const one of chained<Placed>(placed(), rulings)) {
        const { parcel, where, due } = one
        const broken = due === undefined || due.delivered ? null : due.problem
        const why = broken ?? problemOf(parcel, context.swarm)
        if (why !== null) misaddressed.push({ where, why })
      }
      return {
        read: count + rulings.length + marks.length,
        written: 0,
        skipped: [...skipped, ...refused.map(({ where, why }) => ({ where, why })), ...misaddressed],
      }
    } finally {
      piles.close()
    }
  },
})

/** Why nobody could be found by its addresses. */
function problemOf({ from, to, cc }: Parcel, swarm: string | null): string | null {
  try {
    senderOf(from, swarm)
    readAddresses([...to, ...cc])
    return null
  } catch (error) {
    if (isMailError(error)) return error.message
    throw error
  }
}

function* chained<T>(...parts: readonly Iterable<T>[]): Generator<T> {
  for (const part of parts) yield* part
}
