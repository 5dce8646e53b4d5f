import { disarmLine } from '../../../domain/prompt/disarm.ts'
import { sanitizeLine } from '../../../domain/sanitize.ts'
import type { ReservationValue } from '../../../values/reservations-schema.ts'
import type { Values } from '../../../values/schemas.ts'
import { type Cell, type Printed, type Sheet, table } from '../sheet.ts'

const longestShown = 400

/** `did` is what the command has done; `null` only lists. */
export function printReservations(did: 'reserved' | 'released' | null) {
  return ({ reservations }: Values['reservations'], sheet: Sheet): Printed => {
    if (reservations.length === 0)
      return { lines: [], notes: ['No reservations. Reserve paths with `watchpost reserve PATH…`.'] }
    const rows = reservations.map(({ path, agent, shared, until }): readonly Cell[] => [
      ...(did === null ? [] : [{ text: did }]),
      // Agents read each other's paths here.
      { text: sanitizeLine(disarmLine(path, longestShown)), colour: 'bold' as const },
      { text: sanitizeLine(agent) },
      { text: shared ? 'shared' : '', colour: 'dim' as const },
      { text: did === 'released' ? '' : `${leftOf(until, sheet.now)} left`, colour: 'dim' as const },
    ])
    return { lines: table(rows, sheet, did === null ? 0 : 1), notes: [] }
  }
}

export function reservedText({ path, shared, until }: ReservationValue, now: number): string {
  return `${disarmLine(path, longestShown)}${shared ? ', shared' : ''}, ${leftOf(until, now)} left`
}

function leftOf(until: string, now: number): string {
  const minutes = Math.max(0, Math.ceil((Date.parse(until) - now) / 60_000))
  return minutes < 120 ? `${minutes}m` : `${Math.round(minutes / 60)}h`
}
