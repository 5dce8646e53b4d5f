import { sanitizeLine } from '../../../domain/sanitize.ts'
import type { RanValue } from '../../../values/programs-schema.ts'
import { type Printed, type Sheet, table } from '../sheet.ts'

/** One line a message that a program was started for. */
export function printRan(value: RanValue, sheet: Sheet): Printed {
  const { message, from, outcome, reason, reply, milliseconds } = value
  const what = reason ?? (reply === null ? '' : `answered with ${reply}`)
  const row = [
    { text: message },
    { text: outcome, colour: 'bold' } as const,
    { text: sanitizeLine(from) },
    { text: `${(milliseconds / 1000).toFixed(1)}s` },
    { text: sanitizeLine(what) },
  ]
  return { lines: table([row], sheet, 4), notes: [] }
}
