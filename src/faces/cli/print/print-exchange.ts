import { sanitizeLine } from '../../../domain/sanitize.ts'
import type { ExchangeValue } from '../../../values/exchange-schema.ts'
import type { Printed } from '../sheet.ts'

/** So many places of what was left out are named. */
export const mostTold = 50

/** @param done how what was written reads; `null` where nothing could be */
export function printExchanged(done: string | null) {
  return ({ read, written, skipped }: ExchangeValue): Printed => {
    const counts = [
      `${read} read`,
      ...(done === null ? [] : [`${written} ${done}`]),
      `${skipped.length} skipped`,
    ]
    const told = skipped
      .slice(0, mostTold)
      .map(({ where, why }) => `${sanitizeLine(where)}: ${sanitizeLine(why)}`)
    const more =
      skipped.length > mostTold ? [`… and ${skipped.length - mostTold} more; --json lists them all`] : []
    return { lines: [counts.join(' · ')], notes: [...told, ...more] }
  }
}
