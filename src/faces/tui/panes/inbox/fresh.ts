import { type List, topOf } from './list.ts'
import type { Row } from './row.ts'

/** How many new rows lie above and below the screen. */
export function freshAround(list: List, height: number): { readonly above: number; readonly below: number } {
  if (list.fresh.size === 0) return { above: 0, below: 0 }
  const top = topOf(list, height)
  const count = (rows: readonly Row[]) => rows.filter(({ id }) => list.fresh.has(id)).length
  return { above: count(list.rows.slice(0, top)), below: count(list.rows.slice(top + height)) }
}
