import { MailError } from '../../src/domain/errors.ts'

/** A page's beginning that is a number; `start` for the first page. */
export function numberCursor(after: string | null, start: number): number {
  if (after === null) return start
  const number = Number(after)
  if (after !== '' && Number.isSafeInteger(number)) return number
  throw badCursor(after)
}

/** A page's beginning that is one agent's copy of a message: `MESSAGE.AGENT`. */
export function copyCursor(after: string | null): { readonly id: number; readonly agent: number } {
  if (after === null) return { id: -1, agent: -1 }
  const [id = Number.NaN, agent = Number.NaN] = after.split('.').map(Number)
  if (Number.isSafeInteger(id) && Number.isSafeInteger(agent)) return { id, agent }
  throw badCursor(after)
}

export function badCursor(after: string): MailError {
  return new MailError('usage', `Invalid cursor: ${after}`, 'Use the value of `next` from the previous page.')
}

/** A page of rows that were read with one extra row, which shows that there is a next page. */
export function pageOf<T>(
  found: readonly T[],
  limit: number,
  placeOf: (row: T) => number | string,
): { readonly rows: readonly T[]; readonly next: string | null } {
  const rows = found.slice(0, limit)
  const last = rows.at(-1)
  return { rows, next: found.length > limit && last !== undefined ? String(placeOf(last)) : null }
}

/** A page of rows that are already sorted by name. */
export function pageByName<T>(
  rows: readonly T[],
  nameOf: (row: T) => string,
  after: string | null,
  limit: number,
): { readonly rows: readonly T[]; readonly next: string | null } {
  return pageOf(after === null ? rows : rows.filter((row) => nameOf(row) > after), limit, nameOf)
}
