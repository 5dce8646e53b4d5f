import type { Values } from '../../../values/schemas.ts'
import type { Printed, Sheet } from '../sheet.ts'
import { printAttention, printPlaces } from './print-attention.ts'
import { printCounts } from './print-mail.ts'
import { printViewCounts } from './print-record.ts'
import { printAgents } from './print-roster.ts'
import { printPresence } from './print-supervision.ts'

/** Each part under its own heading, as its own command prints it. */
export function printGlance(
  { unread, attention, counts, places, presence, roster }: Values['glance'],
  sheet: Sheet,
): Printed {
  const total = attention.reduce((sum, { count }) => sum + count, 0)
  const parts: readonly (readonly [string, Printed])[] = [
    ['unread', printCounts(unread)],
    ['needs you', printAttention({ attention: [], groups: attention, total, next: null }, sheet)],
    ['views', printViewCounts({ counts }, sheet)],
    ['places', printPlaces(places, sheet)],
    ['terminals', printPresence({ presence }, sheet)],
    ...(roster === null ? [] : [['agents', printAgents(roster, sheet)] as const]),
  ]
  const lines = parts.flatMap(([heading, { lines }]) =>
    lines.length === 0 ? [] : [sheet.ink('bold', heading), ...lines.map((line) => `  ${line}`)],
  )
  return { lines, notes: [] }
}
