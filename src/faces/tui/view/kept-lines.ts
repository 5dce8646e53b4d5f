import type { Row } from '../panes/inbox/list.ts'
import type { State } from '../state.ts'
import type { Line } from '../text/line.ts'

const lines = new WeakMap<Row, { readonly key: string; readonly line: Line }>()

/**
 * Rows are the same from one frame to the next, and so are their lines until a second passes. `place` tells all that a
 * line is made of beside its row, the second, whose screen it is and what is listed.
 */
export function keptLine({ now, list, me }: State, row: Row, place: string, make: () => Line): Line {
  const key = `${place} ${Math.floor(now / 1_000)} ${list.source.type} ${me.address}`
  const known = lines.get(row)
  if (known?.key === key) return known.line
  const line = make()
  lines.set(row, { key, line })
  return line
}
