import type { Loading } from '../../model/board.ts'
import type { Size } from '../../source.ts'

/**
 * Changes that follow one another are shown together, ms: rows that move all the time cannot be read. Many rows take long to gather, and
 * most of them are not on the screen.
 */
export function boardRest(tables: readonly { readonly rows: readonly unknown[] }[]): number {
  const rows = tables.reduce((sum, table) => sum + table.rows.length, 0)
  return rows > fewRows ? 1_000 : 400
}

const fewRows = 500

/** Something in the store may have changed. A board that is neither asked for nor resting is asked for now. */
export function touched(loading: Loading): Loading {
  switch (loading) {
    case 'no':
      return 'asked'
    case 'asked':
      return 'asked-again'
    case 'resting':
      return 'again'
    case 'asked-again':
    case 'again':
      return loading
  }
}

/** Its rows came. */
export function answered(loading: Loading): Loading {
  return loading === 'asked-again' ? 'again' : 'resting'
}

/** The pause after that is over: if something has changed since, the rows are asked for. */
export function rested(loading: Loading): Loading {
  return loading === 'again' ? 'asked' : loading === 'resting' ? 'no' : loading
}

/** The header, the footer, the frame and the names of the columns take the other lines. */
export function boardRows({ rows }: Size): number {
  return Math.max(1, rows - 5)
}

type Window<T> = { readonly top: number; readonly rows: readonly T[] }

/** The rows on the screen, the selected one among them. `at`: the selected place, or -1. */
export function windowOf<T>(rows: readonly T[], at: number, wanted: number, height: number): Window<T> {
  const place = Math.max(0, at)
  const fitting = Math.min(wanted, rows.length - height)
  const top = Math.max(0, Math.min(Math.max(fitting, place - height + 1), place))
  return { top, rows: rows.slice(top, top + height) }
}

type Places = { readonly before: number; readonly at: number; readonly top: number; readonly length: number }

/**
 * Where the selection is after a refresh, and the row at the top: a row that moved stays in its place on the screen, and
 * one that is gone leaves the selection to the one in its place. -1 means no place.
 */
export function keptPlace({ before, at, top, length }: Places): {
  readonly place: number
  readonly top: number
} {
  if (at === -1) return { place: Math.min(Math.max(0, before), length - 1), top }
  return { place: at, top: before === -1 ? top : top + at - before }
}
