import type { List, ListPage, Row } from '../../model/list.ts'
import { selectedIndex, topOf } from './list.ts'

/**
 * A row that somebody else took stays in place while the person has it in hand: the next key is meant for it, not for
 * the row that would move up, and an open thread does not close while it is read.
 */
export function keepInHand(list: List, pages: readonly ListPage[]): readonly ListPage[] {
  const at = selectedIndex(list)
  const row = list.rows[at]
  const rows = pages.flatMap((page) => page.rows)
  if (row?.type !== 'mail' || rows.some(({ id }) => id === row.id)) return pages
  const present = new Set(rows.map(({ id }) => id))
  const before = list.rows.slice(0, at).findLast(({ id }) => present.has(id))
  const kept: Row = { ...row, taken: true }
  const [first, ...rest] = pages
  if (before === undefined)
    return first === undefined ? pages : [{ ...first, rows: [kept, ...first.rows] }, ...rest]
  return pages.map((page) => {
    const place = page.rows.findIndex(({ id }) => id === before.id) + 1
    return place === 0 ? page : { ...page, rows: page.rows.toSpliced(place, 0, kept) }
  })
}

/** Once one went on to another row, what was taken leaves. */
export function letGo(list: List, height: number): List {
  const left = list.rows.filter((row) => isTaken(row) && row.id !== list.selected)
  if (left.length === 0) return list
  const gone = new Set(left.map(({ id }) => id))
  const staying = (row: Row) => !gone.has(row.id)
  const top = topOf(list, height)
  const above = list.rows.slice(top, selectedIndex(list)).filter((row) => !staying(row)).length
  return {
    ...list,
    line: Math.max(0, list.line - above),
    rows: list.rows.filter(staying),
    pages: list.pages.map((page) => ({ ...page, rows: page.rows.filter(staying) })),
  }
}

export function isTaken(row: Row | undefined): boolean {
  return row?.type === 'mail' && row.taken === true
}
