import type { List } from '../../model/list.ts'
import { placesOf, selectedIndex } from './list.ts'

/** Nothing is marked any more. */
export function unchosen(list: List): List {
  return { ...list, marked: new Set(), anchor: null, whole: null }
}

/** How many messages a change is for; `null` while all that match are still being counted. */
export function chosenCount(list: List): number | null {
  if (list.whole?.chosen) return list.whole.count
  const places = placesOf(list.rows)
  // A thread's row selects all of its messages.
  return chosenIds(list).reduce((sum, id) => {
    const row = list.rows[places.get(id) ?? -1]
    return sum + (row?.type === 'mail' ? (row.conversation?.messages.length ?? 1) : 1)
  }, 0)
}

/** The rows that a verb acts on: those marked and those in the range, else the selected one. */
export function chosenIds(list: List): readonly string[] {
  const ids = new Set(list.marked)
  for (const id of rangeIds(list)) ids.add(id)
  if (ids.size === 0 && list.selected !== null) ids.add(list.selected)
  return [...ids]
}

export function rangeIds(list: List): readonly string[] {
  if (list.anchor === null) return []
  const [from, to] = [list.rows.findIndex(({ id }) => id === list.anchor), selectedIndex(list)]
  if (from < 0 || to < 0) return []
  return list.rows.slice(Math.min(from, to), Math.max(from, to) + 1).map(({ id }) => id)
}
