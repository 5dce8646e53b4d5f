import type { List, Merge, News, Row } from '../../model/list.ts'
import { topOf } from './list.ts'
import { nothingBeyond } from './news.ts'

/** How many new rows lie above and below the screen. */
export function freshAround(list: List, height: number): { readonly above: number; readonly below: number } {
  const top = topOf(list, height)
  const count = (rows: readonly Row[]) => rows.filter(({ id }) => list.fresh.has(id)).length
  const { above, below } = list.beyond
  return {
    above: count(list.rows.slice(0, top)) + above.length,
    below: count(list.rows.slice(top + height)) + below.length,
  }
}

/** Takes over what an answer says about new mail, once its rows are in the list. */
export function withNews(before: List, after: List, mode: Merge, news: News): List {
  const isRead = mode === 'first' || mode === 'refresh'
  const loaded = new Set(after.rows.map(({ id }) => id))
  const unseen = (ids: readonly string[]) => ids.filter((id) => !loaded.has(id) && !after.seen.has(id))
  const told = isRead ? news : before.beyond
  const beyond = { above: unseen(told.above), below: unseen(told.below) }
  if (!isRead || after.fresh.size + beyond.above.length + beyond.below.length > 0) return { ...after, beyond }
  return { ...after, beyond: nothingBeyond, since: news.newest ?? before.since, seen: new Set() }
}
