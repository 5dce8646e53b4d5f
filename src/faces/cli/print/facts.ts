import { sanitizeLine } from '../../../domain/sanitize.ts'
import { cut, type Sheet } from '../sheet.ts'

export type Fact = readonly [label: string, value: string]

/** One thing's facts, a line each, the values in one column; what has no value is left out. */
export function factLines(
  facts: readonly Fact[],
  { column, bold }: { readonly column: number; readonly bold?: string },
  sheet: Sheet,
): readonly string[] {
  return facts.flatMap(([label, value]) => {
    if (value === '') return []
    const shown = cut(sanitizeLine(value), sheet.width - column, sheet)
    return [
      sheet.ink('dim', (label === '' ? '' : `${label}:`).padEnd(column)) +
        (label === bold ? sheet.ink('bold', shown) : shown),
    ]
  })
}
