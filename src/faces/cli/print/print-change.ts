import { sanitizeLine } from '../../../domain/sanitize.ts'
import type { Values } from '../../../values/schemas.ts'
import { cut, type Printed, type Sheet } from '../sheet.ts'

/** One line, for programs that read line by line. */
export function printChange({ at, id, priority, from, subject }: Values['changed'], sheet: Sheet): Printed {
  if (id === undefined) return { lines: [at], notes: [] }
  const words = [id, priority, from, subject].filter((word) => word !== undefined)
  return { lines: [cut(sanitizeLine(words.join(' ')), sheet.width, sheet)], notes: [] }
}
