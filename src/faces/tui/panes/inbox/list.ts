import type { List, ListPage, Merge, Row } from '../../model/list.ts'
import { reuse } from '../../reuse.ts'
import type { Source } from '../../source.ts'
import { arrivedAfter, nothingBeyond } from './news.ts'
import { rowsOf } from './row.ts'
import { lineWithin, sought } from './sought.ts'

export * from './row.ts'

export const pageSize = 100
const mostRows = 400
const edge = 40

export function emptyList(source: Source): List {
  return {
    source,
    filter: '',
    loading: true,
    resumed: false,
    fetching: null,
    outdated: false,
    earlier: [],
    pages: [],
    rows: [],
    selected: null,
    line: 0,
    marked: new Set(),
    whole: null,
    anchor: null,
    fresh: new Set(),
    beyond: nothingBeyond,
    since: null,
    seen: new Set(),
    seek: null,
    unfolded: new Set(),
  }
}

const places = new WeakMap<readonly Row[], ReadonlyMap<string, number>>()

/** Where each row of a list is. A frame asks for it once for every key that it names. */
export function placesOf(rows: readonly Row[]): ReadonlyMap<string, number> {
  const known = places.get(rows)
  if (known !== undefined) return known
  const made = new Map(rows.map(({ id }, at) => [id, at]))
  places.set(rows, made)
  return made
}

export function selectedIndex({ rows, selected }: Pick<List, 'rows' | 'selected'>): number {
  return selected === null ? -1 : (placesOf(rows).get(selected) ?? -1)
}

export function selectedRow(list: List): Row | undefined {
  return list.rows[selectedIndex(list)]
}

export function isComplete(list: List): boolean {
  return list.earlier.length === 0 && lastNext(list) === null
}

function lastNext(list: List): string | null {
  return list.pages.at(-1)?.next ?? null
}

/** The index of the first row on the screen. */
export function topOf(list: List, height: number): number {
  const top = Math.max(0, selectedIndex(list) - Math.min(list.line, height - 1))
  return Math.max(0, Math.min(top, list.rows.length - height))
}

/** Moves the selection; at once, within what is loaded. */
export function moveBy(list: List, steps: number, height: number): List {
  return moveTo(list, Math.max(0, selectedIndex(list)) + steps, height)
}

export function moveTo(list: List, wanted: number, height: number): List {
  const index = Math.min(Math.max(wanted, 0), list.rows.length - 1)
  const row = list.rows[index]
  if (row === undefined || list.loading) return list
  const line = lineWithin(index - topOf(list, height), height)
  return settle({ ...list, selected: row.id, line: Math.min(line, index) }, height)
}

/** Brings `line` in step with what the screen can show, and forgets as new what it shows. */
export function settle(list: List, height: number): List {
  const top = topOf(list, height)
  const line = Math.max(0, selectedIndex(list) - top)
  if (list.fresh.size === 0) return line === list.line ? list : { ...list, line }
  const visible = new Set(list.rows.slice(top, top + height).map(({ id }) => id))
  const fresh = new Set([...list.fresh].filter((id) => !visible.has(id)))
  const seen = [...list.fresh].filter((id) => visible.has(id))
  return { ...list, line, fresh, seen: seen.length === 0 ? list.seen : new Set([...list.seen, ...seen]) }
}

/** The request to send before the selection reaches the window's end. */
export function wanted(list: List): 'forward' | 'back' | null {
  const index = selectedIndex(list)
  if (list.loading || list.fetching !== null || index < 0) return null
  if (index >= list.rows.length - edge && lastNext(list) !== null) return 'forward'
  return index < edge && list.earlier.length > 0 ? 'back' : null
}

export function merge(list: List, mode: Merge, came: readonly ListPage[], height: number): List {
  const known = new Map(list.rows.map((row) => [row.id, row]))
  const fetched = came.map((page) => ({
    ...page,
    rows: page.rows.map((row) => reuse(known.get(row.id), row)),
  }))
  const pages = mode === 'forward' || mode === 'end' ? [...list.pages, ...fetched] : fetched
  const earlier = mode === 'back' ? list.earlier.slice(0, -1) : mode === 'first' ? [] : list.earlier
  const rows = rowsOf(pages)
  const chosen = sought(rows, list.seek, choose(list, mode, rows), height)
  const since = mode === 'refresh' && !list.loading ? cameSince(list, rows) : []
  const present = new Set(rows.map(({ id }) => id))
  const { above, below } = list.beyond
  const fresh = new Set([...list.fresh, ...since, ...above, ...below].filter((id) => present.has(id)))
  return settle(
    trim({
      ...list,
      ...chosen,
      loading: false,
      resumed: false,
      fetching: null,
      outdated: false,
      pages,
      earlier,
      rows,
      fresh,
      seek: null,
    }),
    height,
  )
}

/**
 * The messages that arrived since, among rows that were read again; if that is unknown, rows that were not between the
 * former ones.
 */
function cameSince(list: List, rows: readonly Row[]): readonly string[] {
  const known = new Set(list.rows.map(({ id }) => id))
  const isKnown = ({ id }: Row) => known.has(id)
  const first = list.earlier.length > 0 ? Math.max(0, rows.findIndex(isKnown)) : 0
  const end = lastNext(list) === null ? rows.length : rows.findLastIndex(isKnown) + 1
  return rows.flatMap((row, at) => {
    const within = at >= first && at < end
    const isNew = !isKnown(row) && !list.seen.has(row.id) && (arrivedAfter(row, list.since) ?? within)
    return isNew ? [row.id] : []
  })
}

function choose(list: List, mode: Merge, rows: readonly Row[]): Pick<List, 'selected' | 'line'> {
  if (mode === 'first') {
    const first = Math.max(0, rows.findIndex(isSubject))
    return { selected: rows[first]?.id ?? null, line: first }
  }
  const last = rows.at(-1)
  return mode === 'end' && last ? { selected: last.id, line: rows.length } : keepSelection(list, rows)
}

/** Keys are about a row, not about its heading. */
function isSubject({ type }: Row): boolean {
  return type !== 'reason'
}

/** The same row, or the nearest one that is left: first below, where the next row moves up to. */
function keepSelection(list: List, rows: readonly Row[]): Pick<List, 'selected' | 'line'> {
  const present = new Set(rows.map(({ id }) => id))
  if (list.selected !== null && present.has(list.selected)) return list
  const at = selectedIndex(list)
  const stays = (row: Row) => present.has(row.id) && isSubject(row)
  const below = list.rows.slice(at + 1).find(stays)
  if (at >= 0 && below) return { selected: below.id, line: list.line }
  const above = at < 0 ? undefined : list.rows.slice(0, at).findLast(stays)
  if (above) return { selected: above.id, line: Math.max(0, list.line - 1) }
  return { selected: rows[0]?.id ?? null, line: 0 }
}

/** Drops whole pages that lie far from the selection. */
function trim(list: List): List {
  let { pages, earlier, rows } = list
  while (rows.length > mostRows && pages.length > 1) {
    const at = rows.findIndex(({ id }) => id === list.selected)
    const [first, ...rest] = pages
    if (first === undefined) break
    if (at - first.rows.length > rows.length / 4) {
      earlier = [...earlier, first.after]
      pages = rest
    } else {
      const last = pages.at(-1)
      if (last === undefined || at > rows.length - last.rows.length - edge) break
      pages = pages.slice(0, -1)
    }
    rows = rowsOf(pages)
  }
  return { ...list, pages, earlier, rows }
}
