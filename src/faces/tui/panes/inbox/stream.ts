import type { List } from '../../model/list.ts'
import type { Source } from '../../state.ts'
import { selectedIndex, topOf } from './list.ts'

/**
 * A list that is read like a conversation: its newest post is at the bottom. Its rows are kept newest first, as the
 * pages arrive, and drawn upside down; so up and down change places too.
 */
export function isStream({ type }: Source): boolean {
  return type === 'channel' || type === 'tag'
}

/** A person at the end of a stream stays at its end: new posts push the older ones up. */
export function atTail(before: List, after: List, height: number): List {
  if (!isStream(after.source) || before.loading || topOf(before, height) > 0) return after
  const line = Math.min(selectedIndex(after), height - 1)
  const shown = new Set(after.rows.slice(0, height).map(({ id }) => id))
  const fresh = new Set([...after.fresh].filter((id) => !shown.has(id)))
  return line < 0 ? after : { ...after, line, fresh }
}
