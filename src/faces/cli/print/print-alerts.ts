import { sanitizeLine } from '../../../domain/sanitize.ts'
import type { Values } from '../../../values/schemas.ts'
import type { Raw } from '../flags.ts'
import { type Cell, type Printed, type Sheet, table } from '../sheet.ts'

/** Programs that failed are told as problems. */
export function printNotified({ notified, test }: Values['notified'], sheet: Sheet, input: Raw): Printed {
  const told = notified.filter(({ items }) => items > 0)
  const isQuiet = input['watch'] !== undefined || notified.some(({ error }) => error !== null)
  if (told.length === 0)
    return { lines: [], notes: isQuiet ? [] : ['There is nothing new to notify you of.'] }
  const rows = told.map(({ program, items }): readonly Cell[] => [
    { text: sanitizeLine(program), colour: 'bold' },
    { text: test ? 'took the test item' : `${items} ${items === 1 ? 'item' : 'items'}` },
  ])
  return { lines: table(rows, sheet, 1), notes: [] }
}
